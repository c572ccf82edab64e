from datetime import date

import pytest

from config.http import cursors
from graph.api.pagination import BY_RELEVANCE, BY_SLUG
from graph.models import Entity, Relationship
from tests.factories import CountryFactory, PartyFactory, RelationshipFactory

DAY = date(2026, 6, 15)
pytestmark = pytest.mark.django_db


@pytest.fixture
def statements():
    """Of one country: two equal in everything but their key, one without a date, one that is over."""
    country = CountryFactory()
    twin = {"object": country, "start_date": "2020-01-01"}
    RelationshipFactory(subject=PartyFactory(name="Twin"), **twin)
    RelationshipFactory(subject=PartyFactory(name="Twin"), **twin)
    RelationshipFactory(subject=PartyFactory(name="Undated"), object=country)
    RelationshipFactory(subject=PartyFactory(name="Past"), object=country, end_date="2019")
    return Relationship.objects.shown_for(country, DAY)


def pages(order, queryset, limit):
    page, place = None, None
    while page is None or page.next_cursor:
        page = order.page(queryset, limit, DAY, place)
        place = page.next_cursor and order.position(page.next_cursor)
        yield page


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_pages_are_the_list_cut_in_pieces(statements, limit):
    rows = [row for page in pages(BY_RELEVANCE, statements, limit) for row in page.rows]

    assert rows == list(statements)


def test_every_page_knows_the_total(statements):
    assert {page.total for page in pages(BY_RELEVANCE, statements, 3)} == {4}


def test_a_list_that_just_fits_has_no_next_page(statements):
    assert BY_RELEVANCE.page(statements, 4, DAY).next_cursor is None


def test_the_keys_of_relevance_are_those_the_query_set_is_ordered_by(statements):
    keys = [f"-{key.name}" if key.descending else key.name for key in BY_RELEVANCE.keys]

    assert tuple(keys) == statements.query.order_by


@pytest.mark.parametrize(("limit", "queries"), [(2, 2), (4, 1)])
def test_a_page_takes_two_queries_and_one_when_it_is_all(statements, django_assert_num_queries, limit, queries):
    with django_assert_num_queries(queries):
        assert BY_RELEVANCE.page(statements, limit, DAY).total == 4


def test_a_place_keeps_the_day(statements):
    page = BY_RELEVANCE.page(statements, 1, DAY)

    assert BY_RELEVANCE.position(page.next_cursor).day == DAY


def test_the_cursor_of_one_list_is_none_of_another():
    CountryFactory(country_code="fr")
    CountryFactory(country_code="de")
    page = BY_SLUG.page(Entity.objects.order_by("slug"), 1, DAY)

    with pytest.raises(cursors.InvalidCursor):
        BY_RELEVANCE.position(page.next_cursor)
