"""Test that a Ledger counts requests while Redis fails and recovers, and that no caller gets the allowance twice."""

import time

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from accounts.counters.redis_counters import Ledger
from accounts.counters.table import LIFETIME

pytestmark = pytest.mark.usefixtures("today")
ALLOWANCE = 120
KEY = "counters:1:rl:window"


class FakeConnection:
    """A `RedisConnection` without a server. Each simulated process has its own connection. All connections count in the
    same dictionary. If ``fails`` is true, counting raises the error of a failing Redis server."""

    def __init__(self, counters):
        self.counters, self.unavailable_since, self.is_recovering, self.fails = counters, None, False, False

    is_unavailable = property(lambda self: self.unavailable_since is not None)
    is_down = property(lambda self: self.is_unavailable and not self.is_recovering)

    def count(self, key, other="", *, floor, amount=1):
        if self.fails:
            raise RedisConnectionError
        self.counters[key] = max(self.counters.get(key, 0), floor) + amount
        return self.counters[key], self.counters.get(other, 0)

    def count_all(self, counts):
        for key, amount, floor in counts:
            self.count(key, floor=floor, amount=amount)

    def report(self, fault):
        self.unavailable_since, self.is_recovering = self.unavailable_since or time.time(), False


@pytest.fixture
def counters():
    return {}


@pytest.fixture
def processes(counters):
    """Return two ledgers, one for each simulated process. Both use the same simulated Redis server."""
    return [Ledger(FakeConnection(counters), 2) for _ in range(2)]


def all_fail(processes, *, fail=True):
    for process in processes:
        process._connection.fails = fail


def start_recovery(processes):
    """Let Redis work again. Each process adds its counts in memory to those in Redis, but the recovery has not ended
    yet."""
    all_fail(processes, fail=False)
    for process in processes:
        process.hand_over()
        process._connection.is_recovering = True


def finish_recovery(processes):
    for process in processes:
        process.hand_over()
        process._connection.is_recovering, process._connection.unavailable_since = False, None


def let_through(process, requests, key=KEY):
    return sum(process.count(key)[0] <= ALLOWANCE for _ in range(requests))


@pytest.fixture
def long_failure(processes, today, time_machine):
    """Let Redis fail, and move the clock so far that all time windows from before the failure have ended."""
    all_fail(processes)
    for process in processes:
        process.count("counters:1:rl:earlier window")
    time_machine.shift(LIFETIME)


def test_count_grants_the_allowance_once_over_all_processes(processes):
    assert sum(let_through(process, 100) for process in processes) == ALLOWANCE


def test_count_grants_nothing_twice_after_redis_lost_its_data(processes, counters):
    granted = let_through(processes[0], 100)
    counters.clear()

    assert granted + let_through(processes[0], 100) == ALLOWANCE


@pytest.mark.parametrize("before", [0, 60, 120])
@pytest.mark.parametrize("busy", [[0], [0, 1]], ids=["one process", "both"])
def test_count_grants_at_most_a_quarter_more_in_the_minute_of_the_failure(processes, before, busy):
    granted = let_through(processes[1], before)
    all_fail(processes)

    granted += sum(let_through(processes[number], 200) for number in busy)

    assert granted <= 1.25 * ALLOWANCE


@pytest.mark.usefixtures("long_failure")
def test_count_grants_each_process_its_share_in_later_minutes(processes):
    assert [let_through(process, 200) for process in processes] == [60, 60]


@pytest.mark.usefixtures("long_failure")
def test_hand_over_adds_what_was_counted_without_redis(processes, counters):
    granted = let_through(processes[0], 50) + let_through(processes[1], 20)

    start_recovery(processes)
    finish_recovery(processes)

    assert counters[KEY] == 70
    assert granted + let_through(processes[0], 100) == ALLOWANCE


@pytest.mark.usefixtures("long_failure")
def test_count_uses_the_higher_of_both_counts_during_recovery(processes):
    granted = let_through(processes[0], 40)

    # The other process has not noticed the recovery, and has not added its counts to Redis yet.
    start_recovery(processes[1:])
    granted += let_through(processes[1], 200)
    start_recovery(processes[:1])
    granted += let_through(processes[0], 200)
    finish_recovery(processes)
    granted += sum(let_through(process, 200) for process in processes)

    assert 60 <= granted <= ALLOWANCE


def test_hand_over_keeps_what_it_could_not_write(processes, counters):
    process = processes[0]
    all_fail(processes)
    process.count(KEY)

    with pytest.raises(RedisConnectionError):
        process.hand_over()
    all_fail(processes, fail=False)
    process.hand_over()

    assert counters[KEY] == 1


def test_count_does_not_add_up_the_grants_of_several_failures(processes):
    granted = let_through(processes[0], ALLOWANCE)
    for _ in range(4):
        all_fail(processes)
        granted += sum(let_through(process, 50) for process in processes)
        start_recovery(processes)
        finish_recovery(processes)

    assert granted <= 1.25 * ALLOWANCE


def test_hand_over_writes_many_counts_in_batches(processes, counters):
    all_fail(processes)
    keys = [str(number) for number in range(1201)]
    for key in keys:
        processes[0].count(key)

    start_recovery(processes)

    assert counters == dict.fromkeys(keys, 1)


def test_hand_over_adds_no_batch_twice(processes, counters, monkeypatch):
    all_fail(processes)
    keys = [str(number) for number in range(1201)]
    for key in keys:
        processes[0].count(key)
    all_fail(processes, fail=False)
    connection = processes[0]._connection
    count_all, calls = connection.count_all, []

    def count_all_but_the_second(counts):
        calls.append(len(counts))
        if len(calls) == 2:
            raise RedisConnectionError
        count_all(counts)

    monkeypatch.setattr(connection, "count_all", count_all_but_the_second)
    with pytest.raises(RedisConnectionError):
        processes[0].hand_over()
    processes[0].hand_over()

    assert counters == dict.fromkeys(keys, 1)
