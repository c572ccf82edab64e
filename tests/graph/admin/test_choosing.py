"""Test the view that searches the choices of a field while an editor types."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from graph.models import PROXIES
from tests.factories import (
    FACTORIES,
    CountryFactory,
    ElectionFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
    SourceFactory,
    UserFactory,
)
from tests.graph.admin.pages import address_of

pytestmark = pytest.mark.django_db


def found(browser, kind, term="", **asked):
    response = browser.get(reverse(f"admin:graph_{kind}_choices"), {"term": term, **asked})
    return [choice["text"] for choice in response.json()["results"]]


@pytest.mark.parametrize("kind", PROXIES)
def test_choices_are_entities_of_the_kind(kind, as_editor):
    for other in FACTORIES:
        FACTORIES[other](name="The same")

    assert len(found(as_editor, kind, "the same")) == 1


def test_choices_have_country_and_year_in_their_labels(as_editor):
    CountryFactory(country_code="fr")
    CountryFactory(country_code="de")
    PoliticianFactory(name="Paul Martin", details__birth_year=1938)
    PoliticianFactory(name="Paul Martin", details__birth_year=None, country_code="de", status="draft")
    PoliticianFactory(name="Paul Martin", details=None, country_code="xx")

    assert sorted(found(as_editor, "politician", "martin")) == [
        "Paul Martin (France, 1938)",
        "Paul Martin (Germany, draft)",
        "Paul Martin (XX)",
    ]


def test_label_of_an_election_has_its_year_and_of_a_country_nothing(as_editor):
    CountryFactory(country_code="fr", name="France")
    ElectionFactory(name="The election", details__date="2022-04")

    assert found(as_editor, "election") == ["The election (France, 2022)"]
    assert found(as_editor, "country") == ["France"]


def test_choices_leave_out_withdrawn_entities(as_editor):
    PartyFactory(status="withdrawn")

    assert found(as_editor, "party") == []


def test_choices_have_pages_of_twenty(as_editor):
    PartyFactory.create_batch(21, name="Party")

    assert len(found(as_editor, "party")) == 20
    assert len(found(as_editor, "party", page=2)) == 1


@pytest.mark.parametrize("asked", [{"page": "9" * 30}, {"page": "x"}, {"page": "-1"}])
def test_choices_have_no_other_pages(asked, as_editor):
    PartyFactory()

    assert as_editor.get(reverse("admin:graph_party_choices"), asked).status_code == 404


@pytest.mark.parametrize("term", ["x" * 5000, "%", "'", '"; DROP TABLE', "\u202e", "<script>", "9" * 40, "\\"])
def test_choices_respond_to_any_text(term, as_editor):
    PartyFactory()

    assert found(as_editor, "party", term) == []


def test_choices_need_few_queries(as_editor):
    def asked():
        with CaptureQueriesContext(connection) as captured:
            found(as_editor, "politician")
        return len(captured)

    PoliticianFactory.create_batch(2)
    few = asked()
    PoliticianFactory.create_batch(10)

    assert asked() == few <= 6


def test_choices_of_sources_are_found_by_name(as_editor):
    SourceFactory(slug="parlgov", name="ParlGov")

    assert found(as_editor, "source", "parl") == ["ParlGov"]


def test_choices_need_the_permission_to_view(browser):
    client = browser(UserFactory(is_staff=True))

    for kind in (*PROXIES, "source"):
        assert client.get(reverse(f"admin:graph_{kind}_choices")).status_code == 403


def test_page_needs_no_query_for_each_chosen_row(as_editor):
    def asked():
        with CaptureQueriesContext(connection) as captured:
            response = as_editor.get(address_of(politician))
        assert "(France)" in response.content.decode()
        return len(captured)

    CountryFactory(country_code="fr")
    politician = PoliticianFactory()
    RelationshipFactory(subject=politician)
    asked()
    few = asked()
    RelationshipFactory.create_batch(10, subject=politician)

    assert asked() == few <= 25
