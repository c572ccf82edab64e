"""Counts of windows in the memory of one process."""

import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from accounts.counters.table import ROOM, Table
from accounts.counters.windows import Window, window_of
from tests.accounts.counters.names import key

pytestmark = pytest.mark.usefixtures("today")
OTHERS = 100_000
MOST_BYTES = 40 * 1024 * 1024


def test_a_key_tells_its_window_and_not_whose_it_is():
    name = key("account:12", allowance=500, ends_in=20)

    assert window_of(name) == Window(500, int(time.time()) + 20)
    assert "account" not in name
    assert name != key("account:13", allowance=500, ends_in=20)


def test_a_window_is_a_minute():
    window = Window(120, end=1_000_059)

    assert window.begin == 1_000_000


def test_it_counts_each_key():
    table = Table()

    assert [table.add(key("a")), table.add(key("a")), table.add(key("b"), 5), table.add(key("a"))] == [1, 2, 5, 3]
    assert (table.get(key("a")), table.get(key("b")), table.get(key("c")), len(table)) == (3, 5, 0, 2)


@pytest.mark.parametrize(("count", "after"), [(2, 3), (3, 3), (9, 9)])
def test_a_count_is_raised_and_never_lowered(count, after):
    table = Table()
    table.add(key(), 3)

    table.raise_to(key(), count)

    assert table.get(key()) == after


def test_what_is_taken_is_gone():
    table = Table()
    table.add(key("a"), 2)

    assert table.take() == {key("a"): 2}
    assert (table.take(), len(table)) == ({}, 0)


def test_windows_that_are_over_go(time_machine):
    table = Table()
    table.add(key("old", ends_in=1))
    table.add(key("new", ends_in=5))
    time_machine.shift(2)

    table.add(key("another"))

    assert len(table) == 2


def test_no_count_is_lost_among_threads():
    table, name = Table(), key()

    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(lambda _: table.add(name), range(4000)))

    assert sorted(counts) == list(range(1, 4001))


def test_100_000_others_push_nobody_out_and_need_little_memory():
    table, limited = Table(), key("limited", ends_in=0)
    table.add(limited, 121)
    tracemalloc.start()

    for number in range(OTHERS):
        table.add(key(f"account:{number}", ends_in=number % 60))
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert table.add(limited) == 122
    assert used < MOST_BYTES


def test_past_its_room_it_forgets_a_window_that_ends_first():
    table = Table(room=3)
    for ends_in in (9, 5, 7):
        table.add(key(ends_in=ends_in), ends_in)

    table.add(key("one more"))

    assert [table.get(key(ends_in=ends_in)) for ends_in in (9, 5, 7)] == [9, 0, 7]
    assert len(table) == 3


def test_it_has_room_for_more_than_100_000():
    assert ROOM > OTHERS
