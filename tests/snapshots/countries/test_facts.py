"""Test from which day on the service knows anything about a country."""

from datetime import date

import pytest

from graph.models import Entity
from tests.factories import ElectionFactory, InstitutionFactory, OfficeFactory, PartyFactory, PoliticianFactory

JUNE_2000 = date(2000, 6, 1)


@pytest.fixture
def president(france):
    return OfficeFactory(title="President", details__office_type="head of state")


def is_known(loaded):
    """Return True if the service knows anything about the country on the day of the loaded facts. Only then do the
    facts contain offices."""
    return bool(loaded.offices)


def test_country_is_known_from_its_first_election(facts, president):
    ElectionFactory(details__date="2000-06-01")

    assert is_known(facts(JUNE_2000))
    assert not is_known(facts(date(2000, 5, 31)))


def test_country_is_known_from_its_first_term_of_office(facts, held, president):
    held(PoliticianFactory(), president, "2000-06-01")

    assert is_known(facts(JUNE_2000))
    assert not is_known(facts(date(2000, 5, 31)))


def test_facts_of_another_country_do_not_count(facts, held, president):
    ElectionFactory(country_code="de", details__date="1990")
    held(PoliticianFactory(), OfficeFactory(country_code="de"), "1990")

    assert not is_known(facts(JUNE_2000))


@pytest.mark.parametrize("status", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
def test_facts_that_are_not_published_do_not_count(facts, held, president, status):
    held(PoliticianFactory(status=status), president, "1990")
    ElectionFactory(details__date="1990", status=status)

    assert not is_known(facts(JUNE_2000))


def test_relationships_of_another_type_do_not_count(facts, held, president):
    held(PoliticianFactory(), PartyFactory(), "1990", type="politician_member_of_party")

    assert not is_known(facts(JUNE_2000))


def test_today_needs_no_dated_fact(facts, president):
    InstitutionFactory()

    assert is_known(facts())
