"""Parties of politicians in a compact form: who is a member of which party on the day of the file.

It speaks of persons and parties that the graph has; what it does not know, or knows twice, is refused.
"""

from collections.abc import Iterator
from datetime import date

from graph.importers.corrections.known import Known, NotKnown
from graph.importers.corrections.lines import Wrong, check, reference, title
from graph.importers.records import Record, RejectedRecord, RelationshipRecord
from graph.kinds import Kind
from graph.relations import RelationshipType

NEEDED = ("country", "holder", "party", "source")
FIELDS = frozenset({*NEEDED, "birth_year", "start"})


class Members:
    """Takes the lines of all files: country, holder, party, source, and where need be birth_year and start."""

    def __init__(self, known: Known):
        self._known = known

    def records(self, entry, as_of: date, file: str) -> Iterator[Record]:
        """The person, the party and the membership that was open on the day; a refusal for what is wrong."""
        line = f"{file}: {title(entry, 'holder')}"
        try:
            check(entry, NEEDED, FIELDS)
            country, source = entry["country"], entry["source"]
            person = self._known.politician(country, entry["holder"], entry.get("birth_year"))
            party = self._known.party(country, entry["party"], still_there=True)
        except (Wrong, NotKnown) as error:
            yield RejectedRecord(reason=str(error), line=line)
            return
        self._known.tell_member(country, (entry["holder"], person.name), party)
        member = reference(f"member:{person.pk}", Kind.POLITICIAN, country, person, source, line)
        joined = reference(f"party:{party.pk}", Kind.PARTY, country, party, source, line)
        yield from (member, joined)
        yield RelationshipRecord(
            type=RelationshipType.MEMBER_OF_PARTY,
            subject=member.key,
            object=joined.key,
            # YAML reads a full date as a date and a year as a number.
            start_date=str(entry.get("start") or self._known.member_since(person, party)),
            verified_at=as_of,
            line=line,
        )
