"""Test which names of countries the search understands."""

import pytest

from search.countries import country_names
from search.index import index_state, refresh
from search.models import IndexState
from search.results import prepare, read_state
from tests.factories import CountryFactory, PoliticianFactory

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_cached():
    country_names.cache_clear()


def test_names_are_read_again_after_a_country_is_renamed():
    country = CountryFactory(name="Swaziland", country_code="sz")
    refresh()
    before = country_names(index_state().version)

    country.name = "Eswatini"
    country.save()
    refresh()

    assert before.main == {"sz": "Swaziland"}
    assert country_names(index_state().version).main == {"sz": "Eswatini"}


def test_names_are_not_computed_again_after_other_changes():
    CountryFactory()
    refresh()
    before = country_names(index_state().version)

    PoliticianFactory()
    refresh()

    assert country_names(index_state().version) is before


def test_prepare_leaves_no_query_to_the_first_search(django_assert_num_queries):
    CountryFactory()
    refresh()

    prepare()

    version = index_state().version
    with django_assert_num_queries(0):
        country_names(version)


def test_prepare_does_not_build_an_index():
    IndexState.objects.all().delete()

    prepare()

    assert read_state() is None
