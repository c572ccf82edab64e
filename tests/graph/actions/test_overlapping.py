"""Who merges and who edits a neighbour at the same moment wait for each other: neither loses what the other wrote."""

import time
from threading import Event

import pytest

from graph.actions import ActionRejected, editing, merge, unmerge
from graph.models import Change
from tests import factories
from tests.feeds.test_overlap import in_threads
from tests.overlaps import needs_overlap

pytestmark = [pytest.mark.django_db(transaction=True), needs_overlap]
A_WHILE = 0.5


@pytest.fixture
def statement(monkeypatch):
    # The index follows by itself, in transactions of its own.
    monkeypatch.setattr("search.receivers.refresh", lambda *args: None)
    return factories.RelationshipFactory(type="politician_holds_office", start_date="2017")


def while_it_is_edited(statement, verb):
    """Let the verb begin after the editor has saved the end, and before that is committed."""
    saved = Event()

    def edit():
        with editing(statement.subject):
            statement.end_date = "2019"
            statement.save()
            saved.set()
            time.sleep(A_WHILE)

    def act():
        saved.wait(10)
        verb()

    in_threads([edit, act])
    statement.refresh_from_db()


def test_a_merge_is_taken_back_without_what_an_editor_wrote_meanwhile(statement):
    survivor = factories.OfficeFactory()
    while_it_is_edited(statement, lambda: merge(entity=statement.object, into=survivor))
    assert (statement.object, statement.end_date) == (survivor, "2019")

    unmerge(change=Change.objects.get(entity=survivor))

    statement.refresh_from_db()
    assert statement.end_date == "2019"


def test_a_merge_that_an_editor_overtakes_is_not_taken_back(statement):
    survivor = factories.OfficeFactory()
    merge(entity=statement.object, into=survivor)
    change = Change.objects.get(entity=survivor)
    refused = []

    def undo():
        with pytest.raises(ActionRejected) as refusal:
            unmerge(change=change)
        refused.append(refusal)

    statement.refresh_from_db()
    while_it_is_edited(statement, undo)

    assert refused
    assert (statement.object, statement.end_date) == (survivor, "2019")
