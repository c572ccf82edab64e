"""Test clients that read the journal while transactions overlap. They get each change exactly once.

``OVERLAP_SECONDS=60 pytest tests/feeds/test_overlap.py`` runs longer, and so finds rarer errors.
"""

import os
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Event

import pytest
from django.db import connection, connections, transaction
from django.test import Client

from graph.journal.journal import assign_positions
from graph.models import Change
from tests.contract.test_changes import changes_from
from tests.edits import create, update
from tests.factories import ChangeFactory, PoliticianFactory
from tests.overlaps import needs_overlap

pytestmark = pytest.mark.django_db(transaction=True)
SECONDS = float(os.environ.get("OVERLAP_SECONDS", "2"))
WRITERS, READERS = 5, 2
"""The numbers of threads that write and read. With the thread of the test, they use all eight database connections of
the pool."""


@pytest.fixture(autouse=True)
def _without_the_limit(monkeypatch):
    """Raise the rate limit of /api/changes, because the clients in these tests send requests without a pause."""
    monkeypatch.setattr("feeds.api.views.ChangeViewSet.per_minute", 1_000_000)


def in_threads(jobs):
    """Run the functions at the same time, each in a thread with its own database connection. Return the list of their
    results."""

    def run(job):
        try:
            return job()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result() for future in [pool.submit(run, job) for job in jobs]]


def give_back():
    """Return the database connection to the pool, as Django does at the end of a request."""
    connection.close()


def write(number):
    """Create a politician, and change this entity again and again for some seconds. Return how many changes this added
    to the journal."""
    random, count = Random(number), 0  # noqa: S311 - nothing is secret here
    own = create(kind="politician", name=f"Writer {number}", slug=f"writer-{number}", country_code="fr")
    # Start the clock after the creation, which alone may take that long on a busy machine.
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        count += 1
        with transaction.atomic():
            update(entity=own, birth_year=1900 + count % 100)
            # Because of random pauses, transactions do not end in the order in which they began.
            time.sleep(random.choice([0, 0, 0.002, 0.02]))
        give_back()
    return count + 1


def read_until(done):
    """Read /api/changes from the beginning, page by page, until the event ``done`` is set and no further change
    follows. Return all changes."""
    client, address, changes = Client(headers={"host": "testserver"}), "/api/changes?limit=7", []
    while True:
        was_done = done.is_set()
        rows, address = changes_from(client, address)
        changes += rows
        give_back()
        if was_done:
            return changes


@needs_overlap
def test_changes_are_read_once_by_every_client_during_writes():
    done = Event()

    def write_all():
        try:
            return in_threads([lambda number=number: write(number) for number in range(WRITERS)])
        finally:
            done.set()

    written, *read = in_threads([write_all, *([lambda: read_until(done)] * READERS)])

    assert Change.objects.count() == sum(written) > WRITERS
    for changes in read:
        assert len(changes) == sum(written), "skipped or repeated"
        assert changes == read[0]
        assert Counter(change["slug"] for change in changes) == {
            f"writer-{number}": count for number, count in enumerate(written)
        }


@needs_overlap
def test_changes_do_not_skip_a_slow_transaction():
    early, late = PoliticianFactory(name="Early"), PoliticianFactory(name="Late")
    client, begun, may_end = Client(), Event(), Event()

    def slow():
        with transaction.atomic():
            update(entity=early, birth_year=1950)
            begun.set()
            may_end.wait(10)

    def quick():
        begun.wait(10)
        try:
            update(entity=late, birth_year=1950)
            return changes_from(client, "/api/changes")
        finally:
            may_end.set()

    _, (first, address) = in_threads([slow, quick])
    second, _ = changes_from(client, address)

    assert [change["slug"] for change in first] == ["late"]
    assert [change["slug"] for change in second] == ["early"]


def test_changes_assign_positions_that_a_crashed_writer_left_open():
    ChangeFactory(entity=PoliticianFactory(name="Jane Doe"))
    assert Change.objects.without_position().count() == 1

    assert [change["slug"] for change in changes_from(Client(), "/api/changes")[0]] == ["jane-doe"]


def test_positions_have_no_gaps_and_follow_the_order_of_writing():
    for number in range(3):
        ChangeFactory(entity=PoliticianFactory(name=f"P {number}"))
        assign_positions()
    ChangeFactory()

    assign_positions()

    assert list(Change.objects.values_list("position", flat=True)) == [1, 2, 3, 4]
