"""Fixtures of all tests: a frozen clock, an empty cache, and the guard of the journal.

pytest-socket blocks sockets (see ``addopts``): only 127.0.0.1 and unix sockets, where a test's own services are.
"""

import gc
import sys
from collections import Counter
from contextlib import contextmanager
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
import time_machine
from django.core.cache import caches
from django.db import transaction
from django.test import TransactionTestCase, override_settings
from whitenoise.middleware import WhiteNoiseMiddleware

from accounts import callers, middleware, use
from config import warm_up
from config.http.cache import EVERYTHING, responses
from graph.journal import guard
from graph.queries import selecting, subjects
from search.backends import backend
from search.countries import country_names
from snapshots.results import totals
from tests.architecture.source import PACKAGES, ROOT
from tests.triggers import without_append_only_triggers

# The thread would use the database before the tests do.
warm_up.FUNCTIONS = []
A_NOON = datetime(2026, 6, 15, 12, tzinfo=UTC)


def pytest_make_parametrize_id(val, argname):
    """Bytes get the name of the argument. Compressed bytes differ between runs, which breaks parallel runs."""
    return argname if isinstance(val, bytes) else None


SLOWEST = (
    "tests/catalogue/",
    "tests/journeys/",
    "tests/accounts/test_parallel.py",
    "tests/accounts/test_serving.py",
    "tests/architecture/",
    "tests/graph/actions/results/test_interleavings.py",
)


def pytest_collection_modifyitems(items):
    """Run the slowest files first and then the largest, so that parallel workers finish at about the same time."""
    sizes = Counter(item.path for item in items)
    items.sort(key=lambda item: (not item.nodeid.startswith(SLOWEST), -sizes[item.path], item.path))


def pytest_collection_finish():
    """The collected tests stay in memory, so the garbage collector need not look through them during each test."""
    gc.collect()
    gc.freeze()


OURS = tuple(f"{ROOT / package}/" for package in PACKAGES)
TESTS = f"{ROOT / 'tests'}/"


def is_called_by_a_test() -> bool:
    """Whether the innermost frame of our code is a test or a factory, not project code."""
    frame = sys._getframe()
    while frame := frame.f_back:
        path = frame.f_code.co_filename
        if path.startswith(TESTS) and path != __file__:
            return True
        if path.startswith(OURS) and not path.endswith("graph/journal/guard.py"):
            return False
    return False


REJECT_WRITE = guard.reject_write


@pytest.fixture(autouse=True, scope="session")
def _tests_write_without_the_journal():
    """Tests and factories may write without the journal. Project code that a test calls may not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "reject_write", lambda table: None if is_called_by_a_test() else REJECT_WRITE(table))
        yield


@pytest.fixture
def guarded():
    """A context manager in which the guard rejects writes of the test, too."""

    @contextmanager
    def _guarded():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(guard, "reject_write", REJECT_WRITE)
            yield

    return _guarded


@pytest.fixture(autouse=True, scope="session")
def _flush_empties_journal_and_full_text():
    """A test that commits is followed by a flush. The triggers of the journal would reject it, and SQLite's full text
    is no table of a model.
    """
    flush = TransactionTestCase._fixture_teardown

    def flush_all(test_case):
        with without_append_only_triggers(), guard.allow_writes():
            flush(test_case)
        backend().add_text(None)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", flush_all)
        yield


@pytest.fixture(autouse=True, scope="session")
def _static_files_are_found_once():
    """Each client of a test makes the middlewares again, and each would look at every static file: 10 ms for a test."""
    find, files = WhiteNoiseMiddleware.add_files_from_finders, {}

    def add_files(middleware):
        if not files:
            find(middleware)
            files.update(middleware.files)
        middleware.files = dict(files)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", add_files)
        yield


@pytest.fixture
def today(time_machine, request) -> date:
    """The current day: the clock is frozen at noon of 15 June 2026.

    ``@pytest.mark.time_machine("2022-04-24", tick=False)`` sets another time.
    """
    if not request.node.get_closest_marker("time_machine"):
        time_machine.move_to(A_NOON, tick=False)
    return datetime.now(UTC).date()


@pytest.fixture(scope="module")
def share(django_db_setup, django_db_blocker):
    """Return a function that calls ``make`` at the time of `today`. All tests of the module share the entities that
    ``make`` creates, which saves up to a quarter of a second for each test. Changes of a test are rolled back after it.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield time_machine.travel(A_NOON, tick=False)(lambda make: make())
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _empty_cache(settings, monkeypatch):
    """Each test starts with an empty cache, also when parallel tests share one Redis."""
    prefix = uuid4().hex
    for name in settings.CACHES:
        monkeypatch.setitem(settings.CACHES[name], "KEY_PREFIX", prefix + name)  # for threads that open the cache later
        monkeypatch.setattr(caches[name], "key_prefix", prefix + name)


@pytest.fixture(autouse=True, scope="session")
def _settings_of_all_tests(tmp_path_factory):
    """Settings that all tests share. A test that needs other values sets them with the fixture ``settings``."""
    shared = override_settings(
        # A test must not see the files that were built for the database of this folder.
        DOWNLOADS_FOLDER=tmp_path_factory.getbasetemp() / "no downloads",
        # A slow machine must not fail a test. Tests of the limit set a shorter time.
        DATABASE_SECONDS_PER_REQUEST=60,
        # A fast hash.
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        # No thread stores usage, only the test.
        SECONDS_BETWEEN_RECORDS_OF_USE=None,
    )
    with shared:
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_stored_responses():
    """Tests write the graph without the journal, which would make stored responses wrong (see `stored_responses`)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(responses, "max_bytes", 0)
        yield


@pytest.fixture
def stored_responses(monkeypatch):
    """The cache of responses, empty at first; the test must write the graph by the functions of graph.actions."""
    monkeypatch.setattr(responses, "max_bytes", 10_000_000)
    monkeypatch.setattr(middleware, "close_old_connections", lambda: None)  # it would end the transaction of the test
    responses.drop(EVERYTHING)
    responses.expire()
    yield responses
    responses.drop(EVERYTHING)


@pytest.fixture
def one_sitemap(monkeypatch):
    """All entities are in the first sitemap, whatever primary keys PostgreSQL has given in earlier tests."""
    monkeypatch.setattr("snapshots.pages.sitemaps.LARGEST_FILE", 10**9)


@pytest.fixture(autouse=True)
def _no_accounts_from_other_tests():
    """Keys are read again, and no usage of earlier tests is stored."""
    callers.clear_cached_keys()
    use._pending.clear()


@pytest.fixture(autouse=True)
def _no_cached_primary_keys():
    """Entities of two tests can have the same primary key."""
    selecting.known_hubs.clear()
    subjects._lists.clear()
    totals.clear()


@pytest.fixture(autouse=True)
def _empty_country_cache():
    """The indexes of two tests can have the same version number with different content."""
    country_names.cache_clear()
