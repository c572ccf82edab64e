"""Read ParlGov's elections and results, and build their records and those of the seats by party.

The table ``ElectionResult`` has a row for each party and each alliance of parties. The column ``alliance`` has the
number of the alliance's row. Seats and votes are either in the row of the party or in that of its alliance. So the sum
of all rows counts each seat once. The other cells are empty, not 0.
"""

import calendar
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from graph.importers import builders
from graph.importers.countries import Country
from graph.importers.parlgov.parties import Party
from graph.importers.records import CompositionRecord, Record, RejectedRecord, SeatShareRecord
from graph.importers.tables import Row, read_table
from graph.kinds import ElectionKind, NoParty
from graph.text import dates

KINDS = {"13": ElectionKind.LEGISLATIVE, "1": ElectionKind.EUROPEAN}
LABELS = {ElectionKind.LEGISLATIVE: "legislative", ElectionKind.EUROPEAN: "European Parliament"}
# A country that joined the Union between two elections sent members of its parliament from this day on.
ACCESSION_DAY = "-01-01"


@dataclass(frozen=True, slots=True)
class Election:
    """A row of ParlGov's table of elections. ``name`` is unique: it has the month if the year has several elections."""

    id: str
    country: Country
    kind: ElectionKind
    date: str
    name: str
    row: Row

    @property
    def key(self) -> str:
        return f"parlgov:election:{self.id}"


@dataclass(slots=True)
class ElectoralList:
    """The result of a party, or of the parties of an alliance together. ``share`` is the percentage of the votes."""

    name: str
    seats: int
    votes: int
    share: float


def read_elections(path: Path, country_of: Mapping[str, Country]) -> tuple[list[Election], list[RejectedRecord]]:
    """Return the elections, and the rejected rows: an unknown country or kind, no valid date, or no election."""
    rows, rejected = [], []
    columns = "id type country date seats_total electorate votes_cast".split()
    for row in read_table(path / "31__elections__Election.csv.gz", columns):
        reason = _rejection_reason(row, country_of)
        rows.append(row) if reason is None else rejected.append(RejectedRecord(reason=reason, line=row.line))
    in_a_year = Counter(_year(row) for row in rows)
    return [_election(row, country_of[row["country"]], in_a_year[_year(row)] > 1) for row in rows], rejected


def read_results(path: Path) -> dict[str, list[Row]]:
    """Return the rows of results by the number of the election."""
    results = defaultdict(list)
    columns = "id election party alliance seats vote_share votes".split()
    for row in read_table(path / "32__elections__ElectionResult.csv.gz", columns):
        results[row["election"]].append(row)
    return results


def last_elections(elections: Iterable[Election], results: Mapping[str, list[Row]]) -> dict[str, str]:
    """Return the day of the last election in which each party has a result, by ParlGov's number of the party."""
    last = {}
    for election in sorted(elections, key=lambda election: election.date):
        last.update((row["party"], election.date) for row in results.get(election.id, ()))
    return last


def records(
    elections: Iterable[Election],
    results: Mapping[str, list[Row]],
    parties: Mapping[str, Party],
    no_parties: Mapping[str, str],
) -> Iterator[Record]:
    """Yield each election, its country and the seats by party after it; one rejected record if a result is no number.

    ``no_parties`` has the name for each row that is no party ("Others"), by number.
    """
    for election in elections:
        try:
            yield from _records(election, results.get(election.id, ()), parties, no_parties)
        except ValueError as error:
            yield RejectedRecord(reason=f"a result is no number: {error}", line=election.row.line)


def turnout(votes_cast: str, electorate: str) -> float | None:
    """Return the votes cast in per cent of the electorate, or None if one of the texts is empty.

    None is also returned for 0 and for more than 100, which is an error in the source. Raise ValueError for a text that
    is no number.
    """
    if not (votes_cast and electorate):
        return None
    share = builders.percentage(float(votes_cast), float(electorate))
    return share if share and 0 < share <= 100 else None


def _rejection_reason(row, country_of):
    if row["country"] not in country_of or row["type"] not in KINDS:
        return "its country or its kind is unknown"
    if KINDS[row["type"]] == ElectionKind.EUROPEAN and row["date"].endswith(ACCESSION_DAY):
        return "members appointed when the country joined the Union are no election"
    try:
        return None if dates.parse(row["date"]) else "it has no date"
    except dates.NotAPartialDate as error:
        return str(error)


def _year(row):
    return row["country"], row["type"], row["date"][:4]


def _election(row, country, needs_month):
    kind = KINDS[row["type"]]
    name = f"{row['date'][:4]} {country.name} {LABELS[kind]} election"
    month = f"{calendar.month_name[int(row['date'][5:7])]} " if needs_month else ""
    return Election(row["id"], country, kind, row["date"], month + name, row)


def _records(election, rows, parties, no_parties) -> list[Record]:
    records = builders.election(
        election.key,
        election.name,
        election.country.code,
        day=election.date,
        kind=election.kind,
        results=_results(election, _lists(rows, parties, election.date)),
        identifiers={"parlgov-election": election.id},
        line=election.row.line,
    )
    total = int(election.row["seats_total"] or 0)
    # The members of the European Parliament from one country are no chamber.
    has_composition = election.kind == ElectionKind.LEGISLATIVE and total and rows
    composition = [_composition(election, total, rows, parties, no_parties)] if has_composition else []
    return [*records, *composition]


def _results(election, lists: Sequence[ElectoralList]):
    """Return the winner, the turnout and the margin of an election; each is None when unknown.

    The list with most seats wins; of two with equally many, the one with more votes. The margin is the difference
    between the two largest percentages of the votes.
    """
    winner = max(lists, key=lambda entry: (entry.seats, entry.votes, entry.share), default=None)
    shares = sorted((entry.share for entry in lists if entry.share), reverse=True)
    return {
        "winner": winner.name if winner and winner.seats else None,
        "turnout": turnout(election.row["votes_cast"], election.row["electorate"]),
        "result_margin": round(shares[0] - shares[1], 2) if len(shares) > 1 else None,
    }


def _lists(rows, parties, day) -> list[ElectoralList]:
    """Return the lists of parties and of alliances, without independents and remaining votes."""
    by_id = {row["id"]: row for row in rows}
    rows_of = defaultdict(list)
    for row in by_id.values():
        rows_of[_main_row(row, by_id, parties)["id"]].append(row)
    found = []
    for number, members in rows_of.items():
        party = _naming_party(by_id[number], members, parties)
        seats, votes = (sum(_integer(row[column]) for row in members) for column in ("seats", "votes"))
        share = sum(float(row["vote_share"] or 0) for row in members)
        if party:
            found.append(ElectoralList(party.name_on(day), seats, votes, share))
    return found


def _main_row(row, by_id, parties):
    """Return the row of the largest alliance that contains the row; without an alliance, the row itself."""
    seen = set()
    while row["id"] not in seen and (alliance := by_id.get(row["alliance"])) and alliance["party"] in parties:
        seen.add(row["id"])
        row = alliance
    return row


def _naming_party(main_row, rows, parties) -> Party | None:
    """Return the alliance, or its party with most seats if the main row has seats; None if that is no party."""
    if main_row["seats"]:
        of_parties = [row for row in rows if row["party"] in parties]
        main_row = max(of_parties, key=lambda row: (_integer(row["seats"]), row is main_row), default=main_row)
    return parties.get(main_row["party"])


def _composition(election, total, rows, parties, no_parties):
    """Return the seats by party. Seats in the row of an alliance go to the party or the alliance of that row."""
    return CompositionRecord(
        election=election.key,
        start_date=election.date,
        total=total,
        shares=tuple(_shares(rows, parties, no_parties, election.date)),
        line=election.row.line,
    )


def _shares(rows, parties, no_parties, day):
    """Yield the seats and votes of each party, and of each name for rows that are no party. Skip rows without both."""
    rows_of = defaultdict(list)
    for row in rows:
        if row["seats"] or row["vote_share"]:
            party = parties.get(row["party"])
            name = party.name_on(day) if party else no_parties.get(row["party"], NoParty.OTHERS.value)
            rows_of[party.key if party else "", name].append(row)
    for (key, name), found in rows_of.items():
        votes = [row["vote_share"] for row in found]
        yield SeatShareRecord(
            name=name,
            party=key,
            seats=sum(_integer(row["seats"]) for row in found),
            # When the votes of one row are unknown, the sum is unknown.
            vote_share=round(sum(map(float, votes)), 2) if all(votes) else None,
        )


def _integer(text):
    return int(float(text or 0))
