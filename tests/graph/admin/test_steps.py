"""Entities are published, withdrawn, restored, and called by another slug: why, and by whom."""

import pytest

from graph.models import Change, Entity, Redirect
from tests.factories import FACTORIES, PartyFactory, PoliticianFactory, RelationshipFactory
from tests.graph.admin.pages import address_of, errors
from tests.reading import said, text

pytestmark = pytest.mark.django_db
STEPS = [("publish", "draft", "published", "created"), ("withdraw", "published", "withdrawn", "withdrawn")]
STEPS.append(("restore", "withdrawn", "published", "restored"))


@pytest.mark.parametrize(("step", "before", "after", "action"), STEPS)
class TestAStep:
    def test_is_offered_and_done(self, step, before, after, action, as_publisher, publisher, guarded):
        party = PartyFactory(status=before)
        assert f"/step/{step}/" in as_publisher.get(address_of(party)).content.decode()

        with guarded():
            response = as_publisher.post(address_of(party, "step", step), {"reason": "It is time."}, follow=True)

        party.refresh_from_db()
        assert party.status == after
        assert party.name in said(response)[0]
        change = Change.objects.get()
        assert (change.action, change.by, change.note) == (action, publisher, "It is time.")

    def test_is_offered_to_what_stands_there_alone(self, step, before, after, action, as_publisher):
        for status in {"draft", "published", "withdrawn"} - {before}:
            party = PartyFactory(status=status)

            assert f"/step/{step}/" not in as_publisher.get(address_of(party)).content.decode()
            response = as_publisher.post(address_of(party, "step", step), {"reason": "!"}, follow=True)
            assert f"not {before}" in said(response)[0]
            assert Entity.objects.get(pk=party.pk).status == status

    @pytest.mark.parametrize("reason", ["", "  ", "x" * 301, "\x07"])
    def test_needs_a_reason(self, step, before, after, action, reason, as_publisher):
        party = PartyFactory(status=before)

        response = as_publisher.post(address_of(party, "step", step), {"reason": reason}, follow=True)

        assert said(response)[0].startswith("Reason:")
        assert Entity.objects.get(pk=party.pk).status == before


def test_there_are_no_other_steps(operator):
    assert operator.post(address_of(PartyFactory(), "step", "delete"), {"reason": "!"}).status_code == 404


class TestSlugs:
    @pytest.fixture
    def party(self):
        return PartyFactory(name="Renaissance", slug="en-marche-fr")

    def test_are_changed_and_the_former_leads_on(self, party, as_publisher, publisher, guarded):
        with guarded():
            response = as_publisher.post(
                address_of(party, "slug"), {"slug": "renaissance-fr", "reason": "Its new name."}, follow=True
            )

        party.refresh_from_db()
        assert party.slug == "renaissance-fr"
        assert Redirect.objects.get(slug="en-marche-fr").entity == party
        assert said(response) == ["Renaissance is at renaissance-fr now."]
        assert (Change.objects.get().by, Change.objects.get().note) == (publisher, "Its new name.")

    @pytest.mark.parametrize(
        ("slug", "refusal"),
        [
            ("", "required"),
            ("renaissance", "No slug of this kind"),
            ("Renaissance-fr", "No slug of this kind"),
            ("taken-fr", "is taken"),
            ("former-fr", "is taken"),
            ("en-marche-fr", "is its slug already"),
            ("x" * 201, "at most 200"),
        ],
    )
    def test_that_cannot_be_are_refused(self, slug, refusal, party, as_publisher):
        Redirect.objects.create(slug="former-fr", entity=PartyFactory(slug="taken-fr"))

        response = as_publisher.post(address_of(party, "slug"), {"slug": slug, "reason": "Its new name."})

        assert refusal in text(response)
        assert Entity.objects.get(pk=party.pk).slug == "en-marche-fr"

    def test_need_a_reason(self, party, as_publisher):
        response = as_publisher.post(address_of(party, "slug"), {"slug": "renaissance-fr", "reason": ""})

        assert "required" in text(response)
        assert not errors(response)


class TestIncomingStatements:
    def test_are_told_with_their_number_and_the_newest_fifty(self, as_editor):
        party = PartyFactory()
        for year in range(1950, 2002):
            RelationshipFactory(
                type="politician_member_of_party",
                subject=PoliticianFactory(name=f"M{year}"),
                object=party,
                start_date=str(year),
            )

        shown = text(as_editor.get(address_of(party)))

        assert "Members: 52" in shown
        assert "The newest 50; 2 more." in shown
        assert "M2001" in shown
        assert "M1951" not in shown

    def test_lead_to_their_subject_and_to_a_new_one(self, as_editor):
        statement = RelationshipFactory(type="politician_member_of_party")

        page = as_editor.get(address_of(statement.object)).content.decode()

        assert address_of(statement.subject) in page
        assert f"/admin/graph/politician/add/?politician_member_of_party={statement.object.pk}" in page

    def test_are_added_by_who_may_alone(self, as_publisher):
        statement = RelationshipFactory(type="politician_member_of_party")

        assert "/add/?" not in as_publisher.get(address_of(statement.object)).content.decode()

    @pytest.mark.parametrize("kind", FACTORIES)
    def test_are_told_of_every_kind(self, kind, as_editor):
        expected = {
            "politician": 0,
            "institution": 0,
            "country": 4,
            "party": 1,
            "election": 2,
            "office": 2,
            "ideology": 1,
        }

        assert len(as_editor.get(address_of(FACTORIES[kind]())).context["incoming"]) == expected[kind]
