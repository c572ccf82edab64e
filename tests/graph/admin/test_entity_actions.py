"""Test how entities are published, withdrawn, restored and verified, either one on its page or several in a list."""

from datetime import date, timedelta

import pytest
from django.db import OperationalError

from graph.actions import publish
from graph.models import Change, Entity, Relationship
from tests import factories
from tests.graph.admin.pages import address_of
from tests.reading import said

pytestmark = pytest.mark.django_db

LIST = "/admin/graph/party/"
ACTIONS = [
    ("publish", "draft", "published", "created", "Published: 1."),
    ("withdraw", "published", "withdrawn", "withdrawn", "Withdrawn: 1."),
    ("restore", "withdrawn", "published", "restored", "Restored: 1."),
]


def choose(client, action, rows, **data):
    """Submit an action for these rows in the list of entities. Return the confirmation page."""
    keys = [getattr(row, "pk", row) for row in rows]
    return client.post(LIST, {"action": action, "_selected_action": keys, **data}, follow=True)


def run(client, action, rows, reason="Checked", **data):
    keys = [getattr(row, "pk", row) for row in rows]
    return client.post(f"{LIST}bulk/{action}/", {"rows": keys, "reason": reason, **data}, follow=True)


@pytest.fixture
def drafts():
    return [factories.PartyFactory(status="draft") for _ in range(3)]


@pytest.fixture
def published():
    return factories.PartyFactory(name="Parti <b>")


@pytest.mark.parametrize(("action", "before", "after", "entry", "message"), ACTIONS)
class TestOnThePageOfAnEntity:
    def test_changes_the_status(self, action, before, after, entry, message, as_publisher, publisher, guarded):
        party = factories.PartyFactory(status=before)
        assert f"/bulk/{action}/" in as_publisher.get(address_of(party)).content.decode()

        with guarded():
            response = run(as_publisher, action, [party], from_row="1")

        party.refresh_from_db()
        assert party.status == after
        assert said(response) == [message]
        assert response.redirect_chain[-1][0] == address_of(party)
        change = Change.objects.get()
        assert (change.action, change.by, change.note) == (entry, publisher, "Checked")

    def test_is_not_offered_for_another_status(self, action, before, after, entry, message, as_publisher):
        for status in {"draft", "published", "withdrawn"} - {before}:
            party = factories.PartyFactory(status=status)

            assert f"/bulk/{action}/" not in as_publisher.get(address_of(party)).content.decode()
            assert f"not {before}" in said(run(as_publisher, action, [party]))[0]
            assert Entity.objects.get(pk=party.pk).status == status


@pytest.mark.parametrize("reason", ["", "  ", "x" * 301, "\x07"])
def test_action_requires_a_valid_reason(reason, drafts, as_publisher):
    response = run(as_publisher, "publish", drafts, reason=reason)

    assert "reason" in response.context["form"].errors
    assert len(response.context["concerned"]) == 3
    assert not Change.objects.exists()


def test_list_offers_no_action_that_deletes(operator, published):
    assert operator.post(f"{LIST}bulk/delete/", {"reason": "!"}).status_code == 403
    assert "delete_selected" not in operator.get(LIST).content.decode()


def test_confirmation_names_concerned_and_other_rows(drafts, published, as_publisher):
    response = choose(as_publisher, "publish", [*drafts, published])

    assert response.context["concerned"] == sorted(f"{row.name} ({row.slug}, draft)" for row in drafts)
    assert response.context["left_out"] == [f"Parti <b> ({published.slug}, published)"]
    assert "Parti &lt;b&gt;" in response.content.decode()
    assert not Change.objects.exists()


def test_publish_stores_the_reason_for_each_row(drafts, as_publisher, publisher):
    response = run(as_publisher, "publish", drafts)

    assert said(response) == ["Published: 3."]
    assert set(Entity.objects.filter(kind="party").values_list("status", flat=True)) == {"published"}
    assert set(Change.objects.values_list("action", "note", "by")) == {("created", "Checked", publisher.pk)}


def test_publish_names_rejected_rows_and_publishes_the_others(drafts, as_publisher):
    publish(entity=drafts[0])

    first, second = said(run(as_publisher, "publish", drafts))

    assert first.endswith(f"'{drafts[0].slug}' is published, not draft.")
    assert second == "Published: 2."


def test_publish_names_a_row_that_another_request_has_locked(drafts, as_publisher, monkeypatch):
    def publish_or_fail(*, entity, **values):
        if entity == drafts[0]:
            raise OperationalError("deadlock detected")
        return publish(entity=entity, **values)

    monkeypatch.setattr("graph.actions.publish", publish_or_fail)

    first, second = said(run(as_publisher, "publish", drafts))

    assert first.endswith("Not changed. Try again.")
    assert second == "Published: 2."


class TestVerify:
    @pytest.fixture
    def party(self):
        party = factories.PartyFactory()
        for kind in ("ideology", "country"):
            factories.RelationshipFactory(subject=party, object=factories.FACTORIES[kind]())
        factories.RelationshipFactory(subject=factories.PoliticianFactory(), object=party)
        return party

    def test_dates_the_relationships_of_the_subject(self, party, as_editor, today, editor):
        response = run(as_editor, "verify", [party], day="2026-06-01")

        assert said(response) == ["Verified: 1."]
        assert set(party.outgoing.values_list("verified_at", flat=True)) == {date(2026, 6, 1)}
        assert party.incoming.get().verified_at == date(2026, 1, 22)
        assert set(Change.objects.values_list("action", "note", "by")) == {("updated", "Checked", editor.pk)}

    def test_proposes_today_in_the_format_of_browsers(self, party, as_editor, today):
        assert 'value="2026-06-15"' in choose(as_editor, "verify", [party]).content.decode()

    def test_leaves_out_entities_without_relationships(self, party, published, as_editor):
        response = choose(as_editor, "verify", [party, published])

        assert len(response.context["concerned"]) == len(response.context["left_out"]) == 1
        assert run(as_editor, "verify", [published], day="2020-01-01").status_code == 200

    @pytest.mark.parametrize("day", ["tomorrow", "", "2026-02-30", "0001-01-01", "9" * 30, "tom\x00"])
    def test_rejects_a_day_that_is_invalid_or_in_the_future(self, day, party, as_editor):
        day = str(date.today() + timedelta(days=1)) if day == "tomorrow" else day

        response = run(as_editor, "verify", [party], day=day)

        assert "day" in response.context["form"].errors
        assert set(Relationship.objects.values_list("verified_at", flat=True)) == {date(2026, 1, 22)}

    def test_needs_no_query_for_each_relationship(self, party, as_editor, django_assert_max_num_queries):
        for ideology in [factories.IdeologyFactory() for _ in range(10)]:
            factories.RelationshipFactory(subject=party, object=ideology)

        with django_assert_max_num_queries(70):
            run(as_editor, "verify", [party], day="2026-01-01")


@pytest.mark.parametrize("key", ["x", "-1", "9" * 30, "\u0663", "", "1 OR 1=1"])
def test_action_rejects_keys_that_are_not_in_the_list(key, published, as_publisher):
    assert choose(as_publisher, "withdraw", [key]).status_code == 200
    assert run(as_publisher, "withdraw", [key]).status_code == 200
    assert run(as_publisher, "withdraw", []).status_code == 200
    assert not Change.objects.exists()


def test_action_rejects_an_entity_of_another_kind(as_publisher):
    run(as_publisher, "withdraw", [factories.PoliticianFactory()])

    assert not Change.objects.exists()


def test_action_rejects_more_than_a_hundred_rows(as_publisher):
    rows = [factories.PartyFactory(status="draft", slug=f"p-{n}-fr") for n in range(101)]

    assert "up to 100" in said(choose(as_publisher, "publish", rows[:100], select_across="1"))[0]
    assert "up to 100" in said(run(as_publisher, "publish", rows))[0]
    assert not Change.objects.exists()
