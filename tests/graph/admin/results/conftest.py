"""Fixtures for the admin of results: a race, its final count, and the form data on its page."""

import pytest

from graph.actions.results import record
from tests import factories
from tests.graph.actions.results.conftest import add_candidacies, counted


@pytest.fixture
def race():
    race = factories.RaceFactory(name="Aberavon")
    add_candidacies(race, "Labour", "Conservative", "Plaid Cymru")
    return race


@pytest.fixture
def final(race, editor):
    return record(race, counted(100, 60, 20, phase="final", valid=180), by=editor)


@pytest.fixture
def type_votes(race):
    """Return the function ``type_votes(*votes)``. It returns the form data of a count, with votes in the order of the
    candidacies, from an editor who has seen the newest version."""

    def _type_votes(*votes, **typed):
        race.refresh_from_db()
        cells = {f"votes_{row.pk}": number for row, number in zip(race.candidacies.order_by("pk"), votes, strict=False)}
        return {"version": race.current.number if race.current else 0} | cells | typed

    return _type_votes
