"""Test the limit for the database time of a request, with both databases."""

from time import monotonic, sleep

import pytest
from django.db import DatabaseError, connection, transaction
from django.http import HttpResponse

from config.http.database import time_limit
from config.http.middleware.time_limit import TimeLimitMiddleware
from tests.config.http.database.slow import query, slow_query
from tests.factories import PoliticianFactory

LIMIT = 0.2
MAX_SECONDS = 1
"""The time in which a request must get its response. The time limit for the database is shorter here than in
production."""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _short_limit(settings):
    settings.DATABASE_SECONDS_PER_REQUEST = LIMIT


@pytest.fixture
def limited():
    time_limit.start()
    yield
    time_limit.stop()


def run_slow_query(*args, **kwargs):
    slow_query()


@pytest.mark.parametrize(
    ("path", "view"),
    [
        ("/api/graph/entity/jane-doe", "graph.documents.entity_document"),
        ("/api/search?q=doe", "search.results.find_entities"),
        ("/attribution", "graph.pages.views.AttributionPage.get_context_data"),
    ],
)
def test_request_with_a_slow_query_returns_503_in_time(client, monkeypatch, path, view):
    PoliticianFactory(name="Jane Doe")
    client.get("/api/graph/entities")  # The first request imports modules, so do not measure it.
    monkeypatch.setattr(view, run_slow_query)
    started = monotonic()

    response = client.get(path)

    assert monotonic() - started < MAX_SECONDS
    assert (response.status_code, response["Retry-After"]) == (503, "2")
    assert "Query timed out" in response.content.decode()


def query_until(deadline):
    while monotonic() < deadline:
        query()


def test_many_short_queries_are_limited_too(limited):
    with pytest.raises(time_limit.QueryTimeout):
        query_until(monotonic() + MAX_SECONDS)


def test_clock_starts_with_the_first_query(limited):
    sleep(1.5 * LIMIT)

    assert query() == [(1,)]


def test_transaction_is_rolled_back_and_the_next_request_can_use_the_database(limited):
    with pytest.raises(DatabaseError), transaction.atomic():
        slow_query()

    time_limit.stop()
    connection.close()
    assert query() == [(1,)]


def test_unlimited_work_does_not_use_the_time_of_the_request(limited):
    query()

    with time_limit.unlimited():
        sleep(1.5 * LIMIT)
        query()

    assert query() == [(1,)]


@pytest.mark.parametrize(("path", "is_limited"), [("/api/me", True), ("/admin/graph/", False)])
def test_editors_have_no_limit(rf, path, is_limited):
    seconds = []

    def get_response(request):
        seconds.append(time_limit.seconds_left())
        return HttpResponse()

    TimeLimitMiddleware(get_response)(rf.post(path))

    assert [left is not None for left in seconds] == [is_limited]
    assert time_limit.seconds_left() is None
