"""Test the query set methods for the editorial admin, such as the search for entities."""

from datetime import date

import pytest

from graph.models import Entity
from tests.factories import (
    CountryFactory,
    ElectionFactory,
    IdentifierFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)

pytestmark = pytest.mark.django_db
DAY = date(2026, 6, 15)


@pytest.mark.parametrize(
    ("typed", "is_found"),
    [
        ("", True),
        ("Ó hÓgáin", True),
        ("o hogain", True),
        ("hogain daithi", True),
        ("Dáithí", True),
        ("Hogan", True),
        ("Q42", True),
        ("daithi-o-hogain", True),
        ("Q4", False),
        ("daithi x", False),
        ("%", False),
        ("?!", False),
        ("o" * 5000, False),
    ],
)
def test_search_text_finds_names_slugs_and_identifiers(typed, is_found):
    politician = PoliticianFactory(name="Dáithí Ó hÓgáin", slug="daithi-o-hogain")
    OtherNameFactory(entity=politician, name="David Hogan", lang="en")
    IdentifierFactory(entity=politician, value="Q42")

    assert list(Entity.objects.search_text(typed)) == ([politician] if is_found else [])


def test_without_fact_finds_missing_values_and_missing_details():
    known, unknown = PoliticianFactory(details__birth_year=1950), PoliticianFactory(details__birth_year=None)
    bare = PoliticianFactory(details=None)
    CountryFactory()

    assert known not in Entity.objects.without_fact("politician", "birth_year")
    assert set(Entity.objects.without_fact("politician", "birth_year")) == {unknown, bare}


def test_without_fact_finds_empty_texts():
    typed, empty = OfficeFactory(details__office_type="legislator"), OfficeFactory(details__office_type="")

    assert typed not in Entity.objects.without_fact("office", "office_type")
    assert list(Entity.objects.without_fact("office", "office_type")) == [empty]


def test_without_relationship_finds_entities_that_are_no_subject_of_the_type():
    member = RelationshipFactory(type="politician_member_of_party").subject
    holder = RelationshipFactory(type="politician_holds_office").subject

    politicians = Entity.objects.of_kind("politician")
    assert list(politicians.without_relationship("outgoing", "politician_member_of_party")) == [holder]
    assert list(politicians.without_relationship("outgoing", "politician_holds_office")) == [member]


def test_without_relationship_finds_entities_that_are_no_object_of_the_type():
    party, empty = RelationshipFactory(type="politician_member_of_party").object, PartyFactory()

    without_member = Entity.objects.without_relationship("incoming", "politician_member_of_party")
    assert party not in without_member
    assert list(without_member.of_kind("party")) == [empty]


@pytest.mark.parametrize(
    ("values", "is_vacant"),
    [
        ({"start_date": "2020", "verified_at": date(2026, 1, 1)}, False),
        ({"start_date": "2020", "end_date": "2024", "verified_at": date(2026, 1, 1)}, True),
        ({"start_date": "2027", "verified_at": date(2026, 1, 1)}, True),
        ({"start_date": "2010", "verified_at": date(2015, 1, 1)}, True),
    ],
)
def test_without_holder_finds_vacant_offices(values, is_vacant):
    office = RelationshipFactory(**values).object

    assert (office in Entity.objects.of_kind("office").without_holder(DAY)) == is_vacant


@pytest.mark.parametrize(
    ("date_given", "status", "is_overdue"),
    [("2026-06-14", "scheduled", True), ("2026-06", "scheduled", False), ("2026-06-14", "held", False)],
)
def test_overdue_finds_past_elections_that_are_still_scheduled(date_given, status, is_overdue):
    election = ElectionFactory(details__date=date_given, details__status=status)

    assert (election in Entity.objects.overdue(DAY)) == is_overdue


def test_with_country_name_includes_drafts():
    CountryFactory(country_code="fr", status="draft")
    party = PartyFactory(country_code="fr")

    assert Entity.objects.with_country_name().get(pk=party.pk).country_name == "France"
