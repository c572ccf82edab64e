"""Read a compact list of parties of politicians: who is a member of which party on the day of the file.

An entry is rejected unless the graph has exactly one such person and exactly one such active party.
"""

from collections.abc import Iterator
from datetime import date

from graph.importers.corrections.entries import InvalidEntry, check, reference, title
from graph.importers.corrections.known import Known, NotKnown
from graph.importers.records import Record, RejectedRecord, RelationshipRecord
from graph.kinds import Kind
from graph.relations import RelationshipType

NEEDED = ("country", "holder", "party", "source")
FIELDS = frozenset({*NEEDED, "birth_year", "start"})


class Members:
    """Reads the entries in ``members`` of all files: country, holder, party, source; optional birth_year and start."""

    def __init__(self, known: Known):
        self._known = known

    def records(self, entry, as_of: date, file: str) -> Iterator[Record]:
        """Yield records of the person, the party, and a membership without an end date, verified on ``as_of``.

        Yield only a RejectedRecord if the entry is invalid or the graph does not have the person or party exactly once.
        """
        line = f"{file}: {title(entry, 'holder')}"
        try:
            check(entry, NEEDED, FIELDS)
            country, source = entry["country"], entry["source"]
            person = self._known.politician(country, entry["holder"], entry.get("birth_year"))
            party = self._known.party(country, entry["party"], active_only=True)
        except (InvalidEntry, NotKnown) as error:
            yield RejectedRecord(reason=str(error), line=line)
            return
        self._known.add_member(person, party)
        yield (member := reference(f"member:{person.pk}", Kind.POLITICIAN, country, person, source, line))
        yield (joined := reference(f"party:{party.pk}", Kind.PARTY, country, party, source, line))
        yield RelationshipRecord(
            type=RelationshipType.MEMBER_OF_PARTY,
            subject=member.key,
            object=joined.key,
            # YAML reads a full date as a date and a year as a number.
            start_date=str(entry.get("start") or self._known.member_since(person, party)),
            verified_at=as_of,
            line=line,
        )
