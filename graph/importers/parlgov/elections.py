"""Read the elections of ParlGov, their results, and the seats by party. The table of results has a row for each party
and for each alliance of parties. In the row of a party, the column ``alliance`` has the ``id`` of the row of its
alliance. The seats and votes of an alliance are either in its own row, or in the rows of its parties. An empty cell
means unknown, not 0. The argument ``parties`` maps ParlGov IDs to parties. Some rows of ParlGov's table of parties are
not parties: ``no_parties`` maps their IDs to names such as "Others"."""

import calendar
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from graph.importers import builders
from graph.importers.countries import Country
from graph.importers.parlgov.parties import Party
from graph.importers.records import CompositionRecord, Record, RejectedRecord, SeatShareRecord
from graph.importers.tables import Row, read_table
from graph.kinds import ElectionKind, NoParty
from graph.results import percentage
from graph.text import dates

COLUMNS = "id type country date seats_total electorate votes_cast".split()
RESULT_COLUMNS = "id election party alliance seats vote_share votes".split()
KINDS = {"13": ElectionKind.LEGISLATIVE, "1": ElectionKind.EUROPEAN}
LABELS = {ElectionKind.LEGISLATIVE: "legislative", ElectionKind.EUROPEAN: "European Parliament"}
# If a country joined the European Union between two elections, its parliament sent members from 1 January.
ACCESSION_DAY = "-01-01"


@dataclass(frozen=True, slots=True)
class List:
    """A party or an alliance of parties in an election. An alliance can have the name of its largest party. ``shares``
    is a list of vote shares in per cent. Usually, it has one number, or none if the share is unknown. But if an
    alliance has the name of one of its parties, and this party has votes of its own, the list has the share of each
    party in the alliance. The first number is the share of the party ``name``."""

    name: str
    seats: int
    votes: int
    shares: list[float]


@dataclass(frozen=True, slots=True)
class Election:
    """An election: its row in the table of elections, and its rows in the table of results."""

    country: Country
    kind: ElectionKind
    row: Row
    results: list[Row]

    @property
    def key(self) -> str:
        return f"parlgov:election:{self.row['id']}"

    @property
    def date(self) -> str:
        return self.row["date"]

    @property
    def name_without_month(self) -> str:
        """Return a name such as "2019 Spain legislative election". Two elections of one year can share it."""
        return f"{self.date[:4]} {self.country.name} {LABELS[self.kind]} election"


def read_elections(path: Path, country_of: Mapping[str, Country]) -> tuple[list[Election], list[RejectedRecord]]:
    """Return (elections, rejected rows) from the folder ``path``. ``country_of`` maps ParlGov IDs to countries."""
    results, elections, rejected = defaultdict(list), [], []
    for row in read_table(path / "32__elections__ElectionResult.csv.gz", RESULT_COLUMNS):
        results[row["election"]].append(row)
    for row in read_table(path / "31__elections__Election.csv.gz", COLUMNS):
        if reason := _rejection_reason(row, country_of):
            rejected.append(RejectedRecord(reason=reason, line=row.line))
        else:
            elections.append(Election(country_of[row["country"]], KINDS[row["type"]], row, results[row["id"]]))
    return elections, rejected


def last_elections(elections: Iterable[Election]) -> dict[str, str]:
    """Map the ParlGov ID of each party to the date of the last election in which it has a result."""
    last = {}
    for election in sorted(elections, key=lambda election: election.date):
        last.update((row["party"], election.date) for row in election.results)
    return last


def records(elections: Iterable[Election], parties: Mapping[str, Party], no_parties: Mapping) -> Iterator[Record]:
    """Yield the records of each election and of the seats after it, or a rejected record if a number is invalid."""
    in_a_year = Counter(election.name_without_month for election in elections)
    for election in elections:
        needs_month = in_a_year[election.name_without_month] > 1
        month = f"{calendar.month_name[int(election.date[5:7])]} " if needs_month else ""
        try:
            more = {"kind": election.kind, "results": _results(election, parties), "line": election.row.line}
            more["identifiers"] = {"parlgov-election": election.row["id"]}
            # Build the composition before the first record, so that an invalid number rejects the whole election.
            compositions = list(_composition(election, parties, no_parties))
            name = month + election.name_without_month
            yield from builders.election(election.key, name, election.country.code, day=election.date, **more)
            yield from compositions
        except ValueError as error:
            yield RejectedRecord(reason=f"a result is no number: {error}", line=election.row.line)


def turnout(votes_cast: str, electorate: str) -> float | None:
    """Return the turnout in per cent, computed from two cells of the table. Return None if a cell is empty, or if the
    turnout would be 0 or more than 100. Raise ValueError if a cell is not a number."""
    if not (votes_cast and electorate):
        return None
    share = percentage(float(votes_cast), float(electorate))
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


def _results(election, parties):
    """Return ``winner`` (who has the most seats), ``turnout`` in per cent, and ``result_margin`` (see `_lead`)."""
    lists = _lists(election, parties)
    winner = max(lists, key=lambda entry: (entry.seats, entry.votes, sum(entry.shares)), default=None)
    is_known = winner is not None and winner.seats > 0
    return {
        "winner": winner.name if is_known else None,
        "turnout": turnout(election.row["votes_cast"], election.row["electorate"]),
        "result_margin": _lead(winner, lists) if is_known else None,
    }


def _lead(winner, lists):
    """Return the lead of ``winner`` in percentage points of the votes, or None if it is unknown or negative."""
    first, *others = winner.shares or [0]
    others += (share for entry in lists if entry is not winner for share in entry.shares)
    lead = round(first - max(others), 2) if first and others else -1
    return lead if lead >= 0 else None


def _lists(election, parties) -> list[List]:
    """Return a `List` for each alliance, and for each party in no alliance. Leave out rows that are not parties."""
    by_id, rows_of, found = {row["id"]: row for row in election.results}, defaultdict(list), []
    for row in by_id.values():
        rows_of[_main_row(row, by_id, parties)["id"]].append(row)
    for number, rows in rows_of.items():
        seats, votes = (sum(_integer(row[column]) for row in rows) for column in ("seats", "votes"))
        naming = _naming_row(by_id[number], rows, parties)
        if party := parties.get(naming["party"]):
            found.append(List(party.name_on(election.date), seats, votes, _vote_shares(by_id[number], naming, rows)))
    return found


def _vote_shares(main_row, naming_row, rows):
    """Return the vote shares of a party or an alliance, as in `List.shares`. ``main_row`` is the row of the party or
    the alliance. ``rows`` are ``main_row`` and the rows of the parties in the alliance. ``naming_row`` is the row in
    ``rows`` that gives the alliance its name (see `_naming_row`).

    Usually, the list has one number: the sum of the shares in ``rows``. But if an alliance has the name of one of its
    parties, and this party has votes of its own, the list has the share of each row, first that of ``naming_row``."""
    naming_first = sorted(rows, key=lambda row: row is not naming_row)
    shares = [float(row["vote_share"]) for row in naming_first if row["vote_share"]]
    have_own_votes = main_row["seats"] and naming_row["vote_share"]
    return shares if have_own_votes or not shares else [sum(shares)]


def _main_row(row, by_id, parties):
    """Return the row of the alliance to which the party in ``row`` belongs. If this alliance is part of a larger one,
    return the row of the larger one. Without an alliance, return ``row``. ``by_id`` maps IDs to rows."""
    seen = set()
    while row["id"] not in seen and (alliance := by_id.get(row["alliance"])) and alliance["party"] in parties:
        seen.add(row["id"])
        row = alliance
    return row


def _naming_row(main_row, rows, parties) -> Row:
    """Return the row that gives a party or an alliance its name. The arguments are those of `_vote_shares`. If the
    seats in ``main_row`` are unknown, return ``main_row``. Otherwise, return the row of a party with the most seats."""
    if not main_row["seats"]:
        return main_row
    of_parties = [row for row in rows if row["party"] in parties]
    return max(of_parties, key=lambda row: (_integer(row["seats"]), row is main_row), default=main_row)


def _composition(election, parties, no_parties) -> Iterator[CompositionRecord]:
    """Yield the composition (seats by party) after a legislative election, if the total of seats is known."""
    total = int(election.row["seats_total"] or 0)
    # The members of the European Parliament from one country are not a chamber, so they have no composition.
    if election.kind == ElectionKind.LEGISLATIVE and total and election.results:
        about = {"election": election.key, "start_date": election.date, "line": election.row.line}
        yield CompositionRecord(total=total, shares=tuple(_shares(election, parties, no_parties)), **about)


def _shares(election, parties, no_parties):
    """Yield a `SeatShareRecord` for each party. Rows that are not parties are added up if they have the same name."""
    rows_of = defaultdict(list)
    for row in election.results:
        if row["seats"] or row["vote_share"]:
            party = parties.get(row["party"])
            name = party.name_on(election.date) if party else no_parties.get(row["party"], NoParty.OTHERS.value)
            rows_of[party.key if party else "", name].append(row)
    for (key, name), rows in rows_of.items():
        seats, votes = sum(_integer(row["seats"]) for row in rows), [row["vote_share"] for row in rows]
        # If the votes of one row are unknown, the sum is unknown.
        share = round(sum(map(float, votes)), 2) if all(votes) else None
        yield SeatShareRecord(name=name, party=key, seats=seats, vote_share=share)


def _integer(text):
    return int(float(text or 0))
