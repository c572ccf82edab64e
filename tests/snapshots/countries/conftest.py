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
    """Return a function that loads the facts about France. If it gets a day, it loads them as for a day in the past,
    otherwise for today."""

    def gathered(day=None):
        country = find_entity(france.slug, day or today)
        return load_country_facts(country, day or today, is_past=day is not None)

    return gathered


@pytest.fixture
def held(france):
    """Return a function that creates a term of office with a start and, optionally, an end."""

    def state(subject, office, start="", end="", **values):
        values = {"verified_at": JANUARY} | values
        return RelationshipFactory(subject=subject, object=office, start_date=start, end_date=end, **values)

    return state
