"""The journal says what happened and is never rewritten."""

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction

from graph.models import Change, JournalIsAppendOnly
from tests.factories import PoliticianFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def change():
    return Change.objects.create(entity=PoliticianFactory(), action=Change.Action.CREATED)


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
def test_what_is_written_stays(change, rewrite):
    change.note = "never happened"

    with pytest.raises(JournalIsAppendOnly), transaction.atomic():
        REWRITES[rewrite](change)

    assert Change.objects.get().note == ""


def test_changes_come_in_the_order_they_were_written():
    macron = PoliticianFactory()
    for action in ("created", "updated", "renamed"):
        Change.objects.create(entity=macron, action=action)

    assert [change.action for change in Change.objects.all()] == ["created", "updated", "renamed"]


def test_the_journal_outlives_the_account_that_made_the_change(change):
    editor = UserFactory()
    Change.objects.create(entity=change.entity, action=Change.Action.UPDATED, by=editor)

    editor.delete()

    assert [entry.by for entry in Change.objects.all()] == [None, None]


@pytest.mark.parametrize("action", Change.Action)
def test_every_action_can_be_written(action):
    Change.objects.create(entity=PoliticianFactory(), action=action).full_clean()


def test_an_unknown_action_is_not_valid(change):
    change.action = "forgotten"

    with pytest.raises(ValidationError):
        change.full_clean()
