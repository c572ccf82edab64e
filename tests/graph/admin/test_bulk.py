"""Several entities of a list at once: asked first, done by POST with a reason, those refused named."""

from datetime import date, timedelta

import pytest

from graph.actions import publish
from graph.models import Change, Entity, Relationship
from tests import factories
from tests.reading import said, text

pytestmark = pytest.mark.django_db

LIST = "/admin/graph/party/"


def choose(client, deed, rows, **told):
    """Choose rows in the list, and a deed: the page that asks."""
    return client.post(
        LIST, {"action": deed, "_selected_action": [getattr(row, "pk", row) for row in rows], **told}, follow=True
    )


def do(client, deed, rows, reason="Checked", **told):
    keys = [getattr(row, "pk", row) for row in rows]
    return client.post(f"{LIST}bulk/{deed}/", {"rows": keys, "reason": reason, **told}, follow=True)


@pytest.fixture
def drafts():
    return [factories.PartyFactory(status="draft") for _ in range(3)]


@pytest.fixture
def published():
    return factories.PartyFactory(name="Parti <b>")


def test_it_is_said_beforehand_whom_it_concerns_and_whom_not(drafts, published, as_publisher):
    asked = choose(as_publisher, "publish", [*drafts, published])

    assert asked.context["concerned"] == sorted(drafts, key=lambda row: row.name)
    assert asked.context["left_alone"] == [published]
    assert "Parti &lt;b&gt;" in asked.content.decode()
    assert not Change.objects.exists()


def test_drafts_are_published_with_a_reason(drafts, as_publisher, publisher):
    answer = do(as_publisher, "publish", drafts)

    assert said(answer) == ["Published: 3."]
    assert set(Entity.objects.filter(kind="party").values_list("status", flat=True)) == {"published"}
    assert set(Change.objects.values_list("action", "note", "by")) == {("created", "Checked", publisher.pk)}


def test_published_ones_are_withdrawn(published, as_publisher):
    assert said(do(as_publisher, "withdraw", [published])) == ["Withdrawn: 1."]
    published.refresh_from_db()
    assert published.status == "withdrawn"


def test_one_that_is_refused_is_named_and_the_others_are_done(drafts, as_publisher):
    publish(entity=drafts[0])

    answer = do(as_publisher, "publish", drafts)

    assert said(answer) == [f"{drafts[0].name}: '{drafts[0].slug}' is published, not draft.", "Published: 2."]


def test_without_a_reason_it_is_asked_again(drafts, as_publisher):
    answer = do(as_publisher, "publish", drafts, reason=" ")

    assert "This field is required." in text(answer)
    assert len(answer.context["concerned"]) == 3
    assert not Change.objects.exists()


class TestVerified:
    @pytest.fixture
    def party(self):
        party = factories.PartyFactory()
        for kind in ("ideology", "country"):
            factories.RelationshipFactory(subject=party, object=factories.FACTORIES[kind]())
        factories.RelationshipFactory(subject=factories.PoliticianFactory(), object=party)
        return party

    def test_what_it_is_the_subject_of_is_dated(self, party, as_editor, today, editor):
        answer = do(as_editor, "verify", [party], day="2026-06-01")

        assert said(answer) == ["Verified: 1."]
        assert set(party.outgoing.values_list("verified_at", flat=True)) == {date(2026, 6, 1)}
        assert party.incoming.get().verified_at == date(2026, 1, 22)
        assert set(Change.objects.values_list("action", "note", "by")) == {("updated", "Checked", editor.pk)}
        assert Change.objects.filter(entity=party).count() == 2

    def test_today_is_proposed_as_browsers_read_it(self, party, as_editor, today):
        assert 'value="2026-06-15"' in choose(as_editor, "verify", [party]).content.decode()

    def test_what_states_nothing_is_left_alone(self, party, published, as_editor):
        asked = choose(as_editor, "verify", [party, published])

        assert (asked.context["concerned"], asked.context["left_alone"]) == ([party], [published])
        assert "no statement" in said(do(as_editor, "verify", [published], day="2020-01-01"))[0]

    @pytest.mark.parametrize("day", ["tomorrow", "", "2026-02-30", "0001-01-01", "9" * 30, "tom\x00"])
    def test_a_day_that_is_none_or_lies_ahead_is_asked_again(self, day, party, as_editor):
        day = str(date.today() + timedelta(days=1)) if day == "tomorrow" else day

        answer = do(as_editor, "verify", [party], day=day)

        assert "day" in answer.context["form"].errors
        assert set(Relationship.objects.values_list("verified_at", flat=True)) == {date(2026, 1, 22)}

    def test_a_hundred_take_no_query_for_each_statement(self, party, as_editor, django_assert_max_num_queries):
        for ideology in [factories.IdeologyFactory() for _ in range(10)]:
            factories.RelationshipFactory(subject=party, object=ideology)

        with django_assert_max_num_queries(70):
            do(as_editor, "verify", [party], day="2026-01-01")


@pytest.mark.parametrize("key", ["x", "-1", "9" * 30, "1e3", "\u0663", "", "1 OR 1=1"])
@pytest.mark.parametrize("deed", ["publish", "withdraw", "verify"])
def test_what_is_no_row_does_nothing(key, deed, published, both, browser):
    client = browser(both)

    assert choose(client, deed, [key]).status_code == 200
    assert do(client, deed, [key], day="2020-01-01").status_code == 200
    assert do(client, deed, [], day="2020-01-01").status_code == 200
    assert not Change.objects.exists()


def test_an_entity_of_another_kind_is_no_row(as_publisher):
    politician = factories.PoliticianFactory()

    do(as_publisher, "withdraw", [politician])

    assert not Change.objects.exists()


def test_more_than_a_hundred_are_refused(as_publisher):
    rows = [factories.PartyFactory(status="draft", slug=f"p-{n}-fr") for n in range(101)]

    assert "up to 100" in said(choose(as_publisher, "publish", rows[:100], select_across="1"))[0]
    assert "up to 100" in said(do(as_publisher, "publish", rows))[0]
    assert not Change.objects.exists()
