"""Read a compact list of holders of an office, with one line for each term.

The graph must have the office and the parties, otherwise the entry is rejected. An unknown name is most likely
misspelt. Only a group with an ``office_type`` can create an office.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from graph.importers.corrections.entries import InvalidEntry, check, identifiers, reference, title
from graph.importers.corrections.known import Known, NotKnown
from graph.importers.records import (
    EntityRecord,
    NameRecord,
    Record,
    RejectedRecord,
    RelationshipRecord,
    country_key,
)
from graph.kinds import Kind
from graph.relations import RelationshipType
from graph.text.folding import fold

NEEDED = ("country", "office", "source", "holders")
GROUP_FIELDS = frozenset({*NEEDED, "office_type"})
HOLDER_NEEDED = ("holder", "start")
HOLDER_FIELDS = frozenset(
    {*HOLDER_NEEDED, "also", "identifiers", "birth_year", "party", "end", "role", "home", "source"}
)
"""``also``: name in another source; ``identifiers`` exclude namesakes; ``home``: country of a holder from abroad."""


class Terms:
    """Reads the groups in ``terms`` of all files. Yields each person and party once, even if it has several terms."""

    def __init__(self, known: Known):
        self._known = known
        self._written: set[str] = set()
        self.holders: dict[tuple[str, str], str] = {}
        """The record keys of all holders so far, by country and folded name."""

    def records(self, group, as_of: date, file: str) -> Iterator[Record]:
        """Yield the office, then for each line the holder, term and membership, or a RejectedRecord for the line.

        A term or membership without an end date was still open on the day ``as_of``.
        """
        line = f"{file}: {title(group, 'office')}"
        try:
            check(group, NEEDED, GROUP_FIELDS)
            office, *more = self._office(group, line)
        except (InvalidEntry, NotKnown) as error:
            yield RejectedRecord(reason=str(error), line=line)
            return
        yield from (office, *more)
        for entry in group["holders"]:
            holder_line = f"{line}: {title(entry, 'holder')}"
            try:
                yield from self._term(group, entry, office.key, as_of, holder_line)
            except (InvalidEntry, NotKnown) as error:
                yield RejectedRecord(reason=str(error), line=holder_line)

    def _office(self, group, line):
        code, name, office_type = group["country"], group["office"], group.get("office_type")
        try:
            known = self._known.office(code, name)
        except NotKnown:
            if not office_type:
                raise
            return _new_office(group, line)
        return [reference(f"office:{known.pk}", Kind.OFFICE, code, known, group["source"], line)]

    def _term(self, group, entry, office_key, as_of, line):
        check(entry, HOLDER_NEEDED, HOLDER_FIELDS)
        entry = {"home": group["country"], "source": group["source"], **entry}
        party = self._known.party(group["country"], entry["party"]) if entry.get("party") else None
        holder = _holder(entry, line)
        self.holders[entry["home"], fold(entry["holder"])] = holder.key
        yield from self._once(holder)
        term = RelationshipRecord(
            type=RelationshipType.HOLDS_OFFICE,
            subject=holder.key,
            object=office_key,
            role=entry.get("role", ""),
            # YAML reads a full date as a date and a year as a number.
            start_date=str(entry["start"]),
            end_date=str(entry.get("end") or ""),
            verified_at=as_of,
            line=line,
        )
        yield term
        names = [holder.name, *(other.name for other in holder.other_names)]
        if party is not None and not self._known.is_member(entry["home"], names, party):
            record = reference(f"party:{party.pk}", Kind.PARTY, group["country"], party, entry["source"], line)
            yield from self._once(record)
            # The role is a role in the office, not in the party.
            yield replace(term, type=RelationshipType.MEMBER_OF_PARTY, object=record.key, role="")

    def _once(self, record):
        if record.key not in self._written:
            self._written.add(record.key)
            yield record


def _new_office(group, line):
    key = f"office:{group['country']}:{fold(group['office'])}"
    office = EntityRecord(
        key=key,
        kind=Kind.OFFICE,
        name=group["office"],
        country_code=group["country"],
        details={"office_type": group["office_type"]},
        url=group["source"],
        line=line,
    )
    country = country_key(group["country"])
    return [
        office,
        RelationshipRecord(type=RelationshipType.OFFICE_IN_COUNTRY, subject=key, object=country, line=line),
    ]


def _holder(entry, line):
    """Return the record of the holder. Its key is the same for all terms of a person, in any office."""
    year = entry.get("birth_year")
    return EntityRecord(
        key=f"holder:{entry['home']}:{fold(entry['holder'])}:{year or ''}",
        kind=Kind.POLITICIAN,
        name=entry["holder"],
        country_code=entry["home"],
        details={"birth_year": year} if year else {},
        other_names=(NameRecord(name=entry["also"]),) if entry.get("also") else (),
        identifiers=identifiers(entry),
        url=entry["source"],
        line=line,
    )
