"""What every test shares: a clock that can stand still, and a cache that is empty.

Sockets are shut by pytest-socket (see ``addopts``): only 127.0.0.1 and unix sockets, where a test's own services are.
"""

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.core.cache import caches

from search.forms import forms

A_QUIET_NOON = datetime(2026, 6, 15, 12, tzinfo=UTC)


def pytest_make_parametrize_id(val, argname):
    """Bytes make no readable name; and compressed ones make another each second, over which parallel runs stumble."""
    return argname if isinstance(val, bytes) else None


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
def _countries_of_its_own():
    """Indexes of two tests may have one version; what was read of the one says nothing of the other."""
    forms.cache_clear()
