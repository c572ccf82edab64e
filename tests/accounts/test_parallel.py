"""Sixty-four clients at once get exactly the allowance: in one process by its memory, in two by Redis."""

import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import count
from threading import Barrier

import pytest

from accounts.tiers import TIERS
from tests.accounts.servers import HOST, ask, headers_of, make_database, seconds_left, service, wait_until, window_end

CLIENTS = 64
RUNS = 5
SECONDS_FOR_A_RUN = 45
ACCOUNTS = 8 * RUNS
EXCESS = 100
"""More is asked than allowed, by so many requests."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="module")
def callers(folder):
    """By tier, those that no run has used: what they are counted as, and the key."""
    network = random.randrange(256)  # noqa: S311 - no secret
    found = {"anonymous": [(f"10.{network}.{place}.7", "") for place in range(ACCOUNTS)]}
    for tier, counted_as, key in make_database(folder, ACCOUNTS):
        found.setdefault(tier, []).append((counted_as, key))
    return found


@pytest.fixture(scope="module")
def embedded(folder, callers):
    with service(folder) as port:
        yield port


@pytest.fixture(scope="module")
def production(folder, callers):
    address = os.environ.get("REDIS_URL", "")
    if not address:
        pytest.skip("REDIS_URL is not set: counters that processes share need a Redis")
    with service(folder, workers=2, redis=address) as port:
        yield port


def fresh(callers):
    """One of the callers whose window has long enough to run; no test uses it again."""
    wait_until(lambda: any(seconds_left(name) > SECONDS_FOR_A_RUN for name, _ in callers))
    found = max(callers, key=lambda caller: seconds_left(caller[0]))
    callers.remove(found)
    return found


def statuses_of(port, caller, key, requests):
    """What so many requests are answered with, sent by all clients at once."""
    numbers, begin = count(), Barrier(CLIENTS)

    def client():
        connection, told = HTTPConnection(HOST, port, timeout=30), []
        begin.wait()
        while next(numbers) < requests:
            told.append(ask(connection, **headers_of(caller, key)).status)
        connection.close()
        return told

    with ThreadPoolExecutor(CLIENTS) as pool:
        return [status for told in [pool.submit(client) for _ in range(CLIENTS)] for status in told.result()]


def assert_exactly_the_allowance_passes(port, tier, callers):
    allowance = TIERS[tier].allowance
    for _ in range(RUNS):
        caller, key = fresh(callers[tier])
        end = window_end(caller, time.time())

        statuses = statuses_of(port, caller, key, requests=allowance + EXCESS)

        assert time.time() < end + 1, "the machine is too slow to ask so often in one window"
        assert (statuses.count(200), set(statuses)) == (allowance, {200, 429})


@pytest.mark.parametrize("tier", TIERS)
def test_in_one_process(embedded, callers, tier):
    assert_exactly_the_allowance_passes(embedded, tier, callers)


@pytest.mark.parametrize("tier", TIERS)
def test_in_two_processes_with_redis(production, callers, tier):
    assert_exactly_the_allowance_passes(production, tier, callers)
