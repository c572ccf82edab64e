"""From events of the list to elections: what was voted on, in which country, and which rounds belong together."""

from collections.abc import Iterator

from graph.importers.crosswalk import Countries, Country
from graph.importers.records import (
    EntityRecord,
    IdentifierRecord,
    Record,
    RejectedRecord,
    RelationshipRecord,
    country_key,
)
from graph.importers.reign.judgements import ASSEMBLIES, ASSEMBLY_COUNTRIES, MISTAKEN, OWN_SINCE
from graph.kinds import ElectionKind, ElectionStatus, Kind
from graph.relations import RelationshipType
from graph.text import dates

CORRELATES_OF_WAR = "cow"
REIGN_NAME = "reign-country"
SINCE = 1950
VOTE = "Vote"
REFERENDUM = "R"
LEGISLATIVE = "L"
DIRECT, INDIRECT = "Y", "N"
FIRST_ROUND, SECOND_ROUND = "1", "2"
# The longest wait between two rounds was Ecuador's, from July 1978 to April 1979.
LONGEST_WAIT_DAYS = 300


class CannotTell(Exception):
    """The event is no election that the graph can have; the text says why."""


class Elections:
    """Takes the events of the list one after the other, as the second round needs to know the first."""

    def __init__(self, countries: Countries):
        self._countries = countries
        self._first_rounds: dict[tuple[str, str], str] = {}
        self._told: set[tuple[str, str, str]] = set()

    def records(self, line: str, row: dict[str, str]) -> Iterator[Record]:
        """The election and its country, a refusal with the reason, or nothing for what is no vote for people."""
        if not row["event"].startswith(VOTE) or row["type"] == REFERENDUM:
            return
        try:
            day = _day(row)
            country, kind = self._country(row, dates.year_of(day)), _kind(row)
            if self._is_news(row, country, kind, day):
                yield from _records(line, row["elecnum"], country, kind, day)
        except CannotTell as error:
            yield RejectedRecord(reason=str(error), line=line)

    def _country(self, row, year) -> Country:
        code = row["ccode"]
        if year < SINCE:
            raise CannotTell(f"before {SINCE}, when the list starts")
        if year < OWN_SINCE.get(code, SINCE):
            raise CannotTell("the country was part of another state then, whose institutions were elected")
        # Malawi's code is wrong in the list, and former states have a code and a name of their own.
        country = self._countries.by(CORRELATES_OF_WAR, code) or self._countries.by(REIGN_NAME, row["country"])
        if country is None:
            raise CannotTell(f"{row['country'].strip()} is no country of the graph")
        return country

    def _is_news(self, row, country, kind, day) -> bool:
        """Whether the election is not yet told: as the first round, or under the code of another state before it."""
        if row["runoff"] == SECOND_ROUND:
            self._check_first_round(country, kind, day)
            return False
        if row["runoff"] == FIRST_ROUND:
            self._first_rounds[country.code, kind] = day
        key = (country.code, kind, day)
        is_news = key not in self._told
        self._told.add(key)
        return is_news

    def _check_first_round(self, country, kind, day):
        first = self._first_rounds.get((country.code, kind))
        if first is None or not 0 <= _days(first, day) <= LONGEST_WAIT_DAYS:
            raise CannotTell("a second round without a first one")


def _kind(row) -> ElectionKind:
    if row["elecnum"] in MISTAKEN:
        raise CannotTell(MISTAKEN[row["elecnum"]])
    if row["type"] == LEGISLATIVE:
        return ElectionKind.LEGISLATIVE
    # A second round in Congress belongs to an election by the people, as in Bolivia and Chile.
    if row["direct"] == DIRECT or row["runoff"] == SECOND_ROUND:
        return ElectionKind.PRESIDENTIAL
    if _elects_assembly(row):
        return ElectionKind.LEGISLATIVE
    raise CannotTell("an assembly or a college chose the leader: the list does not tell what the people voted on")


def _elects_assembly(row):
    return row["elecnum"] in ASSEMBLIES or (row["direct"] == INDIRECT and row["ccode"] in ASSEMBLY_COUNTRIES)


def _day(row) -> str:
    try:
        return dates.of(*(int(row[column]) for column in _known_parts(row)))
    except ValueError as error:
        raise CannotTell(f"no date: {error}") from error


def _known_parts(row):
    columns = ("elec_year", "elec_month", "elec_day")
    return [column for column in columns if row[column].strip()]


def _days(first, second):
    return (dates.last_day(second) - dates.first_day(first)).days


def _records(line, number, country, kind, day) -> Iterator[Record]:
    key = f"reign:{number}"
    yield EntityRecord(
        key=key,
        kind=Kind.ELECTION,
        name=f"{day[:4]} {country.name} {kind} election",
        country_code=country.code,
        details={"date": day, "kind": kind, "status": ElectionStatus.HELD},
        identifiers=(IdentifierRecord(scheme="reign-election", value=number),),
        line=line,
    )
    yield RelationshipRecord(
        type=RelationshipType.OCCURS_IN_COUNTRY,
        subject=key,
        object=country_key(country.code),
        start_date=day,
        end_date=day,
        line=line,
    )
