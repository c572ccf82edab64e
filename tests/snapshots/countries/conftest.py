"""Fixtures for snapshots: the country France, its facts on a day, and terms of office."""

from datetime import date

import pytest

from graph.queries.entities import find_entity
from snapshots.countries.facts import load_country_facts
from tests.factories import CountryFactory, RelationshipFactory

JANUARY = date(2026, 1, 22)
"""The day on which sources verified the facts in these tests."""


@pytest.fixture
def france(db, today):
    return CountryFactory(country_code="fr")


@pytest.fixture
def facts(france, today):
    """Return the function ``facts(day)``. It loads the facts about France on a past day, or today if no day is
    given."""

    def gathered(day=None):
        country = find_entity(france.slug, day or today)
        return load_country_facts(country, day or today, is_past=day is not None)

    return gathered


@pytest.fixture
def held(france):
    """Return the function ``held(subject, office, start, end)``. It creates a term of office between two partial dates,
    and returns the relationship. Both dates may be left out."""

    def state(subject, office, start="", end="", **values):
        values = {"verified_at": JANUARY} | values
        return RelationshipFactory(subject=subject, object=office, start_date=start, end_date=end, **values)

    return state
