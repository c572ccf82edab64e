"""Fixtures with small graphs: the President of France with his election and country, a country with more parties than
one response contains, and results of a British election. Fixtures with names ``shared_…`` make entities once for all
tests of a module."""

from datetime import UTC, date, datetime

import pytest
from django.db import DEFAULT_DB_ALIAS, connections

from graph.models import Entity, Relationship
from graph.models.details import PartyDetails
from graph.relations import RelationshipType
from tests.factories import (
    CitationFactory,
    CompositionFactory,
    CountryFactory,
    ElectionFactory,
    IdentifierFactory,
    InstitutionFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
    SeatShareFactory,
    SourceFactory,
)
from tests.factories.entities import hyphenated
from tests.results import election_of_2017, election_of_2019, three_parties

A_MAY_MORNING = datetime(2026, 5, 1, 10, tzinfo=UTC)
OPERATES = RelationshipType.OPERATES_IN_COUNTRY
TIMES = {"created_at": A_MAY_MORNING, "updated_at": A_MAY_MORNING}


@pytest.fixture
def france(db):
    return shared("france") or make_france()


def make_france():
    return CountryFactory(description="A country of Europe.", **TIMES)


@pytest.fixture
def presidency(france):
    return shared("president-of-france") or make_presidency(france)


def make_presidency(france):
    office = OfficeFactory(description="Head of state of France.", **TIMES)
    RelationshipFactory(subject=office, object=france, updated_at=A_MAY_MORNING)
    return office


@pytest.fixture
def macron(presidency):
    return shared("emmanuel-macron") or make_macron(presidency)


def make_macron(presidency):
    """Create and return a politician who has been President since 2017 and was a candidate in 2022. A source confirmed
    both in January 2026."""
    politician = PoliticianFactory(
        name="Emmanuel Macron", description="President of France since 14 May 2017.", **TIMES
    )
    values = {"subject": politician, "verified_at": date(2026, 1, 22), "updated_at": A_MAY_MORNING}
    RelationshipFactory(object=presidency, start_date="2017-05-14", **values)
    stood = {"start_date": "2022-04-24", "end_date": "2022-04-24", "role": "candidate"}
    RelationshipFactory(object=ElectionFactory(**TIMES), **stood, **values)
    OtherNameFactory(entity=politician)
    IdentifierFactory(entity=politician, value="Q3052772")
    CitationFactory(entity=politician)
    return politician


@pytest.fixture
def hub(france):
    """Return France with 205 parties. This is more than the 200 relationships that the response for an entity can
    have."""
    names = [f"Parti {number:03d}" for number in range(205)]
    built = [PartyFactory.build(name=name, slug=f"{hyphenated(name)}-fr", details=None, **TIMES) for name in names]
    parties = Entity.objects.bulk_create(built)
    PartyDetails.objects.bulk_create(PartyDetails(entity=party) for party in parties)
    source = SourceFactory()
    values = {"source": source, "verified_at": source.retrieved, "updated_at": A_MAY_MORNING}
    Relationship.objects.bulk_create(
        Relationship(type=OPERATES, subject=party, object=france, start_date=str(1950 + number % 70), **values)
        for number, party in enumerate(parties)
    )
    return france


@pytest.fixture
def republic(macron, france):
    """Return France with a President, his party, a vacant office of Prime Minister, an assembly and elections."""
    party = PartyFactory(name="Renaissance", **TIMES)
    for subject, object_, start in ((party, france, "2016-04-06"), (macron, party, "2016-04-06")):
        RelationshipFactory(subject=subject, object=object_, start_date=start, updated_at=A_MAY_MORNING)
    premiership = OfficeFactory(title="Prime Minister", **TIMES)
    RelationshipFactory(subject=premiership, object=france, updated_at=A_MAY_MORNING)
    assembly = InstitutionFactory(name="National Assembly", **TIMES)
    RelationshipFactory(subject=assembly, object=france, updated_at=A_MAY_MORNING)
    ElectionFactory(details__date="2027-04", details__status="scheduled", **TIMES)
    composition = CompositionFactory(institution=assembly, start_date="2024-07-07", updated_at=A_MAY_MORNING)
    SeatShareFactory(composition=composition, party=party, seats=98, vote_share=21.28)
    SeatShareFactory(composition=composition, party=None, name="Others", seats=479)
    return france


@pytest.fixture
def same_connection(monkeypatch):
    """Let requests leave the database connection open. To close it would end the transaction of the test."""
    monkeypatch.setattr(connections[DEFAULT_DB_ALIAS], "close_if_unusable_or_obsolete", lambda: None)


@pytest.fixture
def gb_2019(db):
    return shared("gb-2019") or make_gb_2019()


def make_gb_2019():
    """Create the results of a small British general election in 2019 and of the previous one in 2017. Return the
    election of 2019."""
    parties = three_parties()
    return election_of_2019(parties, election_of_2017(parties))


@pytest.fixture(scope="module")
def shared_results(share):
    """Create the election of `gb_2019` once for all tests of a module."""
    share(make_gb_2019)


@pytest.fixture(scope="module")
def shared_graph(shared_results, share):
    """Create the entities of `macron` and `gb_2019` once for all tests of a module."""
    share(lambda: make_macron(make_presidency(make_france())))


def shared(slug):
    """Return the entity with this slug if a fixture has created it for the whole module, otherwise None."""
    return Entity.objects.filter(slug=slug).first()
