"""Test the statistics in the snapshot of a country."""

from datetime import UTC, datetime

import pytest

from graph.models import Entity
from snapshots.countries import elections, institutions
from snapshots.countries.snapshot import stats_section
from tests.factories import (
    ElectionFactory,
    InstitutionFactory,
    OfficeFactory,
    PartyFactory,
    PoliticianFactory,
)

COUNTED = ("politicians", "parties", "elections", "offices", "institutions")


def stats(facts):
    return stats_section(facts, institutions.section(facts), elections.section(facts))


def test_stats_count_published_entities_of_the_country(facts):
    for number in range(3):
        PoliticianFactory(name=f"Person {number}")
    PoliticianFactory(name="A draft", status=Entity.Status.DRAFT)
    PoliticianFactory(name="A German", country_code="de")
    PartyFactory()
    OfficeFactory()

    numbers = stats(facts())

    assert {name: numbers[name] for name in COUNTED} == {
        "politicians": 3,
        "parties": 1,
        "elections": 0,
        "offices": 1,
        "institutions": 0,
    }


def test_stats_have_the_dates_of_the_last_and_next_election(facts):
    for day, status in (
        ("2022-04-24", "held"),
        ("2017-05-07", "held"),
        ("2026-05-01", "scheduled"),
        ("2027-04", "scheduled"),
    ):
        ElectionFactory(details__date=day, details__status=status)

    numbers = stats(facts())

    assert (numbers["last_election"], numbers["next_election"]) == ("2022-04-24", "2027-04")


def test_next_election_is_not_overdue(facts):
    ElectionFactory(details__date="2026-05-01", details__status="scheduled")

    assert stats(facts())["next_election"] is None


@pytest.mark.parametrize(
    ("chambers", "seats"),
    [
        ({"legislature": 101}, 101),
        ({"legislature": None, "lower chamber": 577, "upper chamber": 348}, 925),
        ({"legislature": 925, "lower chamber": 577, "upper chamber": None}, None),
        ({"lower chamber": 577}, 577),
        ({"legislature": None}, None),
        ({"cabinet": 20}, None),
        ({}, None),
    ],
)
def test_legislature_seats_are_those_of_all_chambers(facts, chambers, seats):
    for kind, number in chambers.items():
        InstitutionFactory(name=kind, details__institution_type=kind, details__seats=number)

    assert stats(facts())["legislature_seats"] == seats


def test_updated_at_is_that_of_the_newest_entity(facts):
    newest = datetime(2026, 6, 15, 11, 59, tzinfo=UTC)
    Entity.objects.update(created_at=datetime(2026, 1, 1, tzinfo=UTC), updated_at=datetime(2026, 1, 1, tzinfo=UTC))
    PoliticianFactory(name="Someone new", created_at=newest, updated_at=newest)

    assert stats(facts())["updated_at"] == datetime(2026, 6, 15, 11, 59, tzinfo=UTC)


def test_population_is_that_of_the_country(facts):
    assert stats(facts())["population"] == 68_521_974
