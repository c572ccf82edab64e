"""Test CountTable, which stores counts in the memory of one process."""

import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from accounts.counters.table import LIFETIME, MOST_KEYS, CountTable

pytestmark = pytest.mark.usefixtures("today")
SAMPLE = 10_000
MAX_BYTES = 60 * 1024 * 1024


def test_add_counts_each_key():
    table = CountTable()

    assert [table.add("a"), table.add("a"), table.add("b", 5), table.add("a")] == [1, 2, 5, 3]
    assert (table.get("a"), table.get("b"), table.get("unknown"), len(table)) == (3, 5, 0, 2)


@pytest.mark.parametrize(("count", "after"), [(2, 3), (9, 9)])
def test_raise_to_never_lowers_a_count(count, after):
    table = CountTable()
    table.add("a", 3)

    table.raise_to("a", count)

    assert table.get("a") == after


def test_take_empties_the_table():
    table = CountTable()
    table.add("a", 2)

    assert table.take() == {"a": 2}
    assert (table.take(), len(table)) == ({}, 0)


def test_add_drops_expired_counts(time_machine):
    table = CountTable()
    table.add("old")
    time_machine.shift(LIFETIME)
    table.add("new")
    time_machine.shift(1)

    table.add("another")

    assert (len(table), table.get("old")) == (2, 0)


def test_add_loses_no_count_among_threads():
    table = CountTable()

    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(lambda _: table.add("a"), range(4000)))

    assert sorted(counts) == list(range(1, 4001))


def test_table_has_room_for_100_000_callers_and_needs_little_memory():
    table = CountTable()
    tracemalloc.start()

    for number in range(SAMPLE):
        table.add(f"counters:1:rl:{number:064}")
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert MOST_KEYS > 100_000
    assert used / SAMPLE * MOST_KEYS < MAX_BYTES


def test_add_drops_the_oldest_count_of_a_full_table():
    table = CountTable(most_keys=3)
    for key in ("a", "b", "c"):
        table.add(key)
    table.add("a")

    table.add("d")

    assert [table.get(key) for key in ("a", "b", "c", "d")] == [0, 1, 1, 1]
