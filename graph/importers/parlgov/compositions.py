"""How the seats of a parliament stood after each of its elections.

Seats and votes stand in the row of a party or in that of the alliance it stood in, never in both, so that all rows
together give all seats. A row's seats go to the party of the row, the leading one where they are an alliance's.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from graph.importers.parlgov.parties import Party
from graph.importers.partyfacts.tables import Row
from graph.importers.records import CompositionRecord, SeatShareRecord
from graph.kinds import NoParty


def record(
    election, rows: Iterable[Row], parties: Mapping[str, Party], rest: Mapping[str, str]
) -> CompositionRecord | None:
    """The composition that an election gave, None where its seats are not told.

    ``rest`` names the rows that are no parties. Raises ValueError for seats that are no numbers.
    """
    total = int(election.row["seats_total"] or 0)
    if not (total and rows):
        return None
    return CompositionRecord(
        election=election.key,
        start_date=election.date,
        total=total,
        shares=tuple(_shares(rows, parties, rest, election.date)),
        line=election.row.line,
    )


def _shares(rows, parties, rest, day):
    """One for each party, and one for each name of those without; rows without seats and votes tell nothing."""
    rows_of = defaultdict(list)
    for row in rows:
        if row["seats"] or row["vote_share"]:
            rows_of[_called(row, parties, rest, day)].append(row)
    for (party, name), found in rows_of.items():
        votes = [row["vote_share"] for row in found]
        yield SeatShareRecord(
            name=name,
            party=party,
            seats=sum(int(float(row["seats"] or 0)) for row in found),
            # Of votes that are half known nothing is known.
            vote_share=round(sum(map(float, votes)), 2) if all(votes) else None,
        )


def _called(row, parties, rest, day):
    """The key of the row's party, empty where it has none, and the name it had that day."""
    party = parties.get(row["party"])
    return (party.key, party.name_on(day)) if party else ("", rest.get(row["party"], NoParty.OTHERS.value))
