"""Test that the summary of an election reads its tallies only once, and again after a candidacy has changed."""

from random import Random

import pytest
from django.db import connection

from graph.actions import merge, rename
from graph.actions.results.candidacies import change_candidacy
from graph.journal.journal import assign_positions
from graph.models import Candidacy, Change, Coverage, Entity
from graph.queries.cached import JournalHead
from snapshots.results import states, unchanged
from snapshots.results.summary import election_results
from snapshots.results.totals import clear
from tests.factories import ChangeFactory, PartyFactory, PoliticianFactory, ResultVersionFactory
from tests.results import EVENING, election_of_2017, election_of_2019, record, three_parties

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _election(db):
    parties = three_parties()
    election_of_2019(parties, election_of_2017(parties))
    # Create a change, because caching needs a journal that is not empty.
    ChangeFactory()
    summary()


def summary(sequence=None):
    """Return (response data of the election's results, True if tallies were read from the database). The results
    include the first ``sequence`` versions, by default all."""
    assign_positions()
    queries = []
    with connection.execute_wrapper(lambda execute, *args: queries.append(args[0]) or execute(*args)):
        election = states.find_election("gb-2019")
        document = election_results(states.State(election, sequence or election.sequence))
    return document, any("graph_tally" in query for query in queries)


def change_party_of_candidacy():
    candidacy = Candidacy.objects.filter(race__election__slug="gb-2019", party__name="Labour").first()
    change_candidacy(candidacy, {"party": PartyFactory(name="Liberal")}, note="Wrong")


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


def test_summary_from_the_last_sums_is_equal_to_one_without_them():
    election, random = Entity.objects.get(slug="gb-2019"), Random(7)  # noqa: S311 - the same counts in each run
    races = list(election.races.order_by("slug"))
    Candidacy.objects.filter(race=races[0], party__name="Labour").update(members=["green-gb", "conservative-gb"])
    clear()
    documents = {}
    for sequence in range(4, 16):
        race, number, votes = races[sequence % 2], sequence // 2 + 1, [random.randrange(500) for _ in range(3)]
        values = {"phase": random.choice(["counting", "final"]), "is_called": sequence % 3 == 0}
        if sequence == 9:
            # A race that is called before the first count has no tallies.
            race.current = ResultVersionFactory(race=race, number=number, sequence=sequence, received_at=EVENING)
        else:
            record(race, votes, number=number, sequence=sequence, **values)
        Coverage.objects.filter(election=election).update(sequence=sequence)
        documents[sequence] = summary()[0]

    for sequence, document in documents.items():
        clear()
        assert summary(sequence)[0] == document, sequence


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
