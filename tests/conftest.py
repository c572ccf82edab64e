"""Fixtures of all tests. They freeze the clock, empty the caches, and let tests write without the journal.

pytest-socket blocks sockets (see ``addopts``). Only 127.0.0.1 and unix sockets are allowed, because some tests start
servers there.
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
from django.template import Engine, Template
from django.test import TransactionTestCase, override_settings
from django.test.signals import template_rendered
from hypothesis import settings as hypothesis_settings
from whitenoise.middleware import WhiteNoiseMiddleware

from accounts import callers, middleware, use
from config import warm_up
from config.http.cache import EVERYTHING, responses
from graph.journal import guard
from graph.queries import relationships, subjects
from search.backends import backend
from search.countries import country_names
from snapshots.results import totals
from tests.architecture.source import PACKAGES, ROOT
from tests.triggers import without_append_only_triggers

# Start no thread that warms up a process, because the thread would use the database before the tests do.
warm_up.FUNCTIONS = []
# A test must not fail only because the machine is slow.
hypothesis_settings.register_profile("no deadline", parent=hypothesis_settings(), deadline=None)
hypothesis_settings.load_profile("no deadline")
A_NOON = datetime(2026, 6, 15, 12, tzinfo=UTC)


def pytest_make_parametrize_id(val, argname):
    """Let pytest use the argument's name in the ID of a test if the argument is bytes. Compressed bytes differ between
    runs, but the IDs must be the same in all parallel workers."""
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


NEW_OBJECTS_BETWEEN_COLLECTIONS = 50_000


def pytest_collection_finish():
    """Exclude the collected tests from garbage collection, because they remain in memory until the end. Then collect
    garbage more rarely than by default, because each test creates many objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS_BETWEEN_COLLECTIONS, 20, 20)


OURS = tuple(f"{ROOT / package}/" for package in PACKAGES)
TESTS = f"{ROOT / 'tests'}/"


def is_called_by_a_test() -> bool:
    """Return True if a test or a factory makes the present write itself, and False if a function of the service makes
    it."""
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
    """Allow tests and factories to write rows without a change in the journal. The code that a test calls must still
    record each write."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "reject_write", lambda table: None if is_called_by_a_test() else REJECT_WRITE(table))
        yield


@pytest.fixture
def guarded():
    """Return a context manager. In its block, the journal must record every write to the graph, also a write by the
    test itself. Other writes are rejected."""

    @contextmanager
    def _guarded():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(guard, "reject_write", REJECT_WRITE)
            yield

    return _guarded


@pytest.fixture(autouse=True, scope="session")
def _flush_empties_journal_and_full_text():
    """Let Django empty all tables after a test that commits, also the append-only tables, whose triggers forbid this,
    and the full-text table of SQLite, which has no model."""
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
    """Find static files only once. Otherwise, each test client would search all of them, which takes 10 ms in each
    test."""
    find, files = WhiteNoiseMiddleware.add_files_from_finders, {}

    def add_files(middleware):
        if not files:
            find(middleware)
            files.update(middleware.files)
        middleware.files = dict(files)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", add_files)
        yield


@pytest.fixture(autouse=True, scope="session")
def _only_pages_are_recorded(django_test_environment):
    """Collect only the contexts of whole pages in ``response.context``. By default, Django also copies those of widgets
    and included templates, which takes long: an admin page has hundreds of them."""
    pages = Engine.get_default()

    def render(template, context):
        if context.template is template and template.engine is pages:
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


@pytest.fixture
def today(time_machine, request) -> date:
    """Freeze the clock at noon of 15 June 2026, and return this day.

    ``@pytest.mark.time_machine("2022-04-24", tick=False)`` sets another time.
    """
    if not request.node.get_closest_marker("time_machine"):
        time_machine.move_to(A_NOON, tick=False)
    return datetime.now(UTC).date()


@pytest.fixture(scope="module")
def share(django_db_setup, django_db_blocker):
    """Return the function ``share(make)``. It calls ``make``, a function that creates entities, with the clock at noon
    of 15 June 2026, and returns the result.

    All tests of the module can read these entities. They are deleted after its last test.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        yield time_machine.travel(A_NOON, tick=False)(lambda make: make())
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _empty_cache(settings, monkeypatch):
    """Start each test with empty caches: give them a new random key prefix. So parallel tests can also share a Redis
    server."""
    prefix = uuid4().hex
    for name in settings.CACHES:
        # A thread opens a cache of its own later, and reads the prefix from this setting.
        monkeypatch.setitem(settings.CACHES[name], "KEY_PREFIX", prefix + name)
        monkeypatch.setattr(caches[name], "key_prefix", prefix + name)


@pytest.fixture(autouse=True, scope="session")
def _settings_of_all_tests(tmp_path_factory):
    """Set the settings that all tests share. A test that needs other values uses the fixture ``settings``."""
    shared = override_settings(
        # A test must not find download files that were built from the database of a developer.
        DOWNLOADS_FOLDER=tmp_path_factory.getbasetemp() / "no downloads",
        # A test must not fail only because the machine is slow. Tests of this limit set a shorter time.
        DATABASE_SECONDS_PER_REQUEST=60,
        # Use a hash that is fast to compute.
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        # Only tests store the usage of keys, and no thread does.
        SECONDS_BETWEEN_RECORDS_OF_USE=None,
    )
    with shared:
        yield


@pytest.fixture(autouse=True, scope="session")
def _no_stored_responses():
    """Store no responses. Tests write the graph without the journal, so stored responses would be outdated."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(responses, "max_bytes", 0)
        yield


@pytest.fixture
def stored_responses(monkeypatch):
    """Enable the cache of responses, empty it, and return it. The test must change the graph only with the functions in
    `graph.actions`, which drop outdated responses."""
    monkeypatch.setattr(responses, "max_bytes", 10_000_000)
    # Closing the connection would end the transaction of the test.
    monkeypatch.setattr(middleware, "close_old_connections", lambda: None)
    responses.drop(EVERYTHING)
    responses.expire()
    yield responses
    responses.drop(EVERYTHING)


@pytest.fixture
def one_sitemap(monkeypatch):
    """Put all entities into one sitemap. Usually, entities with high primary keys are in another file, and tests with
    PostgreSQL reach high keys."""
    monkeypatch.setattr("snapshots.pages.sitemaps.LARGEST_FILE", 10**9)


@pytest.fixture(autouse=True)
def _no_accounts_from_other_tests():
    """Drop the API keys and the usage that earlier tests left in memory."""
    callers.clear_cached_keys()
    use._pending.clear()


@pytest.fixture(autouse=True)
def _no_cached_primary_keys():
    """Empty the caches that contain primary keys, because entities of two tests can have the same key."""
    relationships.known_hubs.clear()
    subjects._list.cache_clear()
    subjects._list_of_country.cache_clear()
    totals.clear()


@pytest.fixture(autouse=True)
def _empty_country_cache():
    """Empty the cache of country names. Its key is the version of the search index, which can be the same in two
    tests."""
    country_names.cache_clear()
