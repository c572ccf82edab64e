"""Since when anything is known of a country."""

from datetime import date

import pytest

from graph.models import Entity
from tests.factories import ElectionFactory, InstitutionFactory, OfficeFactory, PartyFactory, PoliticianFactory

JUNE_2000 = date(2000, 6, 1)


@pytest.fixture
def president(france):
    return OfficeFactory(title="President", details__office_type="head of state")


def is_known(told):
    """Whether the offices of the country are told, which have no dates of their own."""
    return bool(told.offices)


def test_it_is_known_from_its_first_election_on(facts, president):
    ElectionFactory(details__date="2000-06-01")

    assert is_known(facts(JUNE_2000))
    assert not is_known(facts(date(2000, 5, 31)))


def test_it_is_known_from_the_first_who_held_an_office(facts, held, president):
    held(PoliticianFactory(), president, "2000-06-01")

    assert is_known(facts(JUNE_2000))
    assert not is_known(facts(date(2000, 5, 31)))


def test_what_is_known_of_another_country_says_nothing(facts, held, president):
    ElectionFactory(country_code="de", details__date="1990")
    held(PoliticianFactory(), OfficeFactory(country_code="de"), "1990")

    assert not is_known(facts(JUNE_2000))


@pytest.mark.parametrize("status", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
def test_what_is_not_published_says_nothing(facts, held, president, status):
    held(PoliticianFactory(status=status), president, "1990")
    ElectionFactory(details__date="1990", status=status)

    assert not is_known(facts(JUNE_2000))


def test_statements_of_another_kind_say_nothing(facts, held, president):
    held(PoliticianFactory(), PartyFactory(), "1990", type="politician_member_of_party")

    assert not is_known(facts(JUNE_2000))


def test_today_everything_is_told_though_nothing_is_dated(facts, president):
    InstitutionFactory()

    assert is_known(facts())
