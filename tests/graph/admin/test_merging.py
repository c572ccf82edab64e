"""Test the admin page that merges two entities."""

import pytest
from django.db import OperationalError

from graph.models import Change, Entity, Redirect
from tests import factories
from tests.edits import update
from tests.graph.admin.test_history import page
from tests.reading import said, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def macron():
    return factories.PoliticianFactory(name="Emmanuel Macron", details__birth_year=1977)


@pytest.fixture
def double():
    double = factories.PoliticianFactory(name="E. Macron", slug="e-macron", details__birth_year=1980)
    factories.RelationshipFactory(subject=double, start_date="2017")
    return double


@pytest.fixture
def merging(macron, double):
    """Return the URL of the page that merges the duplicate politician into Macron."""
    return f"{page('merge', double.pk)}?into={macron.pk}"


def typed(response, **changed):
    """Return the data that a browser would send from the merge form on this page, with a reason and these changed
    fields."""
    form = response.context["form"]
    return {field.html_name: field.value() for field in form} | {"reason": "The same man"} | changed


def test_merge_asks_for_the_entity_to_keep(double, as_publisher):
    shown = as_publisher.get(page("merge", double.pk))

    assert "Entity to keep" in text(shown)


@pytest.mark.parametrize("into", ["", "x", "0", "99999999999999999999", "-1"])
def test_merge_asks_again_for_an_unknown_entity(double, as_publisher, into):
    shown = as_publisher.get(page("merge", double.pk), {"into": into})

    assert shown.status_code == 200
    assert "Entity to keep" in text(shown)


def test_merge_rejects_the_same_entity_and_another_kind(double, as_publisher):
    for into in (double.pk, factories.PartyFactory().pk):
        assert "Entity to keep" in text(as_publisher.get(page("merge", double.pk), {"into": into}))


def test_merge_shows_both_entities(merging, as_publisher):
    shown = text(as_publisher.get(merging))

    assert "name Emmanuel Macron E. Macron" in shown
    assert "birth year 1977 1980" in shown
    assert "1, and 0" in shown


def test_merge_takes_the_chosen_facts(merging, macron, double, publisher, as_publisher):
    shown = as_publisher.get(merging)

    response = as_publisher.post(merging, typed(shown, fact_birth_year="entity"), follow=True)

    macron.refresh_from_db()
    assert (macron.name, macron.details.birth_year, macron.outgoing.count()) == ("Emmanuel Macron", 1980, 1)
    assert "has been merged into Emmanuel Macron" in said(response)[0]
    assert Redirect.objects.get().slug == "e-macron"
    change = Change.objects.filter(action="merged").get()
    assert (change.by, change.note) == (publisher, "The same man")


def test_merge_requires_a_reason(merging, as_publisher):
    response = as_publisher.post(merging, typed(as_publisher.get(merging), reason=""))

    assert response.context["form"].errors["reason"]
    assert Entity.objects.filter(slug="e-macron").exists()


def test_merge_rejects_a_stale_version(merging, macron, as_publisher):
    shown = as_publisher.get(merging)
    update(entity=macron, birth_year=1976)

    response = as_publisher.post(merging, typed(shown))

    assert "Nothing was merged" in text(response)
    assert Entity.objects.filter(slug="e-macron").exists()


def test_merge_rejects_a_draft_as_target(double, as_publisher):
    draft = factories.PoliticianFactory(name="Draft", status="draft")
    address = f"{page('merge', double.pk)}?into={draft.pk}"

    response = as_publisher.post(address, typed(as_publisher.get(address)))

    assert "Nothing was merged" in text(response)


@pytest.mark.parametrize(
    "wrong", [{"version": "x"}, {"version": "9" * 30}, {"fact_birth_year": "both"}, {"reason": "x" * 301}]
)
def test_merge_rejects_values_that_the_form_does_not_offer(merging, as_publisher, wrong):
    response = as_publisher.post(merging, typed(as_publisher.get(merging), **wrong))

    assert response.status_code == 200
    assert Entity.objects.filter(slug="e-macron").exists()


def test_merge_needs_few_queries_for_many_rows(merging, double, as_publisher, django_assert_max_num_queries):
    for year in range(1990, 2020):
        factories.RelationshipFactory(subject=double, start_date=str(year))
        factories.OtherNameFactory(entity=double, name=f"Name {year}")

    with django_assert_max_num_queries(40):
        as_publisher.get(merging)


def test_merge_shows_a_message_after_a_deadlock(merging, as_publisher, monkeypatch):
    def give_up(**shown):
        raise OperationalError("deadlock detected")

    shown = as_publisher.get(merging)
    monkeypatch.setattr("graph.admin.merging.merge", give_up)

    assert "Try again in a moment. Nothing was merged." in text(as_publisher.post(merging, typed(shown)))


class TestAccess:
    """Test the status code of the pages for history, reverting, merging and unmerging, by role and method."""

    @pytest.fixture
    def pages(self, macron, double):
        update(entity=macron, birth_year=1970)
        change = Change.objects.latest("pk").pk
        update(entity=macron, birth_year=1971)
        return {
            "history": page("history", macron.pk),
            "revert": page("revert", macron.pk, change),
            "merge": f"{page('merge', double.pk)}?into={macron.pk}",
            "unmerge": page("unmerge", macron.pk, change),
        }

    # Each row has the page, the method, and the status codes for: staff without a group, an editor, a publisher, a user
    # in both groups, a superuser.
    @pytest.mark.parametrize(
        ("name", "method", "expected"),
        [
            ("history", "get", (403, 200, 200, 200, 200)),
            ("history", "post", (403, 200, 200, 200, 200)),
            ("revert", "get", (403, 200, 403, 200, 200)),
            ("revert", "post", (403, 200, 403, 200, 200)),
            ("merge", "get", (403, 403, 200, 200, 200)),
            ("merge", "post", (403, 403, 200, 200, 200)),
            ("unmerge", "get", (403, 403, 404, 404, 404)),
            ("unmerge", "post", (403, 403, 404, 404, 404)),
        ],
    )
    def test_needs_the_permission(self, pages, name, method, expected, browser, editor, publisher, both, superuser):
        nobody = factories.UserFactory(is_staff=True)
        outside = factories.UserFactory()

        roles = (nobody, editor, publisher, both, superuser)
        found = tuple(getattr(browser(role), method)(pages[name]).status_code for role in roles)

        assert found == expected
        for stranger in (None, outside):
            response = getattr(browser(stranger), method)(pages[name])
            assert (response.status_code, "/login/" in response["Location"]) == (302, True)


def test_merge_shows_the_broken_constraint(as_publisher):
    one, other = factories.PartyFactory(), factories.PartyFactory(name="Other")
    composition = factories.CompositionFactory(total=100)
    for party in (one, other):
        factories.SeatShareFactory(composition=composition, party=party, seats=50, vote_share=60)
    address = f"{page('merge', other.pk, kind='party')}?into={one.pk}"

    response = as_publisher.post(address, typed(as_publisher.get(address)))

    assert "vote share is a percentage" in text(response)
    assert Entity.objects.filter(pk=other.pk).exists()
