"""A known cast: the President of France, his election and his country, as a client finds them."""

from datetime import UTC, date, datetime

import pytest

from tests.factories import (
    CitationFactory,
    CountryFactory,
    ElectionFactory,
    IdentifierFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)

A_MAY_MORNING = datetime(2026, 5, 1, 10, tzinfo=UTC)
TIMES = {"created_at": A_MAY_MORNING, "updated_at": A_MAY_MORNING}


@pytest.fixture
def france(db):
    return CountryFactory(description="A country of Europe.", **TIMES)


@pytest.fixture
def presidency(france):
    office = OfficeFactory(description="Head of state of France.", **TIMES)
    RelationshipFactory(subject=office, object=france, updated_at=A_MAY_MORNING)
    return office


@pytest.fixture
def macron(presidency):
    """The President since 2017, confirmed in January 2026, who stood in the election of 2022."""
    politician = PoliticianFactory(
        name="Emmanuel Macron", description="President of France since 14 May 2017.", **TIMES
    )
    told = {"subject": politician, "verified_at": date(2026, 1, 22), "updated_at": A_MAY_MORNING}
    RelationshipFactory(object=presidency, start_date="2017-05-14", **told)
    stood = {"start_date": "2022-04-24", "end_date": "2022-04-24", "role": "candidate"}
    RelationshipFactory(object=ElectionFactory(**TIMES), **stood, **told)
    OtherNameFactory(entity=politician)
    IdentifierFactory(entity=politician, value="Q3052772")
    CitationFactory(entity=politician)
    return politician


@pytest.fixture
def hub(france):
    """France with 205 parties, five more than an entity's answer shows."""
    for number in range(205):
        party = PartyFactory(name=f"Parti {number:03d}", **TIMES)
        RelationshipFactory(subject=party, object=france, start_date=str(1950 + number % 70), updated_at=A_MAY_MORNING)
    return france
