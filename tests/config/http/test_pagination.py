from datetime import date

import pytest

from config.http import cursors
from graph.api.parameters import BY_RELEVANCE, BY_SLUG
from graph.models import Entity, Relationship
from tests.factories import CountryFactory, PartyFactory, RelationshipFactory

DAY = date(2026, 6, 15)
pytestmark = pytest.mark.django_db


@pytest.fixture
def relationships():
    """Of one country: two equal in everything but their key, one without a date, one that is over."""
    country = CountryFactory()
    equal = {"object": country, "start_date": "2020-01-01"}
    RelationshipFactory(subject=PartyFactory(name="Equal"), **equal)
    RelationshipFactory(subject=PartyFactory(name="Equal"), **equal)
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
def test_page_returns_every_row_once(relationships, limit):
    rows = [row for page in pages(BY_RELEVANCE, relationships, limit) for row in page.rows]

    assert rows == list(relationships)


def test_page_counts_the_rows_of_all_pages(relationships):
    assert {page.total for page in pages(BY_RELEVANCE, relationships, 3)} == {4}


def test_page_that_has_all_rows_has_no_next_cursor(relationships):
    assert BY_RELEVANCE.page(relationships, 4, DAY).next_cursor is None


def test_by_relevance_equals_the_order_of_the_query_set(relationships):
    keys = [f"-{key.name}" if key.descending else key.name for key in BY_RELEVANCE.keys]

    assert tuple(keys) == relationships.query.order_by


@pytest.mark.parametrize(("limit", "queries"), [(2, 2), (4, 1)])
def test_page_takes_two_queries_or_one_when_it_has_all_rows(relationships, django_assert_num_queries, limit, queries):
    with django_assert_num_queries(queries):
        assert BY_RELEVANCE.page(relationships, limit, DAY).total == 4


def test_position_has_the_day_of_the_first_page(relationships):
    page = BY_RELEVANCE.page(relationships, 1, DAY)

    assert BY_RELEVANCE.position(page.next_cursor).day == DAY


def test_position_rejects_the_cursor_of_another_list():
    CountryFactory(country_code="fr")
    CountryFactory(country_code="de")
    page = BY_SLUG.page(Entity.objects.order_by("slug"), 1, DAY)

    with pytest.raises(cursors.InvalidCursor):
        BY_RELEVANCE.position(page.next_cursor)
