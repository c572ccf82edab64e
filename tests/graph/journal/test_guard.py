"""Test that each write to the graph is rejected unless the journal records it."""

from datetime import date

import pytest
from django.db import connection

from graph.descriptions import describe
from graph.journal.guard import NotJournalled, allow_writes
from graph.journal.journal import Journal, journalled
from graph.models import Entity, OtherName, Relationship
from tests import factories
from tests.edits import create

pytestmark = pytest.mark.django_db

WRITES = {
    "a save": lambda entity: entity.save(),
    "a save of details": lambda entity: entity.details.save(),
    "a creation": lambda entity: OtherName.objects.create(entity=entity, name="Manu"),
    "a creation in bulk": lambda entity: OtherName.objects.bulk_create([OtherName(entity=entity, name="Manu")]),
    "a creation that may exist": lambda entity: OtherName.objects.bulk_create(
        [OtherName(entity=entity, name="Manu")], ignore_conflicts=True
    ),
    "an update": lambda entity: Entity.objects.update(name="Manu"),
    "an update in bulk": lambda entity: Entity.objects.bulk_update([entity], ["name"]),
    "an update or creation": lambda entity: OtherName.objects.update_or_create(entity=entity, name="Manu"),
    "a deletion": lambda entity: entity.details.delete(),
    "a deletion in bulk": lambda entity: Relationship.objects.all().delete(),
    "raw SQL": lambda entity: connection.cursor().execute("update graph_entity set name = 'Manu'"),
    "raw SQL for many rows": lambda entity: connection.cursor().executemany(
        'DELETE FROM "graph_othername" WHERE id = %s', [[1]]
    ),
}


@pytest.fixture
def politician():
    factories.RelationshipFactory()
    return Entity.objects.of_kind("politician").get()


@pytest.mark.parametrize("write", WRITES)
def test_guard_rejects_a_write_outside_the_journal(write, politician, guarded):
    with pytest.raises(NotJournalled), guarded():
        WRITES[write](politician)


def test_guard_rejects_a_write_of_project_code_that_a_test_calls(politician):
    with pytest.raises(NotJournalled):
        describe([politician.pk], date(2026, 6, 15), Journal())


@pytest.mark.parametrize("write", ["a save", "a creation", "an update in bulk"])
def test_journalled_rejects_a_write_without_a_recorded_change(write, politician):
    with pytest.raises(NotJournalled, match="No change was recorded"), journalled():
        WRITES[write](politician)

    assert not OtherName.objects.exists()


def test_guard_allows_reads(politician, guarded):
    with guarded():
        assert Entity.objects.with_details().filter(name="update graph_entity").count() == 0


def test_guard_rejects_writes_after_an_action(guarded):
    with guarded():
        entity = create(kind="ideology", name="Liberalism", slug="liberalism")

        with pytest.raises(NotJournalled):
            entity.save()


def test_allow_writes_reports_tables_of_a_nested_block():
    with allow_writes() as outer:
        with allow_writes():
            factories.IdeologyFactory(details=None)
        factories.SourceFactory()

    assert outer == {"graph_entity", "graph_source"}
