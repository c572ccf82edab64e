"""Counting where the memory that all share comes and goes: never far too much, and nothing twice."""

import time

import pytest
from redis.exceptions import ConnectionError as Refused

from accounts.counters.shared import SECONDS_TO_NOTICE, Ledger
from tests.accounts.counters.names import key

pytestmark = pytest.mark.usefixtures("today")
ALLOWANCE = 120


class FakeMemory:
    """What a `Memory` is to those who count: one for each process, over the counters they share."""

    def __init__(self, counters):
        self.counters, self.away_since, self.is_returning, self.fails = counters, None, False, False

    is_away = property(lambda self: self.away_since is not None)
    is_silent = property(lambda self: self.is_away and not self.is_returning)

    def count(self, name, *, floor, amount=1):
        self._may_fail()
        self.counters[name] = max(self.counters.get(name, 0), floor) + amount
        return self.counters[name]

    def counted(self, name):
        self._may_fail()
        return self.counters.get(name, 0)

    def count_all(self, counts):
        for name, amount, floor in counts:
            self.count(name, floor=floor, amount=amount)

    def report(self, fault):
        self.away_since, self.is_returning = self.away_since or time.time(), False

    def _may_fail(self):
        if self.fails:
            raise Refused


@pytest.fixture
def counters():
    return {}


@pytest.fixture
def processes(counters):
    """Two, each with its ledger."""
    return [Ledger(FakeMemory(counters), 2) for _ in range(2)]


def all_fail(processes, *, fail=True):
    for process in processes:
        process._memory.fails = fail


def come_back(processes):
    """As the thread of each has it: hand over, be asked, hand over again, be believed."""
    all_fail(processes, fail=False)
    for process in processes:
        process.hand_over()
        process._memory.is_returning = True


def be_believed(processes):
    for process in processes:
        process.hand_over()
        process._memory.is_returning, process._memory.away_since = False, None


def let_through(process, requests, name):
    return sum(process.count(name) <= ALLOWANCE for _ in range(requests))


def test_together_they_let_through_the_allowance(processes):
    name = key()

    assert sum(let_through(process, 100, name) for process in processes) == ALLOWANCE


def test_a_memory_that_forgot_all_gives_no_allowance_twice(processes, counters):
    name = key()
    passed = let_through(processes[0], 100, name)
    counters.clear()

    assert passed + let_through(processes[0], 100, name) == ALLOWANCE


@pytest.mark.parametrize("before", [0, 60, 100, 120])
@pytest.mark.parametrize("busy", [[0], [1], [0, 1]])
def test_in_the_minute_of_the_fault_they_let_through_a_quarter_more_at_most(processes, before, busy):
    name = key()
    passed = sum(let_through(processes[number % 2], 1, name) for number in range(before))
    if busy != [0, 1]:
        passed = let_through(processes[1 - busy[0]], before, name)
    all_fail(processes)

    passed += sum(let_through(processes[number], 200, name) for number in busy)

    assert passed <= 1.25 * ALLOWANCE


@pytest.mark.parametrize(("later", "share"), [(SECONDS_TO_NOTICE, 15), (SECONDS_TO_NOTICE + 1, 60)])
def test_in_minutes_that_begin_later_each_has_its_share(processes, time_machine, later, share):
    all_fail(processes)
    for process in processes:
        process.count(key())
    time_machine.shift(later)
    name = key("another", ends_in=59)

    assert [let_through(process, 200, name) for process in processes] == [share, share]


def test_what_they_counted_alone_is_told_and_not_given_again(processes, time_machine, counters):
    all_fail(processes)
    processes[0].count(key())
    processes[1].count(key())
    time_machine.shift(SECONDS_TO_NOTICE + 1)
    name = key("another", ends_in=59)
    passed = let_through(processes[0], 50, name) + let_through(processes[1], 20, name)

    come_back(processes)
    be_believed(processes)

    assert counters[name] == 70
    assert passed + let_through(processes[0], 100, name) == ALLOWANCE


def test_while_it_returns_both_its_count_and_their_own_hold(processes, time_machine):
    all_fail(processes)
    for process in processes:
        process.count(key())
    time_machine.shift(SECONDS_TO_NOTICE + 1)
    name = key("another", ends_in=59)
    passed = let_through(processes[0], 40, name)

    come_back(processes[1:])  # the other has not noticed, and told nothing yet
    passed += let_through(processes[1], 200, name)
    come_back(processes[:1])
    passed += let_through(processes[0], 200, name)
    be_believed(processes)
    passed += sum(let_through(process, 200, name) for process in processes)

    assert 60 <= passed <= ALLOWANCE


def test_what_is_not_taken_is_kept_and_told_later(processes, counters):
    process = processes[0]
    all_fail(processes)
    process.count(key())

    with pytest.raises(Refused):
        process.hand_over()
    all_fail(processes, fail=False)
    process.hand_over()

    assert counters[key()] == 1


def test_one_fault_after_another_does_not_add_up(processes):
    name = key()
    passed = let_through(processes[0], ALLOWANCE, name)
    for _ in range(4):
        all_fail(processes)
        passed += sum(let_through(process, 50, name) for process in processes)
        come_back(processes)
        be_believed(processes)

    assert passed <= 1.25 * ALLOWANCE


@pytest.mark.parametrize(("is_there", "told"), [(True, 3), (False, 90 + 2)])
def test_to_look_counts_nothing(processes, is_there, told):
    for _ in range(2):
        processes[0].count(key())
    all_fail(processes, fail=not is_there)
    processes[0].count(key())

    assert [processes[0].counted(key()) for _ in range(2)] == [told, told]


def test_a_fault_while_looking_is_none_of_the_caller(processes):
    all_fail(processes)

    assert processes[0].counted(key()) == 90
    assert processes[0]._memory.is_away


def test_many_callers_are_told_in_parts(processes, counters):
    all_fail(processes)
    names = [key(str(number)) for number in range(1201)]
    for name in names:
        processes[0].count(name)

    come_back(processes)

    assert counters == dict.fromkeys(names, 1)
