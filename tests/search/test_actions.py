"""What an editor does is found by the next search."""

import orjson
import pytest

from graph.actions import create, merge, rename, restore, update, withdraw
from search.results import SearchQuery, search_response
from tests.factories import CountryFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture(autouse=True)
def france():
    return CountryFactory(country_code="fr")


@pytest.fixture
def doe():
    return create(kind="politician", name="Jane Doe", slug="jane-doe", country_code="fr")


def found(text):
    """The slugs that the service answers with, as a reader sees them."""
    return [
        row["slug"] for row in orjson.loads(search_response(SearchQuery(text, "politician", "", 20)).body)["results"]
    ]


def test_what_is_created_and_renamed(doe):
    assert found("jane doe") == ["jane-doe"]

    update(entity=doe, name="Bartholomew Quill")
    assert found("jane doe") == []
    assert found("bartholomew quill") == ["jane-doe"]

    rename(entity=doe, slug="bartholomew-quill")
    assert found("bartholomew quill") == ["bartholomew-quill"]


def test_what_is_withdrawn_and_restored(doe):
    withdraw(entity=doe)
    assert found("jane doe") == []

    doe.refresh_from_db()
    restore(entity=doe)
    assert found("jane doe") == ["jane-doe"]


def test_what_is_merged_is_found_by_both_names(doe):
    other = create(kind="politician", name="Bartholomew Quill", slug="bartholomew-quill", country_code="fr")
    assert found("bartholomew quill") == ["bartholomew-quill"]

    merge(entity=other, into=doe)

    assert found("bartholomew quill") == ["jane-doe"]
    assert found("jane doe") == ["jane-doe"]
