"""An election as a record: who won the country, and by how much.

The margin is that of the national two-party-preferred count, which shares every vote between Labor and the Coalition.
There is no turnout: the files have formal votes only.
"""

from collections import Counter
from collections.abc import Iterator

from graph.importers.aec import parties
from graph.importers.aec.chamber import AUSTRALIA, COUNTRY, MEMBER
from graph.importers.aec.counts import Count
from graph.importers.records import EntityRecord, Record, RelationshipRecord
from graph.kinds import ElectionKind, ElectionStatus, Kind
from graph.relations import RelationshipType

LABOR = parties.NAMINGS[parties.LABOR].name
# Liberals, Nationals and their branches in Queensland and the Northern Territory govern together; no one of them wins.
COALITION = "Liberal/National Coalition"


def records(count: Count) -> Iterator[Record]:
    """The election, its country and the office it filled."""
    line = f"HouseTppByDivision{count.day[:4]}.csv.gz"
    details = {"date": count.day, "kind": ElectionKind.LEGISLATIVE, "status": ElectionStatus.HELD}
    # Sums with a hole are no result.
    if not count.rejected:
        details |= _result(count)
    yield EntityRecord(
        key=count.key,
        kind=Kind.ELECTION,
        name=f"{count.day[:4]} Australia legislative election",
        country_code=COUNTRY,
        details=details,
        line=line,
    )
    for type_, subject, object_ in (
        (RelationshipType.OCCURS_IN_COUNTRY, count.key, AUSTRALIA),
        (RelationshipType.ELECTED_IN_ELECTION, MEMBER, count.key),
    ):
        yield RelationshipRecord(
            type=type_, subject=subject, object=object_, start_date=count.day, end_date=count.day, line=line
        )


def _result(count):
    difference = abs(count.labor_votes - count.coalition_votes)
    return {
        "winner": _winner(count),
        "result_margin": round(difference / (count.labor_votes + count.coalition_votes) * 100, 2),
    }


def _winner(count):
    """The side with more than half of the seats; in 2010 none had, and the side preferred by more voters governed."""
    seats = Counter(_side(parties.abbreviation(winner)) for winner in count.winners.values())
    for side in (LABOR, COALITION):
        if seats[side] * 2 > len(count.winners):
            return side
    return LABOR if count.labor_votes > count.coalition_votes else COALITION


def _side(short):
    if short == parties.LABOR:
        return LABOR
    return COALITION if short in parties.COALITION else short
