"""Test that `editing` records what is saved in its ``with`` block, both in the journal and as row versions."""

import pytest

from graph.actions import ActionRejected, EditConflict, editing, version_of
from graph.journal.history import differences
from graph.journal.journal import journalled
from graph.models import Change, Citation, Entity, OtherName, Relationship, RowVersion
from tests import factories
from tests.edits import update

pytestmark = pytest.mark.django_db


@pytest.fixture
def editor():
    return factories.UserFactory()


@pytest.fixture
def macron():
    return factories.PoliticianFactory(name="Emmanuel Macron", details__birth_year=1977)


class TestHistory:
    def test_update_stores_row_versions_under_the_revision_of_the_change(self, macron, editor):
        update(entity=macron, birth_year=1978, by=editor, note="A typo")

        change = Change.objects.get(entity=macron)
        found = {row.model.__name__: row.changed for row in differences([change.revision])}
        assert found["PoliticianDetails"]["birth_year"] == (1977, 1978)

    def test_editing_stores_one_version_of_a_row_that_is_saved_twice(self, macron):
        with editing(macron):
            for name in ("First", "Second"):
                macron.name = name
                macron.save()

        version = RowVersion.objects.get(model="entity")
        assert (version.before["name"], version.after["name"]) == ("Emmanuel Macron", "Second")

    def test_an_import_stores_no_row_versions(self, macron):
        with journalled(via="an import") as journal:
            macron.name = "Another"
            macron.save()
            journal.record(macron.pk, Change.Action.UPDATED)

        assert not RowVersion.objects.exists()
        assert Change.objects.get().revision is None


class TestEditing:
    def test_editing_records_everything_that_was_saved(self, macron, editor):
        office, party = factories.OfficeFactory(), factories.PartyFactory()
        member = factories.RelationshipFactory(subject=macron, type="politician_member_of_party", object=party)

        with editing(macron, by=editor, note="From the register"):
            macron.name = "Emmanuel Jean-Michel Macron"
            macron.save()
            OtherName.objects.create(entity=macron, name="Manu", lang="fr")
            Relationship.objects.create(
                subject=macron, type="politician_holds_office", object=office, source=factories.SourceFactory()
            )
            member.end_date = "2016"
            member.save()

        assert list(Change.objects.filter(entity=macron).values_list("action", "fields")) == [
            (
                "updated",
                {"name": ["Emmanuel Macron", "Emmanuel Jean-Michel Macron"], "other_names": [None, ["Manu (fr)"]]},
            ),
            ("updated", {"politician_member_of_party": [None, party.slug]}),
            ("related", {"politician_holds_office": [None, office.slug]}),
        ]
        assert set(Change.objects.values_list("by", "note")) == {(editor.pk, "From the register")}

    def test_editing_creates_an_entity_with_its_names(self, editor):
        factories.CountryFactory(country_code="fr")

        with editing(by=editor):
            entity = Entity.objects.create(kind="politician", name="Jane Doe", slug="jane-doe", country_code="fr")
            OtherName.objects.create(entity=entity, name="J. Doe")

        assert list(Change.objects.values_list("entity", "action", "is_public")) == [(entity.pk, "created", False)]
        entity.refresh_from_db()
        assert entity.description == "Politician in France."

    def test_editing_without_a_difference_records_no_change(self, macron):
        with editing(macron):
            macron.save()

        assert not Change.objects.exists()

    @pytest.mark.parametrize(("column", "value"), [("slug", "manu"), ("status", "withdrawn"), ("country_code", "de")])
    def test_editing_rejects_columns_with_actions_of_their_own(self, macron, column, value):
        setattr(macron, column, value)

        with pytest.raises(ActionRejected), editing(macron):
            macron.save()

    def test_editing_rejects_rows_of_another_entity(self, macron):
        name = factories.OtherNameFactory()

        with pytest.raises(ActionRejected), editing(macron):
            name.delete()
        assert OtherName.objects.exists()

    def test_editing_raises_edit_conflict_with_the_changes_of_the_other_editor(self, macron, editor):
        seen = version_of(macron)
        update(entity=macron, birth_year=1980, by=editor)

        with pytest.raises(EditConflict) as error, editing(macron, seen=seen):
            macron.save()

        assert [(row.by, row.fields) for row in error.value.changes] == [(editor, {"birth_year": [1977, 1980]})]

    def test_an_edited_description_is_composed_again_once_it_is_empty(self, macron):
        with editing(macron):
            macron.description = "President of France."
            macron.save()
        assert Entity.objects.get(pk=macron.pk).description_is_composed is False

        with editing(macron):
            macron.description = ""
            macron.save()
        macron.refresh_from_db()
        assert (macron.description_is_composed, macron.description != "") == (True, True)

    def test_an_edited_overview_is_not_composed_again(self, macron):
        update(entity=macron, overview="Studied at ENA.")
        update(entity=macron, birth_year=1980)

        macron.refresh_from_db()
        assert macron.details.overview == "Studied at ENA."

    def test_editing_removes_the_fact_from_citations_that_it_does_not_save(self, macron):
        imported = factories.CitationFactory(entity=macron, facts=["birth_year"])
        with editing(macron):
            macron.details.birth_year = 1980
            macron.details.save()
            own = factories.CitationFactory(entity=macron, url="https://register.example", facts=["birth_year"])

        assert [Citation.objects.get(pk=row.pk).facts for row in (imported, own)] == [[], ["birth_year"]]

    def test_editing_does_not_record_internal_keys_of_imports(self, macron):
        with editing(macron):
            factories.IdentifierFactory(entity=macron, scheme="record:reign", value="macron")
            factories.IdentifierFactory(entity=macron, scheme="viaf", value="1")

        assert Change.objects.get(entity=macron).fields == {"identifiers": [None, ["viaf:1"]]}


def test_editing_removes_an_overview_with_its_last_fact(macron):
    update(entity=macron, birth_year=1978)
    assert Entity.objects.get(pk=macron.pk).details.overview == "Born in 1978."

    update(entity=macron, birth_year=None)
    assert Entity.objects.get(pk=macron.pk).details.overview == ""
