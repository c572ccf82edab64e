"""Test RedisConnection and the cache backends, with a real Redis server and with servers that fail."""

import shutil
import socket
from threading import Thread
from time import monotonic

import pytest
from redis import Redis
from redis.exceptions import NoScriptError

from accounts.counters import connection as module
from accounts.counters.connection import LOG_INTERVAL, SECONDS_TO_RECOVER, TIMEOUT, RedisConnection
from accounts.counters.fail_safe import FailSafeRedisCache
from accounts.counters.redis_counters import CAUTION, RedisCounters
from tests.accounts.servers import HOST, free_port, redis_server

BINARY = shutil.which("redis-server")
needs_redis = pytest.mark.skipif(not BINARY, reason="redis-server is not installed; CI needs it")
KEY = "counters:1:rl:window"


@pytest.fixture(autouse=True)
def _no_retries_by_a_thread(monkeypatch):
    """Start no thread that retries. The tests call ``retry`` themselves."""
    monkeypatch.setattr(RedisConnection, "_retry_until_recovered", lambda connection: None)


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    port = free_port()
    with redis_server(tmp_path_factory.mktemp("redis"), BINARY, port):
        yield port


@pytest.fixture
def redis(port):
    with Redis(port=port) as client:
        client.flushall()
        yield client


@pytest.fixture
def connection(redis, port):
    connection = RedisConnection(f"redis://{HOST}:{port}/0")
    yield connection
    connection.client.connection_pool.disconnect()


@pytest.fixture
def clock(monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(module, "monotonic", lambda: clock[0])
    return clock


@pytest.fixture
def http_server():
    """Start an HTTP server, which does not understand Redis commands. Return its port."""
    with socket.create_server((HOST, 0)) as server:
        Thread(target=_respond_with_http, args=(server,), daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


def _respond_with_http(server):
    while True:
        try:
            client, _ = server.accept()
        except OSError:
            return
        with client:
            client.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


@needs_redis
class TestWithRedis:
    def test_count_survives_that_redis_closes_idle_connections(self, connection, redis):
        connection.count(KEY, floor=0)
        redis.client_kill_filter(_type="normal", skipme=True)
        assert connection.count(KEY, floor=0) == (2, 0)

    def test_count_takes_one_round_trip(self, connection, redis):
        connection.count(KEY, floor=0)
        before = redis.info("commandstats")["cmdstat_evalsha"]["calls"]

        connection.count(KEY, floor=0)

        stats = redis.info("commandstats")
        assert stats["cmdstat_evalsha"]["calls"] == before + 1
        assert "cmdstat_eval" not in stats

    @pytest.mark.parametrize(("stored", "floor", "count"), [(None, 0, 1), (None, 40, 41), (60, 40, 61), (40, 60, 61)])
    def test_count_continues_from_the_stored_count_or_the_floor(self, connection, redis, stored, floor, count):
        if stored:
            redis.set(KEY, stored, ex=60)

        assert connection.count(KEY, floor=floor) == (count, 0)
        assert int(redis.get(KEY)) == count
        assert 0 < redis.ttl(KEY) <= 65

    def test_count_loads_the_script_at_first(self, connection, redis):
        redis.script_flush()

        assert connection.count(KEY, floor=0) == (1, 0)

    def test_count_fails_if_redis_has_lost_the_script_by_a_restart(self, connection, redis):
        connection.count(KEY, floor=0)
        redis.script_flush()

        with pytest.raises(NoScriptError):
            connection.count(KEY, floor=0)

    def test_count_all_adds_to_many_counters(self, connection, redis):
        connection.is_reachable()

        connection.count_all([("a", 3, 0), ("b", 2, 10)])

        assert redis.mget("a", "b", "c") == [b"3", b"12", None]

    def test_count_raises_a_fault_for_a_value_of_another_type(self, connection, redis):
        redis.rpush(KEY, "no counter")

        with pytest.raises(module.FAULTS):
            connection.count(KEY, floor=0)
        redis.delete(KEY)
        redis.rpush("other", "no counter")
        with pytest.raises(module.FAULTS):
            connection.count(KEY, "other", floor=0)

    @pytest.mark.parametrize("failure", ["full", "read-only"])
    def test_is_reachable_is_false_for_a_redis_that_rejects_writes(self, connection, redis, failure):
        redis.config_set("maxmemory", 1) if failure == "full" else redis.replicaof(HOST, free_port())

        try:
            assert not connection.is_reachable()
            assert connection.is_down
        finally:
            redis.config_set("maxmemory", 0)
            redis.replicaof("no", "one")

    def test_retry_makes_redis_available_after_some_seconds_of_success(self, connection, clock):
        calls = []
        connection.on_recovery = lambda: calls.append(1)
        connection.report(OSError())
        states = [(connection.is_unavailable, connection.is_down)]

        for seconds in (1, 1, SECONDS_TO_RECOVER - 1, 1):
            clock[0] += seconds
            connection.retry()
            states.append((connection.is_unavailable, connection.is_down))

        assert states == [(True, True), (True, False), (True, False), (False, False), (False, False)]
        assert len(calls) == 4

    def test_report_during_recovery_starts_over(self, connection):
        connection.report(OSError())
        since = connection.unavailable_since
        connection.retry()

        connection.report(OSError())

        assert (connection.is_down, connection.unavailable_since) == (True, since)

    def test_cache_works_as_any_other_cache(self, connection, port):
        cache = FailSafeRedisCache(f"redis://{HOST}:{port}/0", {})
        cache.set("a", b"x")

        assert (cache.get("a"), cache.get("b", 2), cache.has_key("a"), cache.add("a", 1)) == (b"x", 2, True, False)
        assert (cache.get_many(["a", "b"]), cache.delete("a"), cache.get("a")) == ({"a": b"x"}, True, None)
        assert (cache.set("n", 1), cache.incr("n"), cache.touch("n"), cache.delete_many(["n"])) == (None, 2, True, None)

    def test_cache_is_empty_after_a_fault_of_the_counters(self, port):
        cache = FailSafeRedisCache(f"redis://{HOST}:{port}/1", {})
        cache.set("a", b"x")

        cache._connection.report(OSError())

        assert cache.get("a", "nothing") == "nothing"


class TestWithoutRedis:
    @pytest.fixture(params=["nothing listens", "another protocol"])
    def url(self, request):
        port = free_port() if request.param == "nothing listens" else request.getfixturevalue("http_server")
        return f"redis://someone:a-password@{HOST}:{port}/0"

    def test_connection_is_unavailable_after_the_first_command(self, url):
        connection = RedisConnection(url)

        assert not connection.is_unavailable
        assert not connection.is_reachable()
        assert connection.is_unavailable

    def test_fault_is_logged_once_a_minute_without_the_url(self, url, clock, caplog):
        connection = RedisConnection(url)

        for seconds in (0, LOG_INTERVAL - 1, 1):
            clock[0] += seconds
            connection.is_reachable()

        assert len(caplog.records) == 2
        assert "a-password" not in caplog.text
        assert str(HOST) not in caplog.text

    def test_counters_count_locally(self, url):
        counters = RedisCounters(url, {"OPTIONS": {"processes": 2}, "KEY_PREFIX": url})

        assert [counters.incr("a") for _ in range(3)] == [2 * CAUTION, 4 * CAUTION, 6 * CAUTION]
        assert counters.counts_per_process
        assert counters.is_unavailable()

    def test_cache_is_empty_and_stores_nothing(self, url):
        cache = FailSafeRedisCache(url, {})

        assert (cache.set("a", 1), cache.get("a"), cache.get("a", 2), cache.add("a", 1)) == (None, None, 2, False)

    def test_only_the_first_command_waits_for_a_server_that_hangs(self):
        with socket.create_server((HOST, 0)) as hanging:
            url = f"redis://{HOST}:{hanging.getsockname()[1]}/0"
            connection, cache = RedisConnection(url), FailSafeRedisCache(url, {})
            cache._connection = connection
            start = monotonic()
            connection.is_reachable()
            first = monotonic() - start
            cache.get("a")
            both = monotonic() - start

        assert TIMEOUT <= first < TIMEOUT + 0.15
        assert both - first < 0.05
