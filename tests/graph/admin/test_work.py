"""Test the work lists: their rows and counts, and possible duplicates that an editor marks as not duplicate."""

import re
from datetime import date

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.core.management import call_command

from graph.actions import merge
from graph.checks.worklists import LISTS, count_again
from graph.models import Change, Entity, NotDuplicate, WorkList
from tests import factories
from tests.graph.admin.conftest import create_staff
from tests.reading import said, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def rows(client, name, **query):
    """Return (sentence, slugs of the entities) for each row of a work list on its page."""
    shown = client.get(f"/admin/graph/worklist/{name}/", query)
    assert shown.status_code == 200
    return [(row["sentence"], [entity.slug for entity, _ in row["entities"]]) for row in shown.context["rows"]]


def found(client, name):
    """Let the service count the rows of a work list again. Return its rows in the form of `rows`."""
    count_again(LISTS[name])
    return rows(client, name)


def number(client, name):
    """Return the number of rows of a work list on the admin index page, or None if the page shows "?", because the list
    has not been counted."""
    (shown,) = re.findall(rf"{LISTS[name].title} ([\d,]+|\?) ", text(client.get("/admin/")))
    return None if shown == "?" else int(shown.replace(",", ""))


class TestLists:
    def test_lists_show_the_findings_of_the_checks(self, as_editor):
        factories.OfficeFactory(slug="president-of-nowhere", name="President of Nowhere")

        sentences = {slug: sentence for sentence, (slug,) in found(as_editor, "checks") if "no country" in sentence}

        assert sentences == {"president-of-nowhere": "President of Nowhere is an office of no country."}
        assert number(as_editor, "checks") == len(rows(as_editor, "checks"))

    def test_people_with_one_name_in_one_country(self, as_editor):
        factories.PoliticianFactory(slug="a", name="José García", details__birth_year=1950)
        factories.PoliticianFactory(slug="b", name="JOSE GARCIA")
        factories.PoliticianFactory(slug="c", name="José García", country_code="de")

        assert found(as_editor, "duplicates") == [
            ("Both are called “José García”. Years of birth: 1950, unknown.", ["a", "b"])
        ]

    def test_parties_with_a_common_name(self, as_editor):
        factories.OtherNameFactory(entity=factories.PartyFactory(slug="a-fr", name="The Republicans"), name="LR")
        factories.OtherNameFactory(entity=factories.PartyFactory(slug="b-fr", name="Les Républicains"), name="L.R")
        factories.PoliticianFactory(name="The Republicans")

        assert [slugs for _, slugs in found(as_editor, "duplicates")] == []
        factories.OtherNameFactory(entity=Entity.objects.get(slug="a-fr"), name="les republicains", lang="fr")
        assert [slugs for _, slugs in found(as_editor, "duplicates")] == [["a-fr", "b-fr"]]

    def test_pairs_of_one_name_grow_linearly(self, as_editor):
        for place in range(30):
            factories.PoliticianFactory(slug=f"p-{place}", name="Wang Wei")

        assert len(found(as_editor, "duplicates")) == 29

    def test_vacant_offices_and_offices_with_several_holders(self, as_editor):
        vacant = factories.OfficeFactory(slug="minister-of-france", details__office_type="other executive")
        held = factories.OfficeFactory(slug="president-of-france", details__office_type="head of state")
        shared = factories.OfficeFactory(slug="premier-of-france", details__office_type="head of government")
        seat = factories.OfficeFactory(slug="deputy-of-france", details__office_type="legislator")
        for office, number_of_holders in ((held, 1), (shared, 2), (seat, 2)):
            for place in range(number_of_holders):
                holder = factories.PoliticianFactory(name=f"Holder {place}")
                factories.RelationshipFactory(subject=holder, object=office, start_date="2025")

        assert rows(as_editor, "offices") == [
            ("Held by 2 at once: Holder 0, Holder 1.", ["premier-of-france"]),
            ("No current holder is known.", [vacant.slug]),
        ]

    def test_overdue_elections(self, as_editor):
        factories.ElectionFactory(slug="past", details__date="2026-05", details__status="scheduled")
        factories.ElectionFactory(slug="this-month", details__date="2026-06", details__status="scheduled")
        factories.ElectionFactory(slug="held", details__date="2026-05", details__status="held")

        assert rows(as_editor, "overdue") == [("Scheduled for 2026-05.", ["past"])]

    def test_unverified_facts(self, as_editor):
        office = factories.OfficeFactory(name="President of France")
        for slug, day, ended in (("old", 2024, ""), ("fresh", 2025, ""), ("ended", 2020, "2019")):
            factories.RelationshipFactory(
                subject=factories.PoliticianFactory(slug=slug),
                object=office,
                verified_at=date(day, 6, 1),
                start_date="2010",
                end_date=ended,
            )

        assert rows(as_editor, "stale") == [("Holds office: President of France, last verified: 2024-06-01.", ["old"])]

    def test_drafts(self, as_editor):
        factories.PartyFactory(slug="draft-fr", status="draft")
        factories.PartyFactory()

        assert [slugs for _, slugs in rows(as_editor, "drafts")] == [["draft-fr"]]
        assert number(as_editor, "drafts") == 1


def test_list_has_a_hundred_rows_per_page(as_editor):
    for place in range(101):
        factories.PartyFactory(slug=f"p-{place}-fr", status="draft")

    assert [len(rows(as_editor, "drafts", p=page)) for page in (1, 2, "x", "9" * 30)] == [100, 1, 100, 1]


@pytest.mark.parametrize("name", LISTS)
def test_list_needs_few_queries_for_many_rows(name, as_editor, django_assert_max_num_queries):
    office = factories.OfficeFactory(details__office_type="legislator")
    for place in range(20):
        politician = factories.PoliticianFactory(slug=f"p-{place}", name="Wang Wei", status="draft")
        factories.RelationshipFactory(subject=politician, object=office, verified_at=date(2020, 1, 1))
        factories.OfficeFactory(slug=f"minister-of-{place}", details__office_type="other executive")
        factories.ElectionFactory(slug=f"e-{place}", details__status="scheduled")
    assert len(found(as_editor, name)) >= 19

    cache.clear()
    with django_assert_max_num_queries(20):
        rows(as_editor, name)


class TestCounting:
    def test_first_page_shows_lists_that_were_not_counted(self, as_editor):
        factories.OfficeFactory()

        shown = as_editor.get("/admin/")

        assert number(as_editor, "checks") is None
        assert "Findings of the checks ? not yet" in text(shown)

    def test_button_counts_a_list(self, as_editor):
        factories.OfficeFactory()

        response = as_editor.post("/admin/graph/worklist/checks/count/", {"index": "1"}, follow=True)

        assert response.redirect_chain[-1][0] == "/admin/"
        assert said(response) == ["Findings of the checks: counted again."]
        assert number(as_editor, "checks") > 0
        assert "2026-06-15 12:00" in text(response)

    def test_command_counts_the_lists(self, as_editor, capsys):
        factories.OfficeFactory()

        call_command("count_work")

        assert set(WorkList.objects.values_list("name", flat=True)) == {"checks", "duplicates"}
        assert "Possible duplicates: 0" in capsys.readouterr().out

    def test_fast_counts_are_cached_for_some_minutes(self, as_editor, time_machine):
        assert number(as_editor, "drafts") == 0
        factories.PartyFactory(status="draft")

        assert number(as_editor, "drafts") == 0
        as_editor.post("/admin/graph/worklist/drafts/count/")
        assert number(as_editor, "drafts") == 1

    def test_first_page_needs_few_queries(self, as_editor, django_assert_max_num_queries):
        call_command("count_work")
        cache.clear()

        with django_assert_max_num_queries(14):
            as_editor.get("/admin/")

    def test_counts_are_not_in_the_journal(self, as_editor):
        factories.OfficeFactory()

        call_command("count_work")

        assert not Change.objects.exists()


@pytest.mark.parametrize(("first", "second"), [("published", "published"), ("draft", "published")])
def test_possible_duplicates_link_to_their_merge(first, second, both, browser):
    one = factories.PoliticianFactory(slug="a", name="Wang Wei", status=first)
    other = factories.PoliticianFactory(slug="b", name="Wang Wei", status=second)
    count_again(LISTS["duplicates"])
    client = browser(both)

    address = client.get("/admin/graph/worklist/duplicates/").context["rows"][0]["merge"]

    gone, into = (one, other) if first == "draft" else (other, one)
    assert address == f"/admin/graph/politician/{gone.pk}/merge/?into={into.pk}"
    assert client.get(address).status_code == 200


class TestNotDuplicate:
    @pytest.fixture
    def two(self):
        pair = [factories.PoliticianFactory(slug=slug, name="Wang Wei") for slug in ("a", "b")]
        count_again(LISTS["duplicates"])
        return pair

    def test_marked_pairs_are_removed_from_the_list(self, two, as_editor, editor):
        response = as_editor.post(
            "/admin/graph/worklist/duplicates/not-duplicate/", {"one": two[1].pk, "other": two[0].pk}, follow=True
        )

        assert said(response) == ["Wang Wei and Wang Wei are not duplicates."]
        assert "a, b editor 2026-06-15 12:00" in text(response)
        assert rows(as_editor, "duplicates") == found(as_editor, "duplicates") == []
        assert number(as_editor, "duplicates") == 0
        marked = NotDuplicate.objects.get()
        assert (marked.one, marked.other, marked.by) == (*two, editor)

    def test_pairs_can_be_marked_again(self, two, as_editor):
        for _ in range(2):
            as_editor.post("/admin/graph/worklist/duplicates/not-duplicate/", {"one": two[0].pk, "other": two[1].pk})

        assert NotDuplicate.objects.count() == 1

    @pytest.mark.parametrize("key", ["", "x", "-1", "9" * 30, "\u0663", "0", "same"])
    def test_returns_404_for_anything_but_a_pair(self, key, two, as_editor):
        key = two[0].pk if key == "same" else key

        response = as_editor.post("/admin/graph/worklist/duplicates/not-duplicate/", {"one": two[0].pk, "other": key})

        assert response.status_code == 404
        assert not NotDuplicate.objects.exists()

    def test_pairs_need_the_permission_to_change(self, two, as_publisher):
        response = as_publisher.post(
            "/admin/graph/worklist/duplicates/not-duplicate/", {"one": two[0].pk, "other": two[1].pk}
        )

        assert response.status_code == 403
        assert (
            "Mark as not duplicate"
            not in text(as_publisher.get("/admin/graph/worklist/duplicates/")).split("Marked as not duplicate")[0]
        )

    def test_merged_entities_are_removed_from_the_list(self, two, as_editor):
        merge(entity=two[1], into=two[0])

        assert rows(as_editor, "duplicates") == []


class TestPermissions:
    def test_lists_are_hidden_without_permission(self, browser):
        client = browser(create_staff("keys"))

        assert "Counted (UTC)" not in text(client.get("/admin/"))
        assert client.get("/admin/graph/worklist/drafts/").status_code == 403

    def test_lists_show_the_permitted_kinds(self, browser):
        account = create_staff("parties")
        account.user_permissions.add(Permission.objects.get(codename="view_party"))
        factories.PartyFactory(slug="p-fr", status="draft")
        factories.PoliticianFactory(status="draft")
        client = browser(account)

        assert [slugs for _, slugs in rows(client, "drafts")] == [["p-fr"]]
        assert number(client, "drafts") == 1

    def test_index_does_not_show_the_model(self, operator):
        assert '/admin/graph/worklist/"' not in operator.get("/admin/").content.decode()
        assert operator.get("/admin/graph/worklist/").status_code == 404


@pytest.mark.parametrize("name", ["nothing", "Drafts", "9" * 300])
def test_unknown_list_returns_404(name, as_editor):
    assert as_editor.get(f"/admin/graph/worklist/{name}/").status_code == 404
    assert as_editor.post(f"/admin/graph/worklist/{name}/count/").status_code == 404
