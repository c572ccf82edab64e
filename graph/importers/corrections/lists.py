"""Read the lists of terms of office, party members, years of birth, and other names in the YAML files of corrections.
``entry`` is an item about one person: a dictionary with fields such as ``holder`` and ``party``. ``group`` is an item
about several persons: a dictionary with, for example, an office, its source, and the list of its holders. ``line`` is a
text that names the file and the item in messages."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from graph.importers import builders
from graph.importers.corrections.entries import InvalidEntry, check, note, or_rejected, title
from graph.importers.corrections.known import Known, KnownEntity, NotKnown
from graph.importers.records import EntityRecord, NameRecord, Record
from graph.kinds import Kind
from graph.text.dates import NotAPartialDate, last_day
from graph.text.folding import fold


class Lists:
    """Converts entries to records. Call `members` for all entries first, then `terms`, then `names`. The method `terms`
    also yields party memberships of the office holders, unless the graph has them or `members` has yielded them."""

    def __init__(self):
        self._known = Known()
        # Maps (country, name without case and accents) to the record key of each office holder that was read so far.
        self._holders: dict[tuple[str, str], str] = {}

    def members(self, entry, line: str, as_of: date) -> Iterator[Record]:
        """Yield the records of a person, a party, and the person's membership of the party. ``entry`` is an item of the
        list ``members``. The membership was confirmed on the day ``as_of``. Raise InvalidEntry if ``entry`` is invalid,
        or does not name exactly one person, and one party that still exists."""
        check(entry, "member")
        country, source = entry["country"], entry["source"]
        person = self._known.find(Kind.POLITICIAN, country, entry["holder"], birth_year=entry.get("birth_year"))
        party = self._known.find(Kind.PARTY, country, entry["party"], active_only=True)
        self._known.members.add((person.pk, party.pk))
        yield (member := _reference(f"member:{person.pk}", Kind.POLITICIAN, country, person, source, line))
        yield (joined := _reference(f"party:{party.pk}", Kind.PARTY, country, party, source, line))
        # YAML reads a full date as a date and a year as a number, but a record needs a text.
        start = str(entry.get("start") or self._known.member_since(person, party))
        yield builders.membership(member.key, joined.key, start, verified_at=as_of, line=line)

    def terms(self, group, line: str, as_of: date) -> Iterator[Record]:
        """Yield the records of an office. For each of its holders, yield the records of the person, of the term and, if
        it is new, of the party membership. An invalid holder gives a `RejectedRecord`. ``group`` is an item of the list
        ``terms``. The terms were confirmed on the day ``as_of``, unless ``group`` has a field ``as_of``."""
        check(group, "terms")
        if not isinstance(as_of := group.get("as_of", as_of), date):
            raise InvalidEntry(f"{as_of!r} is no day")
        office, *more = self._office(group, line)
        yield from (office, *more)
        for entry in group["holders"]:
            holder_line = f"{line}: {title(entry, 'holder')}"
            yield from or_rejected(self._term(group, entry, office.key, as_of, holder_line), holder_line)

    def _office(self, group, line):
        code, name, source, office_type = (group.get(field) for field in ("country", "office", "source", "office_type"))
        try:
            known = self._known.find(Kind.OFFICE, code, name)
        except NotKnown:
            if not office_type:
                raise
            return builders.office(f"office:{code}:{fold(name)}", name, code, office_type, url=source, line=line)
        return [_reference(f"office:{known.pk}", Kind.OFFICE, code, known, source, line)]

    def _term(self, group, entry, office_key, as_of, line):
        check(entry, "holder")
        entry = {"home": group["country"], **{name: group.get(name) for name in ("source", "second_source")}, **entry}
        party = self._known.find(Kind.PARTY, group["country"], entry["party"]) if entry.get("party") else None
        named = {"home": entry["home"], "birth_year": entry.get("birth_year")}
        known = self._known.holder(group["country"], entry["holder"], group["office"], **named)
        holder = replace(_holder(entry, known, line), as_of=as_of)
        self._holders[entry["home"], fold(entry["holder"])] = holder.key
        yield holder
        dates, more = (str(entry["start"]), str(entry.get("end") or "")), {"verified_at": as_of, "line": line}
        # With this position, an office abroad is sorted after an office of the same rank at home.
        held = {"role": entry.get("role", ""), "position": int(entry["home"] != group["country"])}
        held["unconfirmed"] = bool(entry.get("unconfirmed"))
        yield builders.term(holder.key, office_key, *dates, **held, **more)
        names = [holder.name, *(other.name for other in holder.other_names)]
        if party is not None and not self._known.is_member(entry["home"], names, party):
            record = _reference(f"party:{party.pk}", Kind.PARTY, group["country"], party, entry["source"], line)
            yield record
            # The holder was a member during the term. It is not known since when, nor until when.
            confirmed = _last_day(as_of, end=dates[1])
            yield builders.membership(holder.key, record.key, verified_at=confirmed, line=line)

    def names(self, group, line: str) -> Iterator[Record]:
        """Yield the other names of politicians. The field ``politicians`` of ``group`` must be a dictionary {country:
        {name: [other names]}}. Otherwise, raise InvalidEntry. An unknown politician gives a `RejectedRecord`."""
        check(group, "names")
        by_country = group["politicians"]
        if not isinstance(by_country, dict) or not all(isinstance(by_name, dict) for by_name in by_country.values()):
            raise InvalidEntry("the politicians are not listed by country and name")
        for code, by_name in by_country.items():
            for name, names in by_name.items():
                name_line = f"{line}: {code}: {name}"
                yield from or_rejected(self._named(group, code, name, names, name_line), name_line)

    def _named(self, group, code, name, names, line):
        known, key = self._person(code, name)
        if not isinstance(names, list) or not all(isinstance(other, str) and other for other in names):
            raise InvalidEntry("the names are no list of texts")
        other_names = tuple(NameRecord(other, group["lang"]) for other in names)
        yield replace(_reference(key, Kind.POLITICIAN, code, known, group["source"], line), other_names=other_names)

    def _person(self, code, name) -> tuple[KnownEntity, str]:
        """Return (politician, record key) for a name and the code of a country. If the graph does not have exactly one
        such politician, but `terms` has yielded a person with this name, the politician has the ``pk`` 0. Without such
        a person, raise NotKnown."""
        key = self._holders.get((code, fold(name)))
        try:
            known = self._known.find(Kind.POLITICIAN, code, name)
        except NotKnown:
            if not key:
                raise
            known = KnownEntity(0, name)
        return known, key or f"named:{known.pk}"

    def births(self, group, line: str, kind: str = "birth") -> Iterator[Record]:
        """Yield a record of each politician in ``group``. The records add the year of birth and, if it is given, the
        Wikidata ID. If ``kind`` is "wikidata_id", they add only the Wikidata ID. The field ``politicians`` of ``group``
        maps slugs to facts, as in {"angela-merkel": {"birth_year": 1954}}. Raise InvalidEntry if this field is not a
        dictionary. Invalid facts of one politician give a `RejectedRecord`."""
        check(group, "births")
        if not isinstance(group["politicians"], dict):
            raise InvalidEntry("the politicians are not listed by slug")
        for slug, entry in group["politicians"].items():
            yield from or_rejected(self._birth(group, slug, entry, f"{line}: {slug}", kind), f"{line}: {slug}")

    def _birth(self, group, slug, entry, line, kind):
        check(entry, kind)
        code, known = self._known.with_slug(Kind.POLITICIAN, slug)
        fields = {"born": str(entry.get("birth_year", "")), "url": group["source"], "note": note(group), "line": line}
        fields["identifiers"] = {**dict(known.identifiers), "wikidata": entry.get("wikidata")}
        yield builders.politician(f"politician:{known.pk}", known.name, code, uses=("birth_year",), **fields)


def _last_day(as_of: date, end: str) -> date:
    """Return the last day on which a term was confirmed: ``as_of``, or ``end`` if the term ended before."""
    try:
        return min(as_of, last_day(end) or as_of)
    except NotAPartialDate as error:
        raise InvalidEntry(str(error)) from error


def _reference(key, kind, country_code, known: KnownEntity, url, line) -> EntityRecord:
    """Return a record of the entity ``known`` of the graph. The record does not change facts of the entity. It only
    gives the entity the record key ``key``, by which other records refer to it, and cites the page ``url``."""
    identifiers = dict(known.identifiers)
    return builders.entity(kind, key, known.name, country_code, identifiers=identifiers, url=url, line=line, uses=())


def _holder(entry, known: KnownEntity | None, line):
    name, home, born = entry["holder"], entry["home"], str(entry.get("birth_year") or "")
    identifiers = dict(known.identifiers if known else ()) | entry.get("identifiers", {})
    key, more = f"holder:{home}:{fold(name)}:{born}", {"identifiers": identifiers, "note": note(entry), "line": line}
    also = [entry.get("also") or ""]
    return builders.politician(key, name, home, spellings=also, born=born, url=entry["source"], **more)
