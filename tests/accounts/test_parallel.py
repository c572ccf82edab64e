"""Test that 64 clients at the same time get exactly the allowance, from one process, and from two with Redis."""

import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import count
from threading import Barrier

import pytest

from accounts.tiers import ANONYMOUS, RESEARCHER
from tests.accounts.servers import HOST, headers_of, make_database, seconds_left, send, service, wait_until, window_end

pytestmark = pytest.mark.django_db(transaction=True)
CLIENTS = 64
SECONDS_FOR_A_RUN = 45
EXCESS = 100
"""The number of requests that a test sends beyond the allowance, all of which must get 429."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("service")


def longest(callers):
    """Return the pair (caller, API key) of ``callers`` whose rate limit window remains open longest. Before that, wait
    until at least one window is open long enough for a test."""
    wait_until(lambda: any(seconds_left(name) > SECONDS_FOR_A_RUN for name, _ in callers))
    return max(callers, key=lambda caller: seconds_left(caller[0]))


def statuses_of(port, caller, key, requests):
    """Send this number of requests of the caller from 64 clients at the same time. Return the list of status codes."""
    numbers, start = count(), Barrier(CLIENTS)

    def client():
        connection, statuses = HTTPConnection(HOST, port, timeout=30), []
        start.wait()
        while next(numbers) < requests:
            statuses.append(send(connection, **headers_of(caller, key)).status)
        connection.close()
        return statuses

    with ThreadPoolExecutor(CLIENTS) as pool:
        return [status for done in [pool.submit(client) for _ in range(CLIENTS)] for status in done.result()]


def assert_grants_exactly(port, allowance, caller, key):
    end = window_end(caller, time.time())

    statuses = statuses_of(port, caller, key, requests=allowance + EXCESS)

    assert time.time() < end + 1, "the machine is too slow to send all requests in one window"
    assert (statuses.count(200), set(statuses)) == (allowance, {200, 429})


def test_one_process_grants_exactly_the_allowance(folder):
    network = random.randrange(256)  # noqa: S311 - no secret
    make_database(folder)
    with service(folder) as port:
        caller, key = longest([(f"10.{network}.{number}.7", "") for number in range(40)])
        assert_grants_exactly(port, ANONYMOUS.allowance, caller, key)


def test_two_processes_with_redis_grant_exactly_the_allowance(folder):
    address = os.environ.get("REDIS_URL", "")
    if not address:
        pytest.skip(reason="REDIS_URL is not set: counters of two processes need a Redis")
    accounts = make_database(folder, 20)
    with service(folder, workers=2, redis=address) as port:
        caller, key = longest([(name, key) for tier, name, key in accounts if tier == RESEARCHER.name])
        assert_grants_exactly(port, RESEARCHER.allowance, caller, key)
