"""Test that repeated, late and reordered updates of an election night never cause a wrong total.

Each update has the whole state of its race at a time in the source, as `follow_results` sends it. In the tested orders
of a night, only the last updates differ, so the earlier ones are recorded only once. The environment variable
INTERLEAVINGS=1000 makes this module test more orders.
"""

import os
from collections import Counter
from itertools import count, islice
from random import Random

import pytest
from django.db import transaction
from django.db.models import F

from graph.actions.results import LateVersion, record
from graph.models import Coverage, ResultVersion, Tally
from graph.results import Phase
from tests.factories import CandidacyFactory, CoverageFactory, RaceFactory
from tests.graph.actions.results.conftest import at, counted

pytestmark = pytest.mark.django_db

INTERLEAVINGS = int(os.environ.get("INTERLEAVINGS", "300"))
REORDERED = 4
"""The number of updates at the end of a night that are tested in every possible order."""
REPEATED = 20
"""After every 20th tested order, all its updates are sent a second time, and none of them may be recorded again."""
PHASES = (Phase.COUNTING, Phase.PROVISIONAL, Phase.FINAL)
RACES, UPDATES = 2, len(PHASES)


def night(random):
    """Return a list of (index of the race, update) for a random election night, race by race, each in the order of the
    source. Some counts are equal to the previous one, and some are lower."""
    found = []
    for race in range(RACES):
        votes = [0, 0]
        for number in range(UPDATES):
            if random.random() < 0.8:
                votes = [max(0, old + random.randint(-5, 50)) for old in votes]
            found.append((race, counted(*votes, phase=PHASES[number].value, valid_from=at(10 * number + race))))
    return found


def delivered(updates, random):
    """Return the updates in a random order of arrival. About 30 % of them arrive twice."""
    arrived = updates + [update for update in updates if random.random() < 0.3]
    random.shuffle(arrived)
    return arrived


def deliver(races, updates):
    """Record the updates. Return a Counter with the number of updates that are "recorded", "equal" to the newest
    version, or "late"."""
    results = Counter()
    for race, update in updates:
        try:
            results["recorded" if record(races[race], update) else "equal"] += 1
        except LateVersion:
            results["late"] += 1
    return results


def newest_states():
    """Map the primary key of each race with a result to (phase, list of votes by candidacy) of its newest version."""
    rows = Tally.objects.filter(version=F("version__race__current")).order_by("candidacy")
    states = {}
    for race, phase, votes in rows.values_list("version__race", "version__phase", "votes"):
        states.setdefault(race, (phase, []))[1].append(votes)
    return states


def assert_nothing_is_lost(races, recorded, seed):
    """Assert that the number of stored versions is ``recorded``. They must be numbered from 1 without a gap, both in
    the election and in each race. ``seed`` is shown if this fails."""
    stored = list(ResultVersion.objects.order_by("sequence").values_list("sequence", "race", "number"))
    assert [sequence for sequence, *_ in stored] == list(range(1, recorded + 1)), seed
    assert Coverage.objects.get().sequence == recorded, seed
    for race in races:
        numbers = [number for _, pk, number in stored if pk == race.pk]
        assert numbers == list(range(1, len(numbers) + 1)), seed


@pytest.fixture
def races():
    races = RaceFactory.create_batch(RACES, election=CoverageFactory().election)
    for race in races:
        CandidacyFactory.create_batch(2, race=race)
    return races


def orders(races, updates, results):
    """Record the updates in each possible order. For each order, yield (``results`` plus the Counter of `deliver`,
    updates in this order). The records are rolled back when the caller requests the next order."""
    if not updates:
        yield results, []
    for index, update in enumerate(updates):
        if update in updates[:index]:
            continue
        with transaction.atomic():
            found = deliver(races, [update])
            for total, others in orders(races, updates[:index] + updates[index + 1 :], results + found):
                yield total, [update, *others]
            transaction.set_rollback(True)


def interleavings(races):
    """Create random election nights without end. For each tested order of a night's updates, record them and yield
    (seed of the night, updates in the order of the source, updates in the tested order, Counter of `deliver`)."""
    for seed in count():
        random = Random(seed)  # noqa: S311 - the same nights in each run
        updates = night(random)
        arrived = delivered(updates, random)
        with transaction.atomic():
            results = deliver(races, arrived[:-REORDERED])
            for total, last in orders(races, arrived[-REORDERED:], results):
                yield seed, updates, arrived[:-REORDERED] + last, total
            transaction.set_rollback(True)


def test_any_order_of_updates_ends_with_the_newest_state(races):
    for number, (seed, updates, arrived, results) in enumerate(islice(interleavings(races), INTERLEAVINGS)):
        last = zip(races, updates[UPDATES - 1 :: UPDATES], strict=True)
        newest = {race.pk: (update.phase, [row.votes for row in update.tallies]) for race, (_, update) in last}
        assert newest_states() == newest, (seed, arrived)
        assert results.total() == len(arrived), (seed, arrived)
        assert_nothing_is_lost(races, results["recorded"], (seed, arrived))
        if number % REPEATED == 0:
            assert deliver(races, arrived)["recorded"] == 0, (seed, arrived)


def test_updates_in_order_are_all_stored(races):
    updates = [(0, counted(votes, 2 * votes, valid_from=at(votes))) for votes in range(1, 30)]

    assert deliver(races, updates) == {"recorded": 29}
    assert list(ResultVersion.objects.values_list("number", flat=True)) == list(range(1, 30))
