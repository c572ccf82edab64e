"""A small republic, and its facts on a day."""

from datetime import date

import pytest

from graph.queries.entities import find_entity
from snapshots.countries.facts import load_country_facts
from tests.factories import CountryFactory, RelationshipFactory

JANUARY = date(2026, 1, 22)
"""The day on which the sources of these tests confirm their facts."""


@pytest.fixture
def france(db, today):
    return CountryFactory(country_code="fr")


@pytest.fixture
def facts(france, today):
    """Gather the facts of France: of today, or of the day given."""

    def gathered(day=None):
        country = find_entity(france.slug, day or today)
        return load_country_facts(country, day or today, is_past=day is not None)

    return gathered


@pytest.fixture
def held(france):
    """State that somebody holds an office, from a day on and perhaps to another."""

    def state(subject, office, start="", end="", **values):
        values = {"verified_at": JANUARY} | values
        return RelationshipFactory(subject=subject, object=office, start_date=start, end_date=end, **values)

    return state
