"""Test result versions that are recorded at the same time. One waits for the other, so the sequence numbers of the
election have no gaps."""

from itertools import count

import pytest

from graph.actions.results import record
from graph.models import Coverage, ResultVersion
from tests.factories import CandidacyFactory, CoverageFactory, RaceFactory
from tests.feeds.test_overlap import in_threads
from tests.graph.actions.results.conftest import counted
from tests.overlaps import needs_overlap

pytestmark = [pytest.mark.django_db(transaction=True), needs_overlap]

THREADS, VERSIONS = 6, 8


def test_versions_of_parallel_writers_are_numbered_without_gaps():
    races = RaceFactory.create_batch(3, election=CoverageFactory().election)
    for race in races:
        CandidacyFactory.create_batch(2, race=race)
    votes = count(1)

    def write():
        for number in range(VERSIONS):
            record(races[number % 3], counted(next(votes), 5, kind="correction", note="Counted again."))

    in_threads([write] * THREADS)

    total = THREADS * VERSIONS
    assert Coverage.objects.get().sequence == total
    assert sorted(ResultVersion.objects.values_list("sequence", flat=True)) == list(range(1, total + 1))
    for race in races:
        numbers = list(race.versions.order_by("sequence").values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        race.refresh_from_db()
        assert race.current.number == numbers[-1]
