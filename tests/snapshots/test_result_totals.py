"""Sums of votes stay in the cache until a candidacy changes."""

from dataclasses import replace

import pytest
from django.db import connection

from graph.actions import merge, rename
from graph.actions.results.candidacies import change_candidacy, record_of
from graph.journal.journal import assign_positions
from graph.models import Candidacy, Change, Entity
from graph.queries.cached import JournalHead
from snapshots.results import states, unchanged
from snapshots.results.summary import election_results
from snapshots.results.totals import clear
from tests.factories import ChangeFactory, PartyFactory, PoliticianFactory
from tests.results import election_of_2017, election_of_2019, three_parties

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _election(db):
    parties = three_parties()
    election_of_2019(parties, election_of_2017(parties))
    # The journal has a state only after the first change.
    ChangeFactory()
    summary()


def summary():
    """Return (the summary, whether the tallies were read for it)."""
    assign_positions()
    queries = []
    with connection.execute_wrapper(lambda execute, *args: queries.append(args[0]) or execute(*args)):
        election = states.find_election("gb-2019")
        document = election_results(states.State(election, election.sequence))
    return document, any("graph_tally" in query for query in queries)


def change_party_of_candidacy():
    candidacy = Candidacy.objects.filter(race__election__slug="gb-2019", party__name="Labour").first()
    change_candidacy(candidacy, replace(record_of(candidacy), party=PartyFactory(name="Liberal").slug), note="Wrong")


def merge_parties():
    merge(entity=Entity.objects.get(kind="party", name="Green"), into=Entity.objects.get(kind="party", name="Labour"))


def rename_party():
    rename(entity=Entity.objects.get(kind="party", name="Green"), slug="greens")


def change_many():
    ChangeFactory.create_batch(unchanged.MOST_CHANGES + 1)


def restore_politician():
    ChangeFactory(action=Change.Action.RESTORED)


@pytest.mark.parametrize(
    ("change", "reads_tallies"),
    [
        (ChangeFactory, False),
        (lambda: PoliticianFactory(name="Somebody"), False),
        (rename_party, False),
        (change_party_of_candidacy, True),
        (merge_parties, True),
        (change_many, True),
        (restore_politician, True),
    ],
)
def test_summary_reads_the_tallies_again_only_after_a_change_of_candidacies(change, reads_tallies):
    change()

    document, has_read = summary()

    assert has_read == reads_tallies
    clear()
    assert document == summary()[0]


@pytest.mark.parametrize(
    "new",
    [
        JournalHead("2026-01-02", 4, "2026-01-02"),
        JournalHead("2026-01-03", 5, "2026-01-02"),
        JournalHead("2026-01-03", None, None),
    ],
    ids=["earlier position", "no new position", "empty journal"],
)
def test_nothing_is_known_of_a_replaced_journal(new):
    assert not unchanged.are_candidacies_unchanged(JournalHead("2026-01-02", 5, "2026-01-02"), new)
