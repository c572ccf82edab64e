"""Test the service under load while Redis is killed or hangs. No request waits long or fails, and no caller gets much
more than the allowance."""

import os
import random
import shutil
import signal
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from http.client import HTTPConnection

import pytest

from accounts.tiers import ANONYMOUS
from tests.accounts.servers import (
    HOST,
    free_port,
    headers_of,
    make_database,
    redis_server,
    seconds_left,
    send,
    service,
    wait_until,
    window_end,
)

BINARY = shutil.which("redis-server")
CLIENTS = 4
MAX_SECONDS_TO_RECOVER = 6
MAX_WAIT = 1.5
"""The most seconds that any response may take while Redis fails, also on a busy machine. `test_connection` tests the
shorter timeout of the connection."""
MAX_GRANTED = 1.25 * ANONYMOUS.allowance
MAY_LACK_REDIS = not BINARY and "CI" not in os.environ
needs_redis = pytest.mark.skipif(MAY_LACK_REDIS, reason="redis-server is not installed; CI needs it")
pytestmark = [needs_redis, pytest.mark.alone]


class FailingRedis:
    """A real Redis server. ``kill`` and ``stop`` make it fail, and return a function that makes it work again."""

    def __init__(self, folder):
        self.folder, self.port, self._running = folder, free_port(), ExitStack()
        self.start()

    def start(self):
        self.process = self._running.enter_context(redis_server(self.folder, BINARY, self.port))

    def close(self):
        self._running.close()

    def kill(self):
        self.process.kill()
        self.process.wait()
        return self.start

    def stop(self):
        self.process.send_signal(signal.SIGSTOP)
        return lambda: self.process.send_signal(signal.SIGCONT)


@dataclass(frozen=True)
class Result:
    """A response to a caller. ``start`` is the time of the request and ``window`` the last second of the minute for
    which it was counted, both in Unix time. ``seconds`` is how long the response took. If ``is_degraded``, the request
    was counted without Redis."""

    caller: str
    status: int
    start: float
    seconds: float
    window: int
    is_degraded: bool


class Load:
    """Four clients that send requests until the ``with`` block ends. Each request is from a random caller of
    ``callers``. The list ``results`` gets a `Result` for each response."""

    def __init__(self, port, callers):
        self.results, self._port, self._callers, self._end = [], port, callers, threading.Event()

    def __enter__(self):
        self._pool = ThreadPoolExecutor(CLIENTS)
        self._clients = [self._pool.submit(self._client) for _ in range(CLIENTS)]
        return self

    def __exit__(self, *exception):
        self._end.set()
        self._pool.shutdown()
        for client in self._clients:
            client.result()

    def _client(self):
        connection = HTTPConnection(HOST, self._port, timeout=30)
        while not self._end.is_set():
            self.results.append(result_of(connection, random.choice(self._callers)))  # noqa: S311 - no secret
        connection.close()

    def wait_for(self, condition):
        """Wait until a new response satisfies the condition, a function of `Result`. Earlier responses are ignored."""
        done = len(self.results)
        wait_until(lambda: any(condition(result) for result in self.results[done:]), MAX_SECONDS_TO_RECOVER)


def result_of(connection, caller):
    start = time.time()
    response = send(connection, **headers_of(caller))
    # Find the window in which the server counted: X-RateLimit-Reset says about when it ends, and `window_end` exactly.
    near = time.time() + int(response.headers["X-RateLimit-Reset"]) - 1
    is_degraded = '-degraded"' in response.headers["RateLimit"]
    return Result(
        caller, response.status, start, time.time() - start, window_end(caller, near - 30), is_degraded=is_degraded
    )


@pytest.fixture(scope="module")
def redis(tmp_path_factory):
    server = FailingRedis(tmp_path_factory.mktemp("redis"))
    yield server
    server.close()


@pytest.fixture(scope="module")
def port(tmp_path_factory, redis, django_db_setup, django_db_blocker):
    folder = tmp_path_factory.mktemp("service")
    with django_db_blocker.unblock():
        make_database(folder)
    with service(folder, workers=2, redis=f"redis://{HOST}:{redis.port}/0") as port:
        yield port


def addresses(number):
    """Return this number of random IP addresses. For each, requests of at least the next 40 seconds are counted
    together."""
    candidates = (f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(256)}" for _ in range(10**6))  # noqa: S311 - no secret
    return [next(address for address in candidates if seconds_left(address) > 40) for _ in range(number)]


@pytest.mark.parametrize("failure", ["kill", "stop"])
def test_service_limits_and_responds_while_redis_fails(redis, port, failure):
    with Load(port, addresses(4)) as load:
        load.wait_for(lambda result: not result.is_degraded)
        start, repair = time.time(), getattr(redis, failure)()
        load.wait_for(lambda result: result.is_degraded and result.status == 429)
        end = time.time()
        repair()
        wait_until(lambda: not any(result.is_degraded for result in load.results[-50:]), MAX_SECONDS_TO_RECOVER)

    during = [result for result in load.results if start < result.start < end]
    granted = Counter((result.caller, result.window) for result in load.results if result.status == 200)
    assert {result.status for result in load.results} == {200, 429}
    assert max(result.seconds for result in during) <= MAX_WAIT
    assert max(granted.values()) <= MAX_GRANTED
