"""Test LocalCounters, the cache backend that counts requests in the memory of one process, through `limits.count`."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import caches

from accounts import limits
from accounts.callers import Caller
from accounts.tiers import ANONYMOUS

LOCAL = {
    "BACKEND": "accounts.counters.backends.LocalCounters",
    "LOCATION": "test counters",
    "OPTIONS": {"MAX_ENTRIES": 131_072},
}


@pytest.fixture(autouse=True)
def _local_counters(settings, today):
    settings.CACHES = settings.CACHES | {"counters": LOCAL}


def count(number=1):
    return limits.count(Caller(ANONYMOUS, f"192.0.2.{number}")).count


def test_count_loses_no_request_among_threads():
    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(lambda _: count(), range(2000)))

    assert sorted(counts) == list(range(1, 2001))


def test_count_is_separate_for_each_caller():
    assert [count(3), count(4), count(3)] == [1, 1, 2]


def test_count_deletes_expired_counters_of_other_callers(time_machine):
    for number in range(100):
        count(number)
    time_machine.shift(120)
    for number in range(100, 160):
        count(number)

    assert len(caches["counters"]._cache) == 60
