"""Two entities side by side, and one of them in the end."""

import pytest
from django.db import OperationalError

from graph.actions import update
from graph.models import Change, Entity, Redirect
from tests import factories
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
    """The address of the page that merges the double into him."""
    return f"{page('merge', double.pk)}?into={macron.pk}"


def typed(response, **changed):
    """What the form holds, as a browser would send it."""
    form = response.context["form"]
    return {field.html_name: field.value() for field in form} | {"reason": "The same man"} | changed


def test_first_asks_for_the_one_that_stays(double, as_publisher):
    shown = as_publisher.get(page("merge", double.pk))

    assert "Entity to keep" in text(shown)


@pytest.mark.parametrize("into", ["", "x", "0", "99999999999999999999", "-1"])
def test_asks_again_for_one_that_is_none(double, as_publisher, into):
    shown = as_publisher.get(page("merge", double.pk), {"into": into})

    assert shown.status_code == 200
    assert "Entity to keep" in text(shown)


def test_not_into_itself_nor_into_another_kind(double, as_publisher):
    for into in (double.pk, factories.PartyFactory().pk):
        assert "Entity to keep" in text(as_publisher.get(page("merge", double.pk), {"into": into}))


def test_shows_both_side_by_side(merging, as_publisher):
    told = text(as_publisher.get(merging))

    assert "name Emmanuel Macron E. Macron" in told
    assert "birth year 1977 1980" in told
    assert "1, and 0" in told


def test_merges_with_facts_of_either(merging, macron, double, publisher, as_publisher):
    shown = as_publisher.get(merging)

    answer = as_publisher.post(merging, typed(shown, fact_birth_year="entity"), follow=True)

    macron.refresh_from_db()
    assert (macron.name, macron.details.birth_year, macron.outgoing.count()) == ("Emmanuel Macron", 1980, 1)
    assert "has been merged into Emmanuel Macron" in said(answer)[0]
    assert Redirect.objects.get().slug == "e-macron"
    change = Change.objects.filter(action="merged").get()
    assert (change.by, change.note) == (publisher, "The same man")


def test_asks_why(merging, as_publisher):
    answer = as_publisher.post(merging, typed(as_publisher.get(merging), reason=""))

    assert answer.context["form"].errors["reason"]
    assert Entity.objects.filter(slug="e-macron").exists()


def test_not_over_what_somebody_changed_meanwhile(merging, macron, as_publisher):
    shown = as_publisher.get(merging)
    update(entity=macron, birth_year=1976)

    answer = as_publisher.post(merging, typed(shown))

    assert "Nothing was merged" in text(answer)
    assert Entity.objects.filter(slug="e-macron").exists()


def test_not_into_a_draft(double, as_publisher):
    draft = factories.PoliticianFactory(name="Draft", status="draft")
    address = f"{page('merge', double.pk)}?into={draft.pk}"

    answer = as_publisher.post(address, typed(as_publisher.get(address)))

    assert "Nothing was merged" in text(answer)


@pytest.mark.parametrize(
    "wrong", [{"version": "x"}, {"version": "9" * 30}, {"fact_birth_year": "both"}, {"reason": "x" * 301}]
)
def test_what_no_browser_sends_is_refused(merging, as_publisher, wrong):
    answer = as_publisher.post(merging, typed(as_publisher.get(merging), **wrong))

    assert answer.status_code == 200
    assert Entity.objects.filter(slug="e-macron").exists()


def test_asks_as_often_for_many_rows_as_for_few(merging, double, as_publisher, django_assert_max_num_queries):
    for year in range(1990, 2020):
        factories.RelationshipFactory(subject=double, start_date=str(year))
        factories.OtherNameFactory(entity=double, name=f"Name {year}")

    with django_assert_max_num_queries(40):
        as_publisher.get(merging)


def test_who_is_given_up_for_another_may_try_again(merging, as_publisher, monkeypatch):
    def give_up(**told):
        raise OperationalError("deadlock detected")

    shown = as_publisher.get(merging)
    monkeypatch.setattr("graph.admin.merging.merge", give_up)

    assert "Try again in a moment. Nothing was merged." in text(as_publisher.post(merging, typed(shown)))


class TestAccess:
    """Role by page by method; who is nobody of the staff is led to the login."""

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

    # page, method, staff without a group, editor, publisher, both, superuser
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
    def test_who_may(self, pages, name, method, expected, browser, editor, publisher, both, superuser):
        nobody = factories.UserFactory(is_staff=True)
        outside = factories.UserFactory()

        roles = (nobody, editor, publisher, both, superuser)
        found = tuple(getattr(browser(role), method)(pages[name]).status_code for role in roles)

        assert found == expected
        for stranger in (None, outside):
            answer = getattr(browser(stranger), method)(pages[name])
            assert (answer.status_code, "/login/" in answer["Location"]) == (302, True)


def test_says_what_stands_against_it(as_publisher):
    one, other = factories.PartyFactory(), factories.PartyFactory(name="Other")
    composition = factories.CompositionFactory(total=100)
    for party in (one, other):
        factories.SeatShareFactory(composition=composition, party=party, seats=50, vote_share=60)
    address = f"{page('merge', other.pk, kind='party')}?into={one.pk}"

    answer = as_publisher.post(address, typed(as_publisher.get(address)))

    assert "vote share is a percentage" in text(answer)
    assert Entity.objects.filter(pk=other.pk).exists()
