"""Test the offices in the snapshot of a country, each with all its holders."""

import pytest

from graph.models import Entity
from snapshots.countries import offices
from tests.factories import OfficeFactory, PoliticianFactory


@pytest.fixture
def seat(france):
    return OfficeFactory(
        title="Member of the National Assembly", details__office_type="legislator", details__term_length=5
    )


def test_section_is_sorted_by_importance(facts, seat):
    for title, office_type in (("Prime Minister", "head of government"), ("President", "head of state")):
        OfficeFactory(title=title, details__office_type=office_type)
    OfficeFactory(title="Keeper of Secrets", details=None)

    assert [row["office"]["name"] for row in offices.section(facts())] == [
        "President of France",
        "Prime Minister of France",
        "Member of the National Assembly of France",
        "Keeper of Secrets of France",
    ]


def test_row_has_type_term_and_holders_by_name(facts, held, seat):
    for name in ("Zoe", "Ann"):
        held(PoliticianFactory(name=name), seat, "2024-07-07")

    (row,) = offices.section(facts())

    assert (row["office_type"], row["term_length"]) == ("legislator", 5)
    assert [holder["politician"]["name"] for holder in row["holders"]] == ["Ann", "Zoe"]
    assert row["holders"][0] | {"politician": None} == {
        "politician": None,
        "start_date": "2024-07-07",
        "end_date": None,
        "role": None,
        "status": "current",
        "verified_at": "2026-01-22",
    }


def test_row_of_a_vacant_office_has_no_holders(facts, held, seat):
    held(PoliticianFactory(), seat, "2017", "2022")

    assert offices.section(facts())[0]["holders"] == []


def test_row_has_a_person_once_on_the_day_between_two_terms(facts, held, seat, today):
    deputy = PoliticianFactory()
    held(deputy, seat, "2022-06-20", today.isoformat())
    held(deputy, seat, today.isoformat())

    (row,) = offices.section(facts())

    assert [holder["start_date"] for holder in row["holders"]] == ["2026-06-15"]


@pytest.mark.parametrize("status", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
def test_section_leaves_out_offices_and_holders_that_are_not_published(facts, held, seat, status):
    held(PoliticianFactory(status=status), seat, "2024")
    held(PoliticianFactory(), OfficeFactory(title="Minister of Justice", status=status), "2024")

    assert [(row["office"]["name"], row["holders"]) for row in offices.section(facts())] == [(seat.name, [])]


def test_section_leaves_out_offices_of_other_countries(facts, held):
    held(PoliticianFactory(), OfficeFactory(country_code="de"), "2024")

    assert offices.section(facts()) == []
