"""What every test shares: a clock that can stand still, and a cache that is empty.

Sockets are shut by pytest-socket (see ``addopts``): only 127.0.0.1 and unix sockets, where a test's own services are.
"""

import sys
from contextlib import contextmanager
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.test import TransactionTestCase

from accounts import callers, use
from graph.journal import guard
from search.countries import country_forms
from tests.architecture.source import PACKAGES, ROOT
from tests.triggers import journal_without_triggers

A_QUIET_NOON = datetime(2026, 6, 15, 12, tzinfo=UTC)


def pytest_make_parametrize_id(val, argname):
    """Bytes make no readable name; and compressed ones make another each second, over which parallel runs stumble."""
    return argname if isinstance(val, bytes) else None


OURS = tuple(f"{ROOT / package}/" for package in PACKAGES)
TESTS = f"{ROOT / 'tests'}/"


def a_test_writes() -> bool:
    """Whether the innermost code of ours that leads to this call is a test's, as a factory's is."""
    frame = sys._getframe()
    while frame := frame.f_back:
        path = frame.f_code.co_filename
        if path.startswith(TESTS) and path != __file__:
            return True
        if path.startswith(OURS) and not path.endswith("graph/journal/guard.py"):
            return False
    return False


REFUSE = guard.reject_write


@pytest.fixture(autouse=True, scope="session")
def _tests_arrange_rows_by_themselves():
    """The one door around the journal. Whatever the project's own code writes in a test still has to pass by it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "reject_write", lambda table: None if a_test_writes() else REFUSE(table))
        yield


@pytest.fixture
def shut():
    """The door is shut where this is entered: a test writes like anybody else."""

    @contextmanager
    def _shut():
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(guard, "reject_write", REFUSE)
            yield

    return _shut


@pytest.fixture(autouse=True, scope="session")
def _tests_begin_with_an_empty_journal():
    """Tests that commit are followed by a flush, which the journal would refuse."""
    flush = TransactionTestCase._fixture_teardown

    def flush_all(test_case):
        with journal_without_triggers(), guard.allow_writes():
            flush(test_case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", flush_all)
        yield


@pytest.fixture
def today(time_machine, request) -> date:
    """The day it is in the test: the clock stands at noon of 15 June 2026.

    ``@pytest.mark.time_machine("2022-04-24", tick=False)`` picks another moment.
    """
    if not request.node.get_closest_marker("time_machine"):
        time_machine.move_to(A_QUIET_NOON, tick=False)
    return datetime.now(UTC).date()


@pytest.fixture(autouse=True)
def _a_cache_of_its_own(settings, monkeypatch):
    """Each test begins with an empty cache, also where several at a time share one Redis."""
    prefix = uuid4().hex
    for name in settings.CACHES:
        monkeypatch.setitem(settings.CACHES[name], "KEY_PREFIX", prefix + name)  # for threads that open the cache later
        monkeypatch.setattr(caches[name], "key_prefix", prefix + name)


@pytest.fixture(autouse=True)
def _callers_of_its_own(settings):
    """Keys are read anew, and what was used is written when a test says so."""
    settings.SECONDS_BETWEEN_RECORDS_OF_USE = None
    callers.clear_cached_keys()
    use.discard()


@pytest.fixture(autouse=True)
def _countries_of_its_own():
    """Indexes of two tests may have one version; what was read of the one says nothing of the other."""
    country_forms.cache_clear()
