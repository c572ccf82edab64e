"""The shared memory as one process sees it, with a real Redis and with what is none."""

import shutil
import socket
import time
from threading import Thread
from time import monotonic
from types import SimpleNamespace

import pytest
from redis import Redis

from accounts.counters import memory as module
from accounts.counters.fail_safe import FailSafeRedisCache
from accounts.counters.memory import SECONDS_TO_RETURN, Memory
from accounts.counters.shared import RedisCounters
from tests.accounts.counters import names
from tests.accounts.counters.names import key
from tests.accounts.servers import HOST, free_port, redis_server

BINARY = shutil.which("redis-server")
needs_redis = pytest.mark.skipif(not BINARY, reason="redis-server is not installed; tests/accounts/test_faults.py says")


@pytest.fixture(autouse=True)
def _keys_of_one_second(monkeypatch):
    """A key that is asked for again is the same, also when the second has gone by."""
    began = time.time()
    monkeypatch.setattr(names, "time", SimpleNamespace(time=lambda: began))


@pytest.fixture(autouse=True)
def _nobody_looks_after_it(monkeypatch):
    """The thread's turns are taken by the test."""
    monkeypatch.setattr(Memory, "_look_after", lambda memory: None)


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    port = free_port()
    with redis_server(tmp_path_factory.mktemp("redis"), BINARY, port):
        yield port


@pytest.fixture
def admin(port):
    with Redis(port=port) as client:
        client.flushall()
        yield client


@pytest.fixture
def memory(admin, port):
    memory = Memory(f"redis://{HOST}:{port}/0")
    yield memory
    memory.client.connection_pool.disconnect()


@pytest.fixture
def clock(monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(module, "monotonic", lambda: clock[0])
    return clock


@pytest.fixture
def nonsense():
    """Listens, and answers everybody as no Redis does; gives its port."""
    with socket.create_server((HOST, 0)) as server:
        Thread(target=_answer_nonsense, args=(server,), daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


def _answer_nonsense(server):
    while True:
        try:
            client, _ = server.accept()
        except OSError:
            return
        with client:
            client.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


@needs_redis
class TestWithRedis:
    def test_a_request_is_one_round_trip(self, memory, admin):
        memory.count(key(), floor=0)
        before = admin.info("commandstats")["cmdstat_evalsha"]["calls"]

        memory.count(key(), floor=0)

        stats = admin.info("commandstats")
        assert stats["cmdstat_evalsha"]["calls"] == before + 1
        assert "cmdstat_eval" not in stats

    def test_a_counter_ends_a_little_after_its_window(self, memory, admin):
        for _ in range(2):
            memory.count(key(), floor=0)

        assert 60 < admin.ttl(key()) <= 65

    @pytest.mark.parametrize(("kept", "floor", "count"), [(None, 0, 1), (None, 40, 41), (60, 40, 61), (40, 60, 61)])
    def test_it_counts_on_from_what_is_known(self, memory, admin, kept, floor, count):
        if kept:
            admin.set(key(), kept, ex=60)

        assert memory.count(key(), floor=floor) == count
        assert int(admin.get(key())) == count
        assert 0 < admin.ttl(key()) <= 65

    def test_a_restart_that_forgot_the_script_is_nobodys_concern(self, memory, admin):
        memory.count(key(), floor=0)
        admin.script_flush()

        assert memory.count(key(), floor=0) == 2

    def test_several_are_counted_at_once(self, memory, admin):
        memory.answers()

        memory.count_all([(key("a"), 3, 0), (key("b"), 2, 10)])

        assert (memory.counted(key("a")), memory.counted(key("b")), memory.counted(key("c"))) == (3, 12, 0)

    def test_what_stands_in_the_wrong_place_is_a_fault_like_any_other(self, memory, admin):
        admin.rpush(key(), "no counter")

        with pytest.raises(module.FAULTS):
            memory.count(key(), floor=0)
        with pytest.raises(module.FAULTS):
            memory.counted(key())

    def test_after_a_fault_it_is_away_until_it_has_answered_for_a_while(self, memory, clock):
        told = []
        memory.hand_over = lambda: told.append(1)
        memory.report(OSError())
        states = [(memory.is_away, memory.is_silent)]

        for passed in (1, 1, SECONDS_TO_RETURN - 1, 1):
            clock[0] += passed
            memory.look_again()
            states.append((memory.is_away, memory.is_silent))

        assert states == [(True, True), (True, False), (True, False), (False, False), (False, False)]
        assert len(told) == 4

    def test_a_fault_while_it_returns_begins_anew(self, memory, clock):
        memory.report(OSError())
        began = memory.away_since
        memory.look_again()

        memory.report(OSError())

        assert (memory.is_silent, memory.away_since) == (True, began)

    def test_a_cache_in_it_is_a_cache(self, memory, port):
        cache = FailSafeRedisCache(f"redis://{HOST}:{port}/0", {})
        cache.set("a", b"x")

        assert (cache.get("a"), cache.get("b", 2), cache.has_key("a"), cache.add("a", 1)) == (b"x", 2, True, False)
        assert (cache.get_many(["a", "b"]), cache.delete("a"), cache.get("a")) == ({"a": b"x"}, True, None)
        assert (cache.set("n", 1), cache.incr("n"), cache.touch("n"), cache.delete_many(["n"])) == (None, 2, True, None)

    def test_a_cache_stays_empty_after_a_fault_of_the_counters(self, port, monkeypatch):
        cache = FailSafeRedisCache(f"redis://{HOST}:{port}/1", {})
        cache.set("a", b"x")

        cache._memory.report(OSError())

        assert cache.get("a", "nothing") == "nothing"


class TestWithout:
    @pytest.fixture(params=["refused", "nonsense"])
    def url(self, request):
        at = request.getfixturevalue("nonsense") if request.param == "nonsense" else free_port()
        return f"redis://someone:a-password@{HOST}:{at}/0"

    def test_it_is_away_from_the_first_question_on(self, url):
        memory = Memory(url)

        assert not memory.is_away
        assert not memory.answers()
        assert memory.is_away

    def test_the_fault_is_logged_once_a_minute_without_the_address(self, url, clock, caplog):
        memory = Memory(url)

        for passed in (0, 30, 29, 1):
            clock[0] += passed
            memory.answers()

        assert len(caplog.records) == 2
        assert "a-password" not in caplog.text
        assert str(HOST) not in caplog.text

    def test_counters_count_alone(self, url):
        counters = RedisCounters(url, {"OPTIONS": {"processes": 2}, "KEY_PREFIX": url})
        name = key().removeprefix("prefix:1:")

        assert [counters.incr(name) for _ in range(3)] == [92, 94, 96]
        assert counters.get(name) == 96
        assert counters.counts_per_process
        assert counters.is_away()

    def test_a_cache_is_empty_and_takes_nothing(self, url):
        cache = FailSafeRedisCache(url, {})

        assert (cache.set("a", 1), cache.get("a"), cache.add("a", 1), cache.get_many(["a"])) == (None, None, False, {})
        assert (cache.set_many({"a": 1}), cache.touch("a"), cache.delete("a"), cache.clear()) == (["a"], *[False] * 3)
        with pytest.raises(ValueError, match="away"):
            cache.incr("a")

    def test_nobody_waits_twice(self):
        with socket.create_server((HOST, 0)) as hung:
            memory = Memory(f"redis://{HOST}:{hung.getsockname()[1]}/0")
            cache = FailSafeRedisCache(f"redis://{HOST}:{hung.getsockname()[1]}/0", {})
            cache._memory = memory
            began = monotonic()
            memory.answers()
            first = monotonic() - began
            cache.get("a")
            memory.is_away and cache.set("a", 1)
            both = monotonic() - began

        assert 0.1 <= first < 0.25
        assert both - first < 0.05
