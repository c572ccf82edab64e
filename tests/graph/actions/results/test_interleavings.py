"""Updates of a night in any order: duplicated, late and reordered ones never leave a wrong total.

Each update has the whole state of its race at a time of the source, as a followed source sends it.
``INTERLEAVINGS=1000 pytest tests/graph/actions/results/test_interleavings.py`` tries more of them.
"""

import os
from collections import Counter
from random import Random

import pytest

from graph.actions.results import LateVersion, record
from graph.models import Coverage, Race, ResultVersion
from graph.results import Phase
from tests.factories import CandidacyFactory, CoverageFactory, RaceFactory
from tests.graph.actions.results.conftest import at, counted

pytestmark = pytest.mark.django_db

INTERLEAVINGS = int(os.environ.get("INTERLEAVINGS", "60"))
REPEATED = 20
"""Of so many interleavings, one is delivered once more as a whole."""
PHASES = (Phase.COUNTING, Phase.PROVISIONAL, Phase.FINAL)
RACES, UPDATES = 2, len(PHASES)


def night(random):
    """(race, update) of each race in the order of the source. Some counts are repeated, and some become lower."""
    found = []
    for race in range(RACES):
        votes = [0, 0]
        for number in range(UPDATES):
            if random.random() < 0.8:
                votes = [max(0, old + random.randint(-5, 50)) for old in votes]
            found.append((race, counted(*votes, phase=PHASES[number].value, valid_from=at(10 * number + race))))
    return found


def delivered(updates, random):
    """The updates as they arrive: each at least once, about a third of them twice, in any order."""
    arrived = updates + [update for update in updates if random.random() < 0.3]
    random.shuffle(arrived)
    return arrived


def deliver(races, updates):
    """Record the updates. Return how many were recorded, equal to the newest version, and late."""
    results = Counter()
    for race, update in updates:
        try:
            results["recorded" if record(races[race], update) else "equal"] += 1
        except LateVersion:
            results["late"] += 1
    return results


def newest_votes(race):
    current = Race.objects.get(pk=race.pk).current
    return current.phase, list(current.tallies.order_by("candidacy").values_list("votes", flat=True))


def assert_nothing_is_lost(races, recorded, seed):
    """Every recorded version is stored, and the numbers of the election and of each race have no gaps."""
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


@pytest.fixture
def reset(races):
    """Remove what was recorded, as a rehearsal does, so that the next night begins."""

    def _reset():
        Race.objects.update(current=None, source_time=None)
        Coverage.objects.update(sequence=0, phase="scheduled")
        ResultVersion.objects.all().delete()

    Coverage.objects.all().delete()
    CoverageFactory(election=races[0].election, mode="test")
    return _reset


def test_any_order_of_updates_ends_with_the_newest_state(races, reset):
    for seed in range(INTERLEAVINGS):
        random = Random(seed)  # noqa: S311 - the same nights in each run
        updates = night(random)
        arrived = delivered(updates, random)

        results = deliver(races, arrived)

        for number, race in enumerate(races):
            last = updates[number * UPDATES + UPDATES - 1][1]
            assert newest_votes(race) == (last.phase, [row.votes for row in last.tallies]), seed
        assert sum(results.values()) == len(arrived), seed
        assert_nothing_is_lost(races, results["recorded"], seed)
        assert seed % REPEATED or deliver(races, arrived)["recorded"] == 0, seed
        reset()


def test_updates_in_order_are_all_stored(races):
    updates = [(0, counted(votes, 2 * votes, valid_from=at(votes))) for votes in range(1, 30)]

    assert deliver(races, updates) == {"recorded": 29}
    assert list(ResultVersion.objects.values_list("number", flat=True)) == list(range(1, 30))
