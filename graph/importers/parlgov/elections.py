"""The records of ParlGov's elections."""

import calendar
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from graph.importers.countries import Countries, Country
from graph.importers.parlgov import compositions
from graph.importers.parlgov.countries import read_countries
from graph.importers.parlgov.lists import lists_of, margin, winner
from graph.importers.parlgov.parties import Party
from graph.importers.partyfacts.tables import Row, read_table
from graph.importers.records import (
    EntityRecord,
    IdentifierRecord,
    Record,
    RejectedRecord,
    RelationshipRecord,
    country_key,
)
from graph.kinds import ElectionKind, ElectionStatus, Kind
from graph.relations import RelationshipType
from graph.text import dates

FILE = "31__elections__Election.csv.gz"
COLUMNS = ("id", "type", "country", "date", "seats_total", "electorate", "votes_cast")
KINDS = {"13": ElectionKind.LEGISLATIVE, "1": ElectionKind.EUROPEAN}
LABELS = {ElectionKind.LEGISLATIVE: "legislative", ElectionKind.EUROPEAN: "European Parliament"}
# A country that joined the Union between two elections sent members of its parliament from that day.
ACCESSION_DAY = "-01-01"


@dataclass(frozen=True, slots=True)
class Election:
    """A row that is an election; ``name`` tells it from every other."""

    id: str
    country: Country
    kind: ElectionKind
    date: str
    name: str
    row: Row

    @property
    def key(self) -> str:
        return f"parlgov:election:{self.id}"


def read_elections(path: Path, countries: Countries) -> tuple[list[Election], list[RejectedRecord]]:
    """The elections of the countries of the graph, and the rows that are none."""
    country_of = read_countries(path, countries)
    rows, rejected = [], []
    for row in read_table(path / FILE, COLUMNS):
        reason = _reason_to_refuse(row, country_of)
        rows.append(row) if reason is None else rejected.append(RejectedRecord(reason=reason, line=row.line))
    in_a_year = Counter(_year(row) for row in rows)
    return [_election(row, country_of[row["country"]], in_a_year[_year(row)] > 1) for row in rows], rejected


def last_elections(elections: list[Election], results: Mapping[str, list[Row]]) -> dict[str, str]:
    """The date of the last election of each party, by ParlGov's number of the party."""
    last = {}
    for election in sorted(elections, key=lambda election: election.date):
        last.update((row["party"], election.date) for row in results.get(election.id, ()))
    return last


def records(
    elections: list[Election], results: Mapping[str, list[Row]], parties: Mapping[str, Party], rest: Mapping[str, str]
) -> Iterator[Record]:
    """An entity, where it was held and what parliament it gave for each election; all or nothing of one.

    ``rest`` names the rows of results that are no parties.
    """
    for election in elections:
        try:
            yield from _told(election, results.get(election.id, ()), parties, rest)
        except ValueError as error:
            yield RejectedRecord(reason=f"a result is no number: {error}", line=election.row.line)


def turnout(votes_cast: str, electorate: str) -> float | None:
    """Votes cast per cent of those entitled; None when unknown or, by a slip in the source, above a hundred."""
    if not (votes_cast and electorate and float(electorate)):
        return None
    share = round(float(votes_cast) / float(electorate) * 100, 2)
    return share if 0 < share <= 100 else None


def _reason_to_refuse(row, country_of):
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


def _election(row, country, is_one_of_several):
    kind = KINDS[row["type"]]
    name = f"{row['date'][:4]} {country.name} {LABELS[kind]} election"
    month = f"{calendar.month_name[int(row['date'][5:7])]} " if is_one_of_several else ""
    return Election(row["id"], country, kind, row["date"], month + name, row)


def _told(election, rows, parties, rest):
    told = [_entity(election, rows, parties), _occurs(election)]
    # The members of the European Parliament from one country are no chamber.
    if election.kind == ElectionKind.LEGISLATIVE and (given := compositions.record(election, rows, parties, rest)):
        told.append(given)
    return told


def _entity(election, rows, parties):
    return EntityRecord(
        key=election.key,
        kind=Kind.ELECTION,
        name=election.name,
        country_code=election.country.code,
        details=_details(election, rows, parties),
        identifiers=(IdentifierRecord(scheme="parlgov-election", value=election.id),),
        line=election.row.line,
    )


def _occurs(election):
    return RelationshipRecord(
        type=RelationshipType.OCCURS_IN_COUNTRY,
        subject=election.key,
        object=country_key(election.country.code),
        start_date=election.date,
        end_date=election.date,
        line=election.row.line,
    )


def _details(election, rows, parties):
    lists = lists_of(rows, parties, election.date)
    known = {
        "winner": winner(lists),
        "turnout": turnout(election.row["votes_cast"], election.row["electorate"]),
        "result_margin": margin(lists),
    }
    return {
        "date": election.date,
        "kind": election.kind,
        "status": ElectionStatus.HELD,
        **{name: value for name, value in known.items() if value is not None},
    }
