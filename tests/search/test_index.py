"""Test that the search index follows changes of the graph."""

import pytest
from django.db import OperationalError, connection, transaction

from graph.models import Entity
from graph.signals import entities_changed
from search.backends import backend
from search.index import index_state, refresh, remove
from search.models import IndexedEntity, NameKey, StaleEntity
from search.query import IndexTerm
from tests.factories import OtherNameFactory, PartyFactory, PoliticianFactory, RelationshipFactory
from tests.search.searching import names

pytestmark = pytest.mark.django_db


@pytest.fixture
def doe():
    entity = PoliticianFactory(name="Jane Doe")
    refresh()
    return entity


def rows_with(word):
    return backend().match([[[IndexTerm(word)]]], 10)


def test_refresh_adds_new_entities_and_names(doe):
    assert names("jane doe") == ["Jane Doe"]

    OtherNameFactory(entity=doe, name="Janette")
    refresh()

    assert names("janette") == ["Jane Doe"]


def test_refresh_replaces_the_name_of_a_renamed_entity(doe):
    doe.name = "Bartholomew Quill"
    doe.save()
    refresh()

    assert names("bartholomew quill") == ["Bartholomew Quill"]
    assert names("jane doe") == []


@pytest.mark.parametrize("status", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
def test_refresh_removes_entities_that_are_not_published(doe, status):
    doe.status = status
    doe.save()
    refresh()

    assert names("jane doe") == []


@pytest.mark.parametrize("delete", [lambda entity: entity.delete(), lambda entity: remove([entity.pk])])
def test_a_deleted_entity_is_removed_from_all_tables(delete):
    entity = Entity.objects.create(kind="ideology", name="Doeism", slug="doeism", status="published")
    refresh()

    delete(entity)

    assert not IndexedEntity.objects.exists()
    assert not NameKey.objects.exists()
    assert not rows_with("doeism")


def test_refresh_follows_relationships(doe):
    relationship = RelationshipFactory(subject=doe, object=PartyFactory(name="Purple Party"))
    refresh()
    assert names("doe purple")[0] == "Jane Doe"

    relationship.delete()
    refresh()
    assert "purple" not in IndexedEntity.objects.get(entity=doe).body


def test_refresh_follows_a_bulk_change_that_sent_the_signal(doe):
    Entity.objects.filter(pk=doe.pk).update(name="Bartholomew Quill")
    entities_changed.send(sender=Entity, pks=[doe.pk])
    refresh()

    assert names("bartholomew quill") == ["Bartholomew Quill"]


def test_refresh_raises_the_version_only_for_a_change(doe):
    before = index_state().version

    assert refresh() == 0
    assert index_state().version == before

    doe.save()
    assert refresh() == 1
    assert index_state().version == before + 1


def test_a_change_marks_the_entity_until_the_refresh(doe):
    assert not StaleEntity.objects.exists()

    doe.save()
    assert set(StaleEntity.objects.values_list("entity_id", flat=True)) == {doe.pk}

    refresh()
    assert not StaleEntity.objects.exists()


def test_a_change_that_is_rolled_back_leaves_no_mark(doe):
    with transaction.atomic():
        doe.save()
        transaction.set_rollback(True)

    assert not StaleEntity.objects.exists()


def test_the_index_is_refreshed_after_the_commit(doe, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        doe.name = "Bartholomew Quill"
        doe.save()

    assert names("bartholomew quill") == ["Bartholomew Quill"]


def test_an_error_of_the_index_does_not_fail_the_committed_change(doe, monkeypatch, django_capture_on_commit_callbacks):
    def fail(*args):
        raise OperationalError("deadlock detected")

    with monkeypatch.context() as patch, django_capture_on_commit_callbacks(execute=True):
        patch.setattr("search.receivers.refresh", fail)
        doe.name = "Bartholomew Quill"
        doe.save()
    refresh()

    assert names("bartholomew quill") == ["Bartholomew Quill"]


def test_the_full_text_of_sqlite_agrees_with_its_rows(doe):
    """SQLite stores the full-text index separately from the rows with the texts. Its integrity check fails if they
    differ."""
    doe.name = "Bartholomew Quill"
    doe.save()
    refresh()

    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO search_fts (search_fts, rank) VALUES ('integrity-check', 1)")
    assert len(rows_with("bartholomew")) == 1
