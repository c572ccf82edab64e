from threading import Event, Thread
from unittest.mock import Mock

import pytest
from django.db import connection
from django.http import HttpResponse

from accounts.middleware import NOT_STORED
from config import wsgi
from config.http import places
from config.http.places import Places
from config.wsgi import in_turn


def test_in_turn_runs_the_calls_of_threads_one_after_the_other():
    may_end, running, ended = Event(), [], []

    @in_turn
    def call(number):
        running.append(number)
        assert len(running) == len(ended) + 1
        assert may_end.wait(5)
        ended.append(number)

    threads = [Thread(target=call, args=[number]) for number in range(3)]
    for thread in threads:
        thread.start()
    may_end.set()
    for thread in threads:
        thread.join(5)
    assert ended == running
    assert sorted(ended) == [0, 1, 2]


def test_in_turn_goes_on_after_an_exception():
    call = in_turn(int)
    with pytest.raises(ValueError, match="no number"):
        call("no number")
    assert call("7") == 7


class Requests:
    """Requests to `application`, of which only one may run Django at a time. ``running`` is the list of paths that
    Django has begun to handle. The path ``/api/slow`` is handled until ``may_end`` is set."""

    def __init__(self, monkeypatch):
        self.may_end, self.has_begun, self.running, self.ended, self._threads = Event(), Event(), [], [], []
        self.looks_again = []
        monkeypatch.setattr(wsgi, "_places", Places(1))
        monkeypatch.setattr(places, "SECONDS_BETWEEN_CHECKS", 0.01)
        monkeypatch.setattr(wsgi, "django_application", self._handle)
        monkeypatch.setattr(wsgi, "_respond", Mock(return_value=None))
        monkeypatch.setattr(
            wsgi, "deliver_stored", lambda environ: (200, {}, b"") if "stored" in self._path(environ) else None
        )

    def send(self, path, method="GET"):
        environ = {"REQUEST_METHOD": method, "PATH_INFO": path, NOT_STORED: True}
        thread = Thread(target=lambda: self.ended.append((path, wsgi.application(environ, Mock()))))
        thread.start()
        self._threads.append(thread)
        return thread

    def finish(self):
        self.may_end.set()
        for thread in self._threads:
            thread.join(5)

    def _handle(self, environ, start_response):
        self.running.append(self._path(environ))
        self.looks_again.append(NOT_STORED not in environ)
        if self._path(environ) == "/api/slow":
            self.has_begun.set()
            assert self.may_end.wait(5)
        return HttpResponse(b"made")

    @staticmethod
    def _path(environ):
        return environ["PATH_INFO"]


@pytest.fixture
def requests(monkeypatch):
    requests = Requests(monkeypatch)
    requests.send("/api/slow")
    assert requests.has_begun.wait(5)
    yield requests
    requests.finish()


@pytest.mark.parametrize("path", ["/api/stored", "/healthz", "/readyz", "/admin/", "/sign-in/google/callback"])
def test_application_responds_while_other_requests_run_django(path, requests):
    requests.send(path).join(5)

    assert [ended for ended, _ in requests.ended] == [path]


def test_application_handles_a_form_while_other_requests_run_django(requests):
    requests.send("/search", method="POST").join(5)

    assert [ended for ended, _ in requests.ended] == ["/search"]


def test_application_runs_django_in_few_threads_at_once(requests):
    waiting = requests.send("/api/other")
    waiting.join(0.05)
    assert requests.running == ["/api/slow"]

    requests.finish()

    assert requests.running == ["/api/slow", "/api/other"]
    # While the second request waited, its response may have been stored.
    assert requests.looks_again == [False, True]
    assert requests.ended == [("/api/slow", [b"made"]), ("/api/other", [b"made"])]


def test_application_serves_waiting_requests_in_their_order(requests):
    paths = [f"/api/{number}" for number in range(5)]
    for path in paths:
        # Longer than SECONDS_BETWEEN_CHECKS, so that earlier requests have already asked whether the database hangs.
        requests.send(path).join(0.03)

    requests.finish()

    assert requests.running == ["/api/slow", *paths]


def test_application_does_not_wait_while_the_database_server_hangs(requests, monkeypatch):
    monkeypatch.setattr(type(connection), "is_hanging", lambda self: True, raising=False)

    requests.send("/api/other").join(5)

    assert requests.running == ["/api/slow", "/api/other"]
    requests.finish()
    # Only the first request had a place.
    assert wsgi._places.free == 1
