"""Test a merge and an edit of a related entity at the same time. One waits for the other, so no data are lost."""

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
def relationship(monkeypatch):
    # Do not update the search index, because this happens in transactions of its own.
    monkeypatch.setattr("search.receivers.refresh", lambda *args: None)
    return factories.RelationshipFactory(type="politician_holds_office", start_date="2017")


def during_an_edit(relationship, action):
    """Run the action in a second transaction. Meanwhile, a first transaction has saved an end date of the relationship,
    but not committed it yet."""
    saved = Event()

    def edit():
        with editing(relationship.subject):
            relationship.end_date = "2019"
            relationship.save()
            saved.set()
            time.sleep(A_WHILE)

    def act():
        saved.wait(10)
        action()

    in_threads([edit, act])
    relationship.refresh_from_db()


def test_unmerge_keeps_an_edit_made_during_the_merge(relationship):
    survivor = factories.OfficeFactory()
    during_an_edit(relationship, lambda: merge(entity=relationship.object, into=survivor))
    assert (relationship.object, relationship.end_date) == (survivor, "2019")

    unmerge(change=Change.objects.get(entity=survivor))

    relationship.refresh_from_db()
    assert relationship.end_date == "2019"


def test_unmerge_is_rejected_after_an_edit_made_at_the_same_time(relationship):
    survivor = factories.OfficeFactory()
    merge(entity=relationship.object, into=survivor)
    change = Change.objects.get(entity=survivor)
    rejected = []

    def undo():
        with pytest.raises(ActionRejected) as error:
            unmerge(change=change)
        rejected.append(error)

    relationship.refresh_from_db()
    during_an_edit(relationship, undo)

    assert rejected
    assert (relationship.object, relationship.end_date) == (survivor, "2019")
