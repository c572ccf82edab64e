"""ParlGov's elections with their results, and the seats by party after each election.

``ElectionResult`` has a row for each party and each alliance of parties. The column ``alliance`` has the number of the
alliance's row. Seats and votes are in the row of the party or in that of its alliance, and never in both. So the sum of
all rows counts each seat once. The other cells are empty, not 0.
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
    """A row that is an election; ``name`` is unique."""

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
    """One list in one election: a party, or the parties of an alliance."""

    name: str
    seats: int
    votes: int
    share: float


def read_elections(path: Path, country_of: Mapping[str, Country]) -> tuple[list[Election], list[RejectedRecord]]:
    """The elections in the countries of the graph, and the rejected rows."""
    rows, rejected = [], []
    columns = "id type country date seats_total electorate votes_cast".split()
    for row in read_table(path / "31__elections__Election.csv.gz", columns):
        reason = _rejection_reason(row, country_of)
        rows.append(row) if reason is None else rejected.append(RejectedRecord(reason=reason, line=row.line))
    in_a_year = Counter(_year(row) for row in rows)
    return [_election(row, country_of[row["country"]], in_a_year[_year(row)] > 1) for row in rows], rejected


def read_results(path: Path) -> dict[str, list[Row]]:
    """The rows of results by election."""
    results = defaultdict(list)
    columns = "id election party alliance seats vote_share votes".split()
    for row in read_table(path / "32__elections__ElectionResult.csv.gz", columns):
        results[row["election"]].append(row)
    return results


def last_elections(elections: Iterable[Election], results: Mapping[str, list[Row]]) -> dict[str, str]:
    """The day of the last election of each party, by ParlGov's number of the party."""
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
    """Each election with its country and the composition that it gave. An election with an error is rejected whole.

    ``no_parties`` has the names of the rows that are no parties.
    """
    for election in elections:
        try:
            yield from _records(election, results.get(election.id, ()), parties, no_parties)
        except ValueError as error:
            yield RejectedRecord(reason=f"a result is no number: {error}", line=election.row.line)


def turnout(votes_cast: str, electorate: str) -> float | None:
    """Votes cast in per cent of the electorate; None when unknown or, by an error in the source, above a hundred."""
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
    """The list with most seats wins, then the one with more votes. The margin is between the two largest shares."""
    winner = max(lists, key=lambda entry: (entry.seats, entry.votes, entry.share), default=None)
    shares = sorted((entry.share for entry in lists if entry.share), reverse=True)
    return {
        "winner": winner.name if winner and winner.seats else None,
        "turnout": turnout(election.row["votes_cast"], election.row["electorate"]),
        "result_margin": round(shares[0] - shares[1], 2) if len(shares) > 1 else None,
    }


def _lists(rows, parties, day) -> list[ElectoralList]:
    """The lists whose main row is a party. Independents and remaining votes are no list."""
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
    """The row of the alliance that a row belongs to; an alliance may be a part of a larger one."""
    seen = set()
    while row["id"] not in seen and (alliance := by_id.get(row["alliance"])) and alliance["party"] in parties:
        seen.add(row["id"])
        row = alliance
    return row


def _naming_party(main_row, rows, parties) -> Party | None:
    """The alliance itself. If one of its parties is in the main row, the party with most seats."""
    if main_row["seats"]:
        of_parties = [row for row in rows if row["party"] in parties]
        main_row = max(of_parties, key=lambda row: (_integer(row["seats"]), row is main_row), default=main_row)
    return parties.get(main_row["party"])


def _composition(election, total, rows, parties, no_parties):
    """The seats by party. Seats in the row of an alliance go to the party of that row, which often is the alliance."""
    return CompositionRecord(
        election=election.key,
        start_date=election.date,
        total=total,
        shares=tuple(_shares(rows, parties, no_parties, election.date)),
        line=election.row.line,
    )


def _shares(rows, parties, no_parties, day):
    """One share per party, and one per name of the rows that are no party. Rows without any number are left out."""
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
