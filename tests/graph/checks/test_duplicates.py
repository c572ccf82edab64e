"""Test that check_duplicates() does not report people with the same name who certainly are different people."""

import pytest

from graph.checks.rules import check_duplicates
from graph.relations import RelationshipType
from tests.factories import (
    IdentifierFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def two():
    return PoliticianFactory(name="Wang Wei"), PoliticianFactory(name="Wang Wei")


def terms(people, *years):
    """Give each person a term in the same office, as a legislator. ``years`` has a pair (start, end) for each
    person."""
    office = OfficeFactory(details__office_type="legislator")
    for person, (start, end) in zip(people, years, strict=True):
        RelationshipFactory(
            type=RelationshipType.HOLDS_OFFICE,
            subject=person,
            object=office,
            start_date=start,
            end_date=end,
            verified_at="2015-11-30",
        )


def is_found():
    return len(list(check_duplicates(None))) == 1


def test_people_with_only_a_common_name_are_possible_duplicates(two):
    assert is_found()


@pytest.mark.parametrize(("values", "expected"), [(("Q1", "Q2"), False), (("Q1", "Q1"), True)])
def test_wikidata_items(two, values, expected):
    for person, value in zip(two, values, strict=True):
        IdentifierFactory(entity=person, scheme="wikidata", value=value)
    assert is_found() == expected


@pytest.mark.parametrize(("names", "expected"), [(("王伟", "王薇"), False), (("王伟", "王伟"), True)])
def test_native_names(two, names, expected):
    for person, name in zip(two, names, strict=True):
        OtherNameFactory(entity=person, name=name, kind="native")
    assert is_found() == expected


@pytest.mark.parametrize(
    ("years", "expected"),
    [
        ([("1990-03-01", "1994-03-01"), ("1992-03-01", "1996-03-01")], False),
        ([("2013-03-05", ""), ("2013-03-05", "")], False),
        ([("1990-03-01", "1994-03-01"), ("1994-03-01", "1998-03-01")], True),
        ([("1890-03-01", "1894-03-01"), ("1966-03-01", "1970-03-01")], False),
    ],
    ids=["at once", "at once without an end", "one after the other", "a lifetime apart"],
)
def test_terms_in_a_chamber(two, years, expected):
    terms(two, *years)
    assert is_found() == expected


def test_years_of_birth():
    for year in (1950, 1951):
        PoliticianFactory(name="Wang Wei", details__birth_year=year)
    assert not is_found()


def test_parties_of_different_years_are_possible_duplicates():
    for year in (1950, 1951):
        PartyFactory(name="Labour", details__founded_year=year)
    assert is_found()
