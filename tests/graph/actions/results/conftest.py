"""Fixtures for results: races with two or three candidacies, their chamber, and functions that record counts."""

from datetime import UTC, datetime, timedelta

import pytest

from graph.actions.results import record
from graph.actions.results.records import TallyRecord, VersionRecord
from tests.factories import (
    CandidacyFactory,
    CoverageFactory,
    InstitutionFactory,
    OfficeFactory,
    PartyFactory,
    PoliticianFactory,
    RaceFactory,
    RelationshipFactory,
    SourceFactory,
)

NIGHT = datetime(2019, 12, 12, 22, tzinfo=UTC)


def at(minutes: int) -> datetime:
    """Return a time on the election night, ``minutes`` after its beginning."""
    return NIGHT + timedelta(minutes=minutes)


def counted(*votes: int, **values) -> VersionRecord:
    """Return a `VersionRecord` of a count, with the votes of the first candidacy, the second, and so on. ``values`` are
    its other fields."""
    values.setdefault("tallies", [TallyRecord(index, votes=number) for index, number in enumerate(votes)])
    return VersionRecord(**values)


def add_candidacies(race, *parties, people=None):
    """Add a candidacy for each party to a race, and return them. A party may be a text: then the candidacy has this
    label, and no party in the graph. ``people`` has the candidates in the same order, if any are in the graph."""
    people = people or [None] * len(parties)
    return [
        CandidacyFactory(
            race=race,
            person=person,
            party=None if isinstance(party, str) else party,
            label=party if isinstance(party, str) else party.name,
        )
        for party, person in zip(parties, people, strict=True)
    ]


@pytest.fixture
def parties():
    names = ("Labour Party", "Conservative Party", "Plaid Cymru")
    return [PartyFactory(name=name, country_code="gb") for name in names]


@pytest.fixture
def coverage():
    return CoverageFactory()


@pytest.fixture
def race(coverage, parties):
    """Return a race with three candidacies, one for each party. Only the first candidate is a politician in the
    graph."""
    race = RaceFactory(election=coverage.election)
    add_candidacies(race, *parties, people=[PoliticianFactory(name="Stephen Kinnock", country_code="gb"), None, None])
    return race


@pytest.fixture
def first_count(race):
    return record(race, counted(100, 60, 20, valid_from=at(0)))


@pytest.fixture
def races(coverage, parties):
    """Return three races, each with candidates of two parties, who are politicians in the graph, and the Speaker, who
    is not."""
    SourceFactory(slug="a-source")
    races = RaceFactory.create_batch(3, election=coverage.election)
    for race in races:
        add_candidacies(
            race, *parties[:2], "Speaker", people=[*PoliticianFactory.create_batch(2, country_code="gb"), None]
        )
    return races


def declare(race, *votes, **values):
    return record(race, counted(*votes, phase="final", electorate=400, valid=sum(votes), source="a-source", **values))


def declare_all(races):
    for race, votes in zip(races, [(100, 90, 0), (80, 100, 0), (10, 100, 10)], strict=True):
        declare(race, *votes)


@pytest.fixture
def chamber(coverage):
    """Return a chamber with three seats, which the election of `coverage` fills."""
    chamber = InstitutionFactory(name="House of Commons", country_code="gb", details__seats=3)
    office = OfficeFactory(country_code="gb", details__office_type="legislator")
    RelationshipFactory(type="institution_contains_office", subject=chamber, object=office)
    RelationshipFactory(type="office_elected_in_election", subject=office, object=coverage.election)
    return chamber
