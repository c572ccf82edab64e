"""Test that the response to a search shows edits that were made just before."""

import pytest

from graph.actions import merge, rename, restore, withdraw
from search.results import document, index_version
from tests.edits import create, update
from tests.factories import CountryFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture(autouse=True)
def france():
    return CountryFactory(country_code="fr")


@pytest.fixture
def doe():
    return create(kind="politician", name="Jane Doe", slug="jane-doe", country_code="fr")


def slugs(text):
    """Search for a text among politicians. Return the slugs in the response data."""
    version, _ = index_version()
    return [row["slug"] for row in document(text, version, limit=20, kind="politician")["results"]]


def test_search_response_has_created_and_renamed_entities(doe):
    assert slugs("jane doe") == ["jane-doe"]

    update(entity=doe, name="Bartholomew Quill")
    assert slugs("jane doe") == []
    assert slugs("bartholomew quill") == ["jane-doe"]

    rename(entity=doe, slug="bartholomew-quill")
    assert slugs("bartholomew quill") == ["bartholomew-quill"]


def test_search_response_has_restored_but_not_withdrawn_entities(doe):
    withdraw(entity=doe)
    assert slugs("jane doe") == []

    doe.refresh_from_db()
    restore(entity=doe)
    assert slugs("jane doe") == ["jane-doe"]


def test_search_response_has_a_merged_entity_by_both_names(doe):
    other = create(kind="politician", name="Bartholomew Quill", slug="bartholomew-quill", country_code="fr")

    merge(entity=other, into=doe)

    assert slugs("bartholomew quill") == slugs("jane doe") == ["jane-doe"]
