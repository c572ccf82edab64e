"""Test the history page of an entity, and the pages that revert a change or undo a merge."""

import pytest
from django.urls import reverse

from graph.actions import editing, merge, publish
from graph.actions.results.candidacies import change_candidacy
from graph.journal.journal import journalled
from graph.models import Change, Entity, OtherName
from graph.models.details import PoliticianDetails
from tests import factories
from tests.edits import create, relate, update
from tests.reading import said, text

pytestmark = pytest.mark.django_db
WHY = {"reason": "Typo"}


@pytest.fixture
def macron():
    return factories.PoliticianFactory(name="Emmanuel Macron", details__birth_year=1977)


def page(name, *args, kind="politician"):
    return reverse(f"admin:graph_{kind}_{name}", args=args)


class TestHistory:
    def test_history_shows_author_time_and_reason(self, macron, editor, as_editor):
        update(entity=macron, birth_year=1978, by=editor, note="From the register")

        shown = text(as_editor.get(page("history", macron.pk)))

        assert "birth year 1977 1978" in shown
        assert "By editor. Reason: “From the register”" in shown

    def test_history_shows_names_and_relationships(self, macron, as_editor):
        office = factories.OfficeFactory(name="President of France")
        with editing(macron):
            OtherName.objects.create(entity=macron, name="Manu")
            factories.RelationshipFactory._meta.model.objects.create(
                subject=macron,
                object=office,
                type="politician_holds_office",
                start_date="2017",
                source=factories.SourceFactory(),
            )

        shown = text(as_editor.get(page("history", macron.pk)))

        assert "Other name: Manu added" in shown
        assert "Holds office: President of France added" in shown
        assert "start date nothing 2017" in shown

    def test_history_shows_positions_as_text(self, macron, as_editor):
        update(entity=macron, political_positions=[{"topic": "tax", "position": "lower", "source": "a speech"}])

        assert "position: lower, source: a speech, topic: tax" in text(as_editor.get(page("history", macron.pk)))

    def test_history_leaves_out_rows_that_belong_to_no_entity(self, as_editor):
        race = factories.RaceFactory()
        candidacy = factories.CandidacyFactory(pk=race.election_id, race=race, name="Jo Bloggs")
        change_candidacy(candidacy, {"name": "Joe Bloggs"})

        ((change, _, rows, _),) = as_editor.get(page("history", race.election_id, kind="election")).context["versions"]

        assert (change.fields, rows) == ({"candidacies": [["Jo Bloggs"], ["Joe Bloggs"]]}, [])

    def test_history_shows_what_a_merge_of_others_changed_here(self, macron, as_editor):
        offices = [factories.OfficeFactory(name=name) for name in ("President of France", "Head of France")]
        for holder in (macron, factories.PoliticianFactory(name="Another")):
            shown = {"subject": holder, "object": offices[1], "type": "politician_holds_office"}
            relate(**shown, source=factories.SourceFactory())
        merge(entity=offices[1], into=offices[0])

        versions = as_editor.get(page("history", macron.pk)).context["versions"]

        assert [row["label"] for row in versions[0][2]] == ["Holds office: President of France"]

    def test_history_shows_imports(self, macron, as_editor):
        factories.ChangeFactory(entity=macron, via="reign", fields={"birth_year": [None, 1977]})

        shown = text(as_editor.get(page("history", macron.pk)))

        assert "By reign" in shown
        assert "birth_year: nothing → 1977" in shown

    def test_history_shows_created_and_published(self, as_editor):
        draft = create(kind="ideology", name="Liberalism", slug="liberalism", status="draft")
        publish(entity=draft)

        shown = text(as_editor.get(page("history", draft.pk, kind="ideology")))

        assert shown.index("UTC: published") < shown.index("UTC: created")

    def test_history_escapes_stored_text(self, macron, as_editor):
        update(entity=macron, name="<script>alert(1)</script>", note="<b>bold</b>")

        shown = as_editor.get(page("history", macron.pk)).content.decode()

        assert "<script>alert" not in shown
        assert "<b>bold" not in shown

    def test_history_needs_few_queries(self, macron, editor, as_editor, django_assert_max_num_queries):
        for year in range(1970, 1990):
            update(entity=macron, birth_year=year, by=editor)

        with django_assert_max_num_queries(25):
            as_editor.get(page("history", macron.pk))

    @pytest.mark.parametrize("place", ["2", "0", "x", "99999999999999999999", "-1"])
    def test_history_shows_a_page_for_any_number(self, macron, as_editor, place):
        assert as_editor.get(page("history", macron.pk), {"p": place}).status_code == 200


class TestReverting:
    @pytest.fixture
    def change(self, macron, editor):
        update(entity=macron, birth_year=1978, by=editor)
        wanted = Change.objects.latest("pk")
        update(entity=macron, birth_year=1800, by=editor, note="Vandalism")
        return wanted

    def version(self, response):
        return {"version": response.context["form"]["version"].value()}

    def test_revert_shows_the_changes_and_makes_them(self, macron, change, editor, as_editor):
        address = page("revert", macron.pk, change.pk)
        shown = as_editor.get(address)
        assert "birth year 1800 1978" in text(shown)

        response = as_editor.post(address, WHY | self.version(shown), follow=True)

        macron.refresh_from_db()
        assert macron.details.birth_year == 1978
        assert "was reverted to the version" in said(response)[0]
        assert (Change.objects.latest("pk").by, Change.objects.latest("pk").note) == (editor, "Typo")

    def test_revert_shows_changes_by_imports(self, macron, change, as_editor):
        with journalled(via="register") as journal:
            PoliticianDetails.objects.filter(pk=macron.pk).update(birth_year=1979)
            journal.record(macron.pk, "updated", {"birth_year": [1800, 1979]})

        assert "birth year 1979 1978" in text(as_editor.get(page("revert", macron.pk, change.pk)))

    def test_revert_requires_a_reason(self, macron, change, as_editor):
        address = page("revert", macron.pk, change.pk)

        response = as_editor.post(address, {"reason": " "} | self.version(as_editor.get(address)))

        assert response.status_code == 200
        assert macron.politician_details.__class__.objects.get(pk=macron.pk).birth_year == 1800

    def test_revert_rejects_a_stale_version(self, macron, change, as_editor):
        address = page("revert", macron.pk, change.pk)
        shown = as_editor.get(address)
        update(entity=macron, name="Another")

        response = as_editor.post(address, WHY | self.version(shown), follow=True)

        assert said(response) == ["Somebody else has changed it in the meantime."]

    def test_revert_to_the_newest_version_changes_nothing(self, macron, change, as_editor):
        response = as_editor.get(page("revert", macron.pk, Change.objects.latest("pk").pk), follow=True)

        assert said(response) == ["Nothing has been edited since."]

    def test_revert_shows_the_broken_constraint(self, macron, as_editor):
        identifier = factories.IdentifierFactory(entity=macron, scheme="parlgov", value="1")
        update(entity=macron, birth_year=1978)
        wanted = Change.objects.latest("pk")
        with editing(macron):
            identifier.delete()
        factories.IdentifierFactory(entity=factories.PoliticianFactory(name="Another"), scheme="parlgov", value="1")
        address = page("revert", macron.pk, wanted.pk)

        response = as_editor.post(address, WHY | self.version(as_editor.get(address)), follow=True)

        assert "break a rule: identifier belongs to one entity" in said(response)[0]
        assert not macron.identifiers.exists()

    def test_revert_returns_404_for_a_version_of_another_entity(self, macron, change, as_editor):
        other = factories.PoliticianFactory(name="Another")

        assert as_editor.get(page("revert", other.pk, change.pk)).status_code == 404

    @pytest.mark.parametrize("pk", ["99999999999999999999", "0"])
    def test_revert_returns_404_for_an_unknown_version(self, macron, as_editor, pk):
        assert as_editor.get(page("revert", macron.pk, 1).replace("/1/", f"/{pk}/")).status_code == 404


class TestUndoingAMerge:
    @pytest.fixture
    def merged(self, macron):
        double = factories.PoliticianFactory(name="E. Macron", slug="e-macron")
        merge(entity=double, into=macron)
        return Change.objects.get(entity=macron, fields__has_key="merged")

    def test_unmerge_restores_both_entities(self, macron, merged, publisher, as_publisher):
        address = page("unmerge", macron.pk, merged.pk)
        assert "e-macron" in text(as_publisher.get(address))

        response = as_publisher.post(address, WHY, follow=True)

        assert said(response) == ["E. Macron is a separate entity again."]
        assert Entity.objects.filter(slug="e-macron").exists()
        assert Change.objects.latest("pk").by == publisher

    def test_unmerge_shows_why_it_is_rejected(self, macron, merged, as_publisher):
        with editing(macron):
            macron.other_names.get().delete()

        response = as_publisher.post(page("unmerge", macron.pk, merged.pk), WHY, follow=True)

        assert "Edited since" in said(response)[0]
        assert not Entity.objects.filter(slug="e-macron").exists()

    def test_unmerge_returns_404_for_other_changes(self, macron, as_publisher):
        update(entity=macron, birth_year=1980)

        assert as_publisher.get(page("unmerge", macron.pk, Change.objects.latest("pk").pk)).status_code == 404
