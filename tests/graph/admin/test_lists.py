"""Test the lists of entities: the search, the filters and the number of queries."""

import pytest
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext

from graph.checks import CHECKS
from graph.models import PROXIES
from tests.factories import (
    FACTORIES,
    CountryFactory,
    ElectionFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
)
from tests.graph.admin.pages import list_of
from tests.reading import text

pytestmark = pytest.mark.django_db


def names(response):
    return [row.name for row in response.context["cl"].result_list]


def test_list_shows_country_status_facts_and_last_change(as_editor):
    CountryFactory(country_code="fr")
    PoliticianFactory(name="Paul Martin", details__birth_year=1938, status="withdrawn")

    shown = text(as_editor.get(list_of("politician")))

    assert "Paul Martin France Withdrawn 1938 20" in shown


@pytest.mark.parametrize("typed", ["orban", "Orbán", "orbán viktor", "ORB", "Виктор"])
def test_list_finds_an_entity_by_any_name(typed, as_editor):
    orban = PoliticianFactory(name="Viktor Orbán", slug="viktor-orban")
    OtherNameFactory(entity=orban, name="Виктор Орбан", lang="ru")
    PoliticianFactory(name="Angela Merkel", slug="angela-merkel")

    assert names(as_editor.get(list_of("politician"), {"q": typed})) == ["Viktor Orbán"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"country": "de"}, ["SPD"]),
        ({"status": "draft"}, ["PS"]),
        ({"country": "de", "status": "draft"}, []),
        ({"missing": "parties_without_founded_year"}, ["SPD"]),
        ({"country": "de", "q": "ps"}, []),
    ],
)
def test_list_is_filtered(asked, found, as_editor):
    CountryFactory(country_code="fr")
    CountryFactory(country_code="de")
    PartyFactory(name="PS", status="draft", details__founded_year=1969)
    PartyFactory(name="SPD", country_code="de", details__founded_year=None)

    assert names(as_editor.get(list_of("party"), asked)) == found


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"kind": "european"}, 1),
        ({"year": "2022"}, 1),
        ({"state": "scheduled"}, 1),
        ({"year": "2019", "kind": "european"}, 0),
    ],
)
def test_list_of_elections_is_filtered_by_kind_year_and_state(asked, found, as_editor):
    ElectionFactory(details__date="2022-04-10", details__kind="european")
    ElectionFactory(details__date="2019-04-10", details__kind="presidential", details__status="scheduled")

    assert len(names(as_editor.get(list_of("election"), asked))) == found


def test_list_of_offices_is_filtered_by_type(as_editor):
    OfficeFactory(details__office_type="legislator", name="Member of France")
    OfficeFactory(details__office_type="head of state", name="King of France")

    assert names(as_editor.get(list_of("office"), {"office_type": "legislator"})) == ["Member of France"]


@pytest.mark.parametrize(
    "asked",
    [
        {"country": "xx"},
        {"country": "x" * 5000},
        {"status": "gone"},
        {"missing": "nothing"},
        {"year": "9" * 30},
        {"year": "x"},
        {"kind": "party"},
        {"id": "9" * 30},
        {"id__gt": "1e400"},
        {"pk__in": "9" * 30},
        {"name__regex": "("},
        {"entity": "1"},
        {"p": "9" * 30},
        {"p": "-1"},
        {"p": "x"},
        {"o": "9" * 30},
        {"o": "-" * 30},
        {"o": "1.-1.x"},
        {"all": ""},
        {"_facets": "True"},
        {"_to_field": "slug"},
        {"e": "1"},
    ],
    ids=str,
)
def test_list_ignores_unknown_parameters(asked, as_editor):
    # The list of elections has the most filters.
    FACTORIES["election"]()

    response = as_editor.get(list_of("election"), asked, follow=True)

    assert response.status_code == (400 if "_to_field" in asked else 200)
    assert "cl" not in response.context if response.status_code == 400 else names(response)


@pytest.mark.parametrize("kind", PROXIES)
def test_every_filter_can_be_applied(kind, as_editor):
    FACTORIES[kind]()
    offered = as_editor.get(list_of(kind)).context["cl"].filter_specs
    assert len(offered) == len(admin.site.get_model_admin(PROXIES[kind]).list_filter)

    for choice in offered:
        for value, _ in choice.lookup_choices:
            response = as_editor.get(list_of(kind), {choice.parameter_name: value})
            assert response.context["cl"].has_active_filters


def test_filters_find_an_entity_without_details_and_relationships(as_editor):
    for check in CHECKS.values():
        if "_without_" in check.name and "filter" in check.use:
            kind = check.kinds[0]
            without = FACTORIES[kind](**({} if check.name.startswith("elections") else {"details": None}))
            if check.name == "elections_without_date":
                continue
            assert without.name in names(as_editor.get(list_of(kind), {"missing": check.name})), check.name
            without.delete()


@pytest.mark.parametrize("kind", PROXIES)
def test_list_needs_few_queries(kind, as_editor):
    def asked():
        with CaptureQueriesContext(connection) as captured:
            assert as_editor.get(list_of(kind)).status_code == 200
        return len(captured)

    FACTORIES[kind].create_batch(2)
    few = asked()
    FACTORIES[kind].create_batch(5)

    assert asked() == few <= 12


def test_list_has_a_hundred_rows_per_page(as_editor):
    PoliticianFactory.create_batch(101, name="Paul Martin")

    assert len(names(as_editor.get(list_of("politician")))) == 100
    assert len(names(as_editor.get(list_of("politician"), {"p": "2"}))) == 1
