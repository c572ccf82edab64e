"""Test the page that changes a slug, and how the page of an entity lists the relationships of which it is the
object."""

import pytest

from graph.models import Change, Entity, Redirect
from tests.factories import FACTORIES, PartyFactory, PoliticianFactory, RelationshipFactory
from tests.graph.admin.pages import address_of, errors
from tests.reading import said, text

pytestmark = pytest.mark.django_db


class TestSlugPage:
    @pytest.fixture
    def party(self):
        return PartyFactory(name="Renaissance", slug="en-marche-fr")

    def test_changes_the_slug_and_adds_a_redirect(self, party, as_publisher, publisher, guarded):
        with guarded():
            response = as_publisher.post(
                address_of(party, "slug"), {"slug": "renaissance-fr", "reason": "Its new name."}, follow=True
            )

        party.refresh_from_db()
        assert party.slug == "renaissance-fr"
        assert Redirect.objects.get(slug="en-marche-fr").entity == party
        assert said(response) == ["Slug changed to renaissance-fr."]
        assert (Change.objects.get().by, Change.objects.get().note) == (publisher, "Its new name.")

    @pytest.mark.parametrize(
        ("slug", "message"),
        [
            ("", "required"),
            ("renaissance", "not a slug of this kind"),
            ("Renaissance-fr", "not a slug of this kind"),
            ("taken-fr", "is taken"),
            ("old-fr", "is taken"),
            ("en-marche-fr", "is its slug already"),
            ("x" * 201, "at most 200"),
        ],
    )
    def test_rejects_an_invalid_slug(self, slug, message, party, as_publisher):
        Redirect.objects.create(slug="old-fr", entity=PartyFactory(slug="taken-fr"))

        response = as_publisher.post(address_of(party, "slug"), {"slug": slug, "reason": "Its new name."})

        assert message in text(response)
        assert Entity.objects.get(pk=party.pk).slug == "en-marche-fr"

    def test_requires_a_reason(self, party, as_publisher):
        response = as_publisher.post(address_of(party, "slug"), {"slug": "renaissance-fr", "reason": ""})

        assert "required" in text(response)
        assert not errors(response)


class TestIncomingRelationships:
    def test_are_counted_and_the_newest_fifty_are_shown(self, as_editor):
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
        assert "The newest 50 are shown; there are 2 more." in shown
        assert "M2001" in shown
        assert "M1951" not in shown

    def test_link_to_their_subject_and_to_the_page_that_adds_one(self, as_editor):
        relationship = RelationshipFactory(type="politician_member_of_party")

        page = as_editor.get(address_of(relationship.object)).content.decode()

        assert address_of(relationship.subject) in page
        assert f"/admin/graph/politician/add/?politician_member_of_party={relationship.object.pk}" in page

    def test_cannot_be_added_by_a_publisher(self, as_publisher):
        relationship = RelationshipFactory(type="politician_member_of_party")

        assert "/add/?" not in as_publisher.get(address_of(relationship.object)).content.decode()

    def test_have_a_section_for_each_type_whose_object_is_of_the_kind(self, as_editor):
        expected = {
            "politician": 0,
            "institution": 0,
            "country": 4,
            "party": 1,
            "election": 2,
            "office": 2,
            "ideology": 1,
        }

        found = {kind: len(as_editor.get(address_of(FACTORIES[kind]())).context["incoming"]) for kind in expected}

        assert found == expected
