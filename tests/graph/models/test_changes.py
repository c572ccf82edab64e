"""Test the change journal: its rows can be neither changed nor deleted, and outlive their entity and their author."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction

from graph.journal.journal import assign_positions
from graph.models import Change, JournalIsAppendOnly
from tests.factories import ChangeFactory, PoliticianFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def change():
    return ChangeFactory(action=Change.Action.CREATED)


REWRITES = {
    "save": lambda change: change.save(),
    "delete": lambda change: change.delete(),
    "update": lambda change: Change.objects.update(note="never happened"),
    "update one": lambda change: Change.objects.filter(pk=change.pk).update(note="never happened"),
    "bulk_update": lambda change: Change.objects.bulk_update([change], ["note"]),
    "delete all": lambda change: Change.objects.all().delete(),
    "through the entity": lambda change: change.entity.changes.update(note="never happened"),
}


@pytest.mark.parametrize("rewrite", REWRITES)
def test_django_rejects_a_rewrite_of_a_change(change, rewrite):
    change.note = "never happened"

    with pytest.raises(JournalIsAppendOnly), transaction.atomic():
        REWRITES[rewrite](change)

    assert Change.objects.get().note == ""


SQL = {
    "rewritten": "UPDATE graph_change SET note = 'never happened'",
    "of another entity": "UPDATE graph_change SET entity_id = entity_id + 1",
    "hidden": "UPDATE graph_change SET is_public = NOT is_public",
    "with another author": "UPDATE graph_change SET by_id = 1",
    "removed": "DELETE FROM graph_change",
}


@pytest.mark.parametrize("sql", SQL)
def test_the_database_rejects_a_rewrite_of_a_change(change, sql):
    with pytest.raises(IntegrityError, match="journal_is_append_only"), transaction.atomic():
        connection.cursor().execute(SQL[sql])

    assert Change.objects.filter(note="").count() == 1


def test_the_database_rejects_a_second_position(change):
    assign_positions()

    with pytest.raises(IntegrityError, match="journal_is_append_only"), transaction.atomic():
        connection.cursor().execute("UPDATE graph_change SET position = position + 1")


def test_change_outlives_its_entity(change):
    change.entity.delete()

    assert Change.objects.get().name == "Emmanuel Macron"


def test_changes_are_ordered_by_their_key():
    macron = PoliticianFactory()
    for action in ("created", "updated", "renamed"):
        ChangeFactory(entity=macron, action=action)

    assert [change.action for change in Change.objects.all()] == ["created", "updated", "renamed"]


def test_change_outlives_the_account_of_its_author(change):
    editor = UserFactory()
    ChangeFactory(entity=change.entity, action=Change.Action.UPDATED, by=editor)

    editor.delete()

    assert [entry.by for entry in Change.objects.all()] == [None, None]


def test_every_action_can_be_stored():
    for action in Change.Action:
        ChangeFactory(action=action).full_clean()


def test_full_clean_rejects_an_unknown_action(change):
    change.action = "forgotten"

    with pytest.raises(ValidationError):
        change.full_clean()
