"""Test the lists of covered elections and races and the page of a race: who may open them, and what they show."""

import pytest

from graph.actions.results import record
from graph.actions.results.records import TallyRecord
from graph.models import ResultVersion
from tests import factories
from tests.graph.actions.results.conftest import add_candidacies, counted
from tests.graph.admin.conftest import create_staff
from tests.graph.admin.results.forms import (
    CALL,
    CERTIFICATION,
    CORRECTION,
    COUNT,
    FORBIDDEN,
    OK,
    RETRACTION,
    page,
)
from tests.graph.admin.test_hostile_text import HOSTILE, is_safe, post
from tests.reading import text

pytestmark = pytest.mark.django_db
LISTS = ("coverage", "race")


class TestAccess:
    @pytest.mark.parametrize("client", ["as_editor", "as_publisher"])
    @pytest.mark.parametrize("model", LISTS)
    def test_lists_are_open_to_both_groups(self, client, model, race, request):
        response = request.getfixturevalue(client).get(f"/admin/graph/{model}/")

        assert response.status_code == OK
        assert race.election.name in text(response)

    @pytest.mark.parametrize(
        ("data", "of_editor", "of_publisher"),
        [
            (COUNT, True, False),
            (CORRECTION, True, False),
            (CALL, True, False),
            (RETRACTION, True, False),
            (CERTIFICATION, False, True),
            ({"kind": "unknown"}, False, False),
            ({}, False, False),
        ],
    )
    def test_race_page_accepts_the_kinds_of_a_role(
        self, data, of_editor, of_publisher, race, as_editor, as_publisher, type_votes
    ):
        for client, is_permitted in ((as_editor, of_editor), (as_publisher, of_publisher)):
            response = client.post(page(race), type_votes() | data)
            assert (response.status_code != FORBIDDEN) == is_permitted

    @pytest.mark.parametrize("account", [None, {}, {"is_staff": True}], ids=["nobody", "user", "staff"])
    def test_no_page_is_open_to_others(self, account, race, browser, type_votes):
        client = browser(None if account is None else factories.UserFactory(**account))
        pages = [f"/admin/graph/{model}/" for model in LISTS] + [page(race)]

        assert not [address for address in pages if client.get(address).status_code == OK]
        client.post(page(race), type_votes(1, 2, 3) | COUNT)
        assert not ResultVersion.objects.exists()

    def test_race_page_shows_a_publisher_only_the_certification(self, race, final, as_publisher):
        forms = as_publisher.get(page(race)).context["forms"]

        assert [form.kind for form in forms] == ["certification"]

    def test_post_without_csrf_token_is_rejected(self, race, superuser, browser, type_votes):
        client = browser(superuser, enforce_csrf_checks=True)

        assert client.post(page(race), type_votes(1, 2, 3) | COUNT).status_code == FORBIDDEN

    @pytest.mark.parametrize("key", ["9" * 30, "0", "x", "_5F"])
    def test_race_page_responds_to_any_key(self, key, operator):
        assert operator.get(f"/admin/graph/race/{key}/change/").status_code == 404

    def test_race_page_does_not_show_notional_races(self, operator):
        race = factories.RaceFactory(is_notional=True)

        assert operator.get(page(race)).status_code == 404


class TestLists:
    def test_coverage_list_counts_races(self, race, final, as_editor):
        other = factories.RaceFactory(election=race.election)
        factories.RaceFactory(election=race.election, is_notional=True)
        add_candidacies(other, "Labour", "Conservative")
        record(other, counted(is_called=True, kind="call", tallies=[TallyRecord(0, elected=True)]))
        factories.RaceFactory(election=race.election)

        response = as_editor.get("/admin/graph/coverage/")

        row = response.context["cl"].result_list[0]
        assert "2019-12-12 live counting 3 2 2 1" in text(response)

        assert (row.races, row.reporting, row.called, row.final) == (3, 2, 2, 1)

    def test_coverage_page_leads_to_the_races(self, race, as_editor):
        other = factories.RaceFactory()

        response = as_editor.get(f"/admin/graph/coverage/{race.election_id}/change/", follow=True)

        assert [row.pk for row in response.context["cl"].result_list] == [race.pk]
        assert other.election.name

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("phase=final", ["final"]),
            ("phase=scheduled", ["new"]),
            ("outcome=new", ["final"]),
            ("outcome=undecided", ["new"]),
            ("phase=unknown&election=x&outcome=", ["final", "new"]),
            ("q=aberavon", ["final"]),
        ],
    )
    def test_race_list_is_filtered(self, query, found, race, final, as_editor):
        new = factories.RaceFactory(election=race.election, name="Zeal")

        rows = as_editor.get(f"/admin/graph/race/?{query}").context["cl"].result_list

        assert [row.pk for row in rows] == [{"final": race.pk, "new": new.pk}[name] for name in found]

    @pytest.mark.parametrize("model", LISTS)
    def test_list_runs_the_same_number_of_queries_for_more_rows(
        self, model, race, as_editor, django_assert_max_num_queries
    ):
        factories.RaceFactory(election=race.election)
        for _ in range(5):
            factories.RaceFactory()

        with django_assert_max_num_queries(14):
            as_editor.get(f"/admin/graph/{model}/")


@pytest.mark.parametrize("hostile", HOSTILE)
def test_race_page_rejects_or_escapes_hostile_text(hostile, race, final, as_editor, type_votes):
    names = ("reason", "phase", "valid", "source", "version", "winners", f"votes_{race.candidacies.first().pk}", "kind")
    for name in names:
        response = post(
            as_editor, page(race), type_votes(90, 60, 20) | CORRECTION | {name: HOSTILE[hostile]}, follow=True
        )
        assert response.status_code in (OK, FORBIDDEN), name
        assert is_safe(response), name


def test_race_page_escapes_names(as_editor):
    race = factories.RaceFactory(name=HOSTILE["markup"], area_code="<b>")
    factories.CandidacyFactory(race=race, name=HOSTILE["markup"], label=HOSTILE["markup"])
    record(race, counted(5, note=HOSTILE["markup"]))

    assert is_safe(as_editor.get(page(race)))
    assert is_safe(as_editor.get("/admin/graph/race/"))


def test_race_page_runs_few_queries(race, as_editor, django_assert_max_num_queries):
    for number in range(1, 30):
        record(race, counted(number, number, 1))

    with django_assert_max_num_queries(20):
        as_editor.get(page(race))


def test_groups_have_the_permissions_of_results():
    permissions = {name: set(create_staff(name, name).get_all_permissions()) for name in ("editors", "publishers")}

    assert "graph.certify_resultversion" in permissions["publishers"] - permissions["editors"]
    assert {"graph.add_resultversion", "graph.add_coverage"} <= permissions["editors"] - permissions["publishers"]
