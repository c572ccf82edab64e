"""Test the cache of rendered responses: which responses it stores, and when it drops them."""

import gc
import tracemalloc
from collections import OrderedDict
from datetime import date
from threading import Event, Thread, Timer
from types import SimpleNamespace

import pytest
from django.db import OperationalError
from django.http import HttpResponse

from config.http import cache
from config.http.cache import EVERYTHING, ResponseCache, StoredResponse, Validity
from config.http.renderers import JSONRenderer

BODY = b"x" * 3000


def stored(*tags, day=None, body=BODY):
    response = HttpResponse(body)
    response.validity = Validity(frozenset(tags), day)
    return StoredResponse(response, is_secure=False)


@pytest.fixture
def clock(monkeypatch):
    """Return an object whose attribute ``now`` is the time of the cache in seconds. Only the test advances it."""
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(cache, "monotonic", lambda: clock.now)
    return clock


@pytest.fixture
def responses(clock):
    return ResponseCache(max_bytes=100_000)


def put(responses, key, row):
    responses.put((key,), row, responses.generation)
    return row


def test_get_returns_what_was_put(responses):
    row = put(responses, "a", stored("entity/france"))

    assert responses.get(("a",)) is row
    assert responses.get(("b",)) is None


def test_drop_drops_responses_with_one_of_the_tags(responses):
    put(responses, "a", stored("entity/france", "country/fr"))
    row = put(responses, "b", stored("entity/peru"))

    responses.drop({"country/fr", "country/de"})

    assert responses.get(("a",)) is None
    assert responses.get(("b",)) is row


def test_drop_of_everything_empties_the_cache(responses):
    put(responses, "a", stored("entity/france"))

    responses.drop(EVERYTHING)

    assert (len(responses), responses.size) == (0, 0)


def test_put_ignores_a_response_that_was_rendered_during_a_change(responses):
    generation = responses.generation
    responses.drop({"entity/peru"})
    responses.put(("a",), stored("entity/france"), generation)

    assert responses.get(("a",)) is None


def test_put_drops_the_least_recently_used_response_above_the_limit(responses):
    most = 100_000 // stored("a").size
    for number in range(most):
        put(responses, number, stored("a"))
    responses.get((0,))
    put(responses, "new", stored("a"))

    assert responses.size <= 100_000
    assert responses.get((0,))
    assert responses.get((1,)) is None
    responses.drop({"a"})
    assert (len(responses), responses.size) == (0, 0)


def test_put_drops_responses_while_another_thread_reads_them(responses):
    class Reordered(OrderedDict):
        """Moves a row to the end, as `ResponseCache.get` does, whenever somebody begins to read the rows."""

        def __iter__(self):
            rows = super().__iter__()
            self.move_to_end((0,))
            return rows

    responses._rows = Reordered()
    for number in range(99):
        put(responses, number, stored("a"))

    assert 0 < responses.size <= 100_000


def test_stored_response_takes_no_more_memory_than_its_size():
    tracemalloc.start()
    try:
        response = HttpResponse(JSONRenderer().render({"text": "x" * 3_000}))
        row = StoredResponse(response, is_secure=False)
        row.gzipped()
        del response
        gc.collect()
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert taken <= row.size


def test_put_ignores_a_response_that_takes_much_of_the_cache(responses):
    put(responses, "a", stored("a", body=b"x" * 20_000))

    assert len(responses) == 0


@pytest.mark.time_machine("2026-06-15T23:59:59Z", tick=False)
def test_get_ignores_a_response_of_another_day(responses, time_machine):
    put(responses, "a", stored("a", day=date(2026, 6, 15)))
    put(responses, "b", stored("a"))
    assert responses.get(("a",))

    time_machine.shift(1)

    assert responses.get(("a",)) is None
    assert responses.get(("b",))


class TestWatchers:
    def test_get_asks_watchers_at_most_once_in_an_interval(self, responses, clock):
        calls = []
        responses.watch(lambda: calls.append(clock.now) or set())
        for now in (100, 100.1, 100.2, 100.35, 100.5, 100.7):
            clock.now = now
            responses.get(("a",))

        assert calls == [100, 100.35, 100.7]

    def test_get_asks_watchers_at_once_after_a_change_of_this_process(self, responses):
        tags = [set(), {"entity/france"}]
        responses.watch(lambda: tags.pop(0))
        responses.get(("a",))
        put(responses, "a", stored("entity/france"))

        responses.expire()

        assert responses.get(("a",)) is None

    def test_get_serves_stored_responses_while_the_database_is_unavailable(self, responses, caplog):
        def fail():
            raise OperationalError("secret")

        row = put(responses, "a", stored("entity/france"))
        responses.watch(fail)

        assert responses.get(("a",)) is row
        assert "OperationalError" in caplog.text
        assert "secret" not in caplog.text

    @pytest.mark.parametrize(
        ("idle", "seconds_of_check", "is_current"),
        [(10, 0, True), (0.4, 0, False), (10, 0.2, False)],
        ids=["after an idle time", "soon after the last check", "while the database does not respond"],
    )
    def test_get_waits_for_a_check_by_another_thread(self, responses, clock, idle, seconds_of_check, is_current):
        began, may_end = Event(), Event()
        responses.get(("a",))
        put(responses, "a", stored("entity/france"))

        def watcher():
            began.set()
            assert may_end.wait(5)
            return {"entity/france"}

        responses.watch(watcher)
        clock.now += idle
        checking = Thread(target=responses.get, args=[("a",)])
        checking.start()
        assert began.wait(5)
        clock.now += seconds_of_check
        timer = Timer(0.02, may_end.set)
        timer.start()

        assert (responses.get(("a",)) is None) == is_current
        timer.join()
        checking.join()
