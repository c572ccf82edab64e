"""A compact list of parties of politicians: who is a member of which party on the day of the file.

The graph must have the person and the party. If it has none or several, the entry is rejected.
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
    """Reads the entries of all files: country, holder, party, source and, if needed, birth_year and start."""

    def __init__(self, known: Known):
        self._known = known

    def records(self, entry, as_of: date, file: str) -> Iterator[Record]:
        """The person, the party and the membership that was open on the day; or a rejected record."""
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
