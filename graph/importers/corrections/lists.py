"""Read the compact lists of corrections: terms of office, party members, and other names of politicians."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from graph.importers import builders
from graph.importers.corrections.entries import check, identifiers, title
from graph.importers.corrections.known import InvalidEntry, Known, KnownEntity, NotKnown
from graph.importers.records import EntityRecord, NameRecord, Record, RejectedRecord
from graph.kinds import Kind
from graph.relations import RelationshipType
from graph.text.folding import fold

TERMS_NEEDED = ("country", "office", "source", "holders")
TERMS_FIELDS = frozenset({*TERMS_NEEDED, "office_type"})
HOLDER_NEEDED = ("holder", "start")
HOLDER_FIELDS = frozenset(
    {*HOLDER_NEEDED, "also", "identifiers", "birth_year", "party", "end", "role", "home", "source"}
)
"""The fields of an entry about the holder of an office.

``also`` is the holder's name in another source. ``identifiers`` distinguish the holder from persons with the same name.
``home`` is the country of a holder who is from another country than the office.
"""
MEMBER_NEEDED = ("country", "holder", "party", "source")
MEMBER_FIELDS = frozenset({*MEMBER_NEEDED, "birth_year", "start"})
NAMES_FIELDS = ("lang", "source", "politicians")


class Lists:
    """Reads the lists of all files. Members come first: a term adds no membership that has an entry there."""

    def __init__(self):
        self._known = Known()
        self._written: set[str] = set()
        # The record keys of all office holders so far, by country and folded name.
        self._holders: dict[tuple[str, str], str] = {}

    def members(self, entry, as_of: date, file: str) -> Iterator[Record]:
        """Yield the person, the party, and a membership that was verified on the day ``as_of``."""
        line = f"{file}: {title(entry, 'holder')}"
        return _or_rejected(self._members(entry, as_of, line), line)

    def _members(self, entry, as_of, line):
        check(entry, MEMBER_NEEDED, MEMBER_FIELDS)
        country, source = entry["country"], entry["source"]
        person = self._known.politician(country, entry["holder"], entry.get("birth_year"))
        party = self._known.party(country, entry["party"], active_only=True)
        self._known.add_member(person, party)
        yield (member := _reference(f"member:{person.pk}", Kind.POLITICIAN, country, person, source, line))
        yield (joined := _reference(f"party:{party.pk}", Kind.PARTY, country, party, source, line))
        # YAML reads a full date as a date and a year as a number.
        start = str(entry.get("start") or self._known.member_since(person, party))
        type_ = RelationshipType.MEMBER_OF_PARTY
        yield builders.relationship(type_, member.key, joined.key, start, verified_at=as_of, line=line)

    def terms(self, group, as_of: date, file: str) -> Iterator[Record]:
        """Yield the office of a group of terms, then the holder, the term and the membership of each entry."""
        line = f"{file}: {title(group, 'office')}"
        return _or_rejected(self._terms(group, as_of, line), line)

    def _terms(self, group, as_of, line):
        check(group, TERMS_NEEDED, TERMS_FIELDS)
        office, *more = self._office(group, line)
        yield from (office, *more)
        for entry in group["holders"]:
            holder_line = f"{line}: {title(entry, 'holder')}"
            yield from _or_rejected(self._term(group, entry, office.key, as_of, holder_line), holder_line)

    def _office(self, group, line):
        code, name, source, office_type = (group.get(field) for field in ("country", "office", "source", "office_type"))
        try:
            known = self._known.office(code, name)
        except NotKnown:
            if not office_type:
                raise
            return builders.office(f"office:{code}:{fold(name)}", name, code, office_type, url=source, line=line)
        return [_reference(f"office:{known.pk}", Kind.OFFICE, code, known, source, line)]

    def _term(self, group, entry, office_key, as_of, line):
        check(entry, HOLDER_NEEDED, HOLDER_FIELDS)
        entry = {"home": group["country"], "source": group["source"], **entry}
        party = self._known.party(group["country"], entry["party"]) if entry.get("party") else None
        holder = _holder(entry, line)
        self._holders[entry["home"], fold(entry["holder"])] = holder.key
        yield from self._once(holder)
        # YAML reads a full date as a date and a year as a number.
        start, end = str(entry["start"]), str(entry.get("end") or "")
        type_, role = RelationshipType.HOLDS_OFFICE, entry.get("role", "")
        yield (
            term := builders.relationship(
                type_, holder.key, office_key, start, end, role=role, verified_at=as_of, line=line
            )
        )
        names = [holder.name, *(other.name for other in holder.other_names)]
        if party is not None and not self._known.is_member(entry["home"], names, party):
            record = _reference(f"party:{party.pk}", Kind.PARTY, group["country"], party, entry["source"], line)
            yield from self._once(record)
            # The role is a role in the office, not in the party.
            yield replace(term, type=RelationshipType.MEMBER_OF_PARTY, object=record.key, role="")

    def _once(self, record):
        if record.key not in self._written:
            self._written.add(record.key)
            yield record

    def names(self, group, file: str) -> Iterator[Record]:
        """Yield a record for each politician of a group, which only adds other names. The politician must be known."""
        line = f"{file}: {title(group, 'lang')}"
        return _or_rejected(self._names(group, file), line)

    def _names(self, group, file):
        check(group, NAMES_FIELDS, frozenset(NAMES_FIELDS))
        by_country = group["politicians"]
        if not isinstance(by_country, dict) or not all(isinstance(by_name, dict) for by_name in by_country.values()):
            raise InvalidEntry("the politicians are not listed by country and name")
        for code, by_name in by_country.items():
            for name, names in by_name.items():
                line = f"{file}: {code}: {name}"
                yield from _or_rejected(self._named(group, code, name, names, line), line)

    def _named(self, group, code, name, names, line):
        known, key = self._person(code, name)
        if not isinstance(names, list) or not all(isinstance(other, str) and other for other in names):
            raise InvalidEntry("the names are no list of texts")
        record = _reference(key, Kind.POLITICIAN, code, known, group["source"], line)
        other_names = tuple(NameRecord(name=other, lang=group["lang"]) for other in names)
        yield replace(record, other_names=other_names, names_only=True)

    def _person(self, code, name) -> tuple[KnownEntity, str]:
        """Return the politician with this name, and the record key, of the holder of a term if there is one."""
        key = self._holders.get((code, fold(name)))
        try:
            known = self._known.politician(code, name)
        except NotKnown:
            if not key:
                raise
            known = KnownEntity(0, name)
        return known, key or f"named:{known.pk}"


def _or_rejected(records, line):
    try:
        yield from records
    except InvalidEntry as error:
        yield RejectedRecord(reason=str(error), line=line)


def _reference(key, kind, country_code, known: KnownEntity, url, line) -> EntityRecord:
    """Return a record of an entity of the graph, without new facts, so that relationships can refer to it."""
    return builders.entity(kind, key, known.name, country_code, identifiers=dict(known.identifiers), url=url, line=line)


def _holder(entry, line):
    name, home, year = entry["holder"], entry["home"], entry.get("birth_year")
    return EntityRecord(
        key=f"holder:{home}:{fold(name)}:{year or ''}",
        kind=Kind.POLITICIAN,
        name=name,
        country_code=home,
        details={"birth_year": year} if year else {},
        other_names=(NameRecord(name=entry["also"]),) if entry.get("also") else (),
        identifiers=identifiers(entry),
        url=entry["source"],
        line=line,
    )
