"""The index follows the graph."""

import pytest
from django.db import OperationalError, connection, transaction

from graph.models import Entity, Relationship
from graph.signals import entities_changed
from search import index
from search.countries import country_forms
from search.index import drop, is_outdated, rebuild, refresh, state
from search.models import IndexedEntity, IndexState, NameKey, StaleEntity, Token, Variant
from search.pipeline import find_entities
from tests.factories import (
    CountryFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)

pytestmark = pytest.mark.django_db


def found(text):
    return [hit.candidate.names[0][2] for hit in find_entities(text, country_forms(state().version)).hits]


@pytest.fixture
def doe():
    entity = PoliticianFactory(name="Jane Doe")
    refresh()
    return entity


def test_what_is_created_is_found(doe):
    assert found("jane doe") == ["Jane Doe"]


def test_what_is_renamed_is_found_by_its_new_name_alone(doe):
    doe.name = "Bartholomew Quill"
    doe.save()
    refresh()

    assert found("bartholomew quill") == ["Bartholomew Quill"]
    assert found("jane doe") == []


def test_another_name_is_found(doe):
    OtherNameFactory(entity=doe, name="Janette")
    refresh()

    assert found("janette") == ["Jane Doe"]


@pytest.mark.parametrize("status", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
def test_what_is_not_published_is_gone(doe, status):
    doe.status = status
    doe.save()
    refresh()

    assert found("jane doe") == []
    assert state().entities == 0


def test_what_is_deleted_is_gone_without_a_trace():
    entity = Entity.objects.create(kind="ideology", name="Doeism", slug="doeism", status="published")
    refresh()

    entity.delete()
    refresh()

    assert found("doeism") == []
    assert not IndexedEntity.objects.exists()
    assert not NameKey.objects.exists()
    assert not backend_match("doeism")


def backend_match(word):
    from search.backends import backend
    from search.query import Atom

    return backend().match([[[Atom(word)]]])


def test_a_party_joined_helps_to_find_the_member(doe):
    RelationshipFactory(subject=doe, object=PartyFactory(name="Purple Party"))
    refresh()

    assert found("doe purple")[0] == "Jane Doe"


def test_a_bulk_change_is_followed_when_it_is_told(doe):
    Entity.objects.filter(pk=doe.pk).update(name="Bartholomew Quill")
    entities_changed.send(sender=Entity, pks=[doe.pk])
    refresh()

    assert found("bartholomew quill") == ["Bartholomew Quill"]


def test_a_change_raises_the_version_and_nothing_does_not(doe):
    before = state().version

    assert refresh() == 0
    assert state().version == before

    doe.save()
    assert refresh() == 1
    assert state().version == before + 1


def test_marks_are_gone_when_the_index_has_followed(doe):
    assert not StaleEntity.objects.exists()

    doe.save()
    assert set(StaleEntity.objects.values_list("entity_id", flat=True)) == {doe.pk}


def test_a_change_that_is_taken_back_leaves_no_mark(doe):
    with transaction.atomic():
        doe.save()
        transaction.set_rollback(True)

    assert not StaleEntity.objects.exists()


def test_the_index_follows_by_itself_after_the_commit(doe, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        doe.name = "Bartholomew Quill"
        doe.save()

    assert found("bartholomew quill") == ["Bartholomew Quill"]


@pytest.mark.django_db(transaction=True)
def test_what_is_committed_does_not_fail_for_a_fault_of_the_index(doe, monkeypatch):
    def fail(*args):
        raise OperationalError("deadlock detected")

    with monkeypatch.context() as patch:
        patch.setattr("search.receivers.refresh", fail)
        doe.name = "Bartholomew Quill"
        doe.save()
    refresh()

    assert found("bartholomew quill") == ["Bartholomew Quill"]


def rows():
    return list(IndexedEntity.objects.order_by("entity").values_list("entity", "names", "body", "importance"))


class TestRebuild:
    """From nothing."""

    def test_it_finds_the_same_as_before(self, doe):
        CountryFactory(country_code="fr")
        refresh()
        before = rows()

        assert rebuild() == 2

        assert (
            list(IndexedEntity.objects.order_by("entity").values_list("entity", "names", "body", "importance"))
            == before
        )
        assert found("jane doe") == ["Jane Doe"]

    def test_it_forgets_words_that_are_in_no_name(self, doe):
        doe.name = "Bartholomew Quill"
        doe.save()
        refresh()
        assert Token.objects.filter(word="jane").exists()

        rebuild()

        assert set(Token.objects.values_list("word", flat=True)) == {"bartholomew", "quill"}
        assert not Variant.objects.exclude(token__in=Token.objects.all()).exists()

    def test_it_tells_its_progress(self, doe):
        told = []

        rebuild(told.append)

        assert sum(told) == 1

    def test_many_changes_at_once_build_everything(self, doe, monkeypatch):
        monkeypatch.setattr(index, "MOST_REFRESHED", 1)
        PoliticianFactory(name="Bartholomew Quill")
        PoliticianFactory(name="Eve Poe")

        assert refresh() == 3

        assert found("eve poe") == ["Eve Poe"]

    def test_a_graph_loaded_at_once_is_built_at_once(self, doe):
        Entity.objects.update(name="Bartholomew Quill")
        entities_changed.send(sender=Entity, pks=None)
        assert StaleEntity.objects.count() == 1

        refresh()

        assert found("bartholomew quill") == ["Bartholomew Quill"]

    def test_an_index_made_with_other_rules_is_outdated(self, doe):
        assert not is_outdated()

        IndexState.objects.update(folding="0 anyascii 0.0")

        assert is_outdated()
        doe.save()
        refresh()
        assert not is_outdated()

    def test_what_was_marked_before_is_not_looked_at_again(self, doe):
        doe.save()

        rebuild()

        assert refresh() == 0


def test_an_entity_dropped_is_in_no_table(doe):
    drop([doe.pk])

    assert not IndexedEntity.objects.exists()
    assert not NameKey.objects.exists()
    assert not backend_match("jane")


def test_relationships_of_a_deleted_statement_are_followed(doe):
    statement = RelationshipFactory(subject=doe, object=PartyFactory(name="Purple Party"))
    refresh()
    statement.delete()
    refresh()

    assert not Relationship.objects.exists()
    assert "purple" not in IndexedEntity.objects.get(entity=doe).body


def test_the_full_text_agrees_with_the_rows(doe):
    """SQLite keeps its full text beside the rows: it says itself whether both agree."""
    doe.name = "Bartholomew Quill"
    doe.save()
    refresh()

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO search_fts (search_fts, rank) VALUES ('integrity-check', 1)")
    assert len(backend_match("bartholomew")) == 1
