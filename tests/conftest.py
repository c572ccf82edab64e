"""What every test shares: a clock that can stand still.

Sockets are shut by pytest-socket (see ``addopts``): only 127.0.0.1 and unix sockets, where a test's own services are.
"""

from datetime import UTC, date, datetime

import pytest

A_QUIET_NOON = datetime(2026, 6, 15, 12, tzinfo=UTC)


@pytest.fixture
def today(time_machine, request) -> date:
    """The day it is in the test: the clock stands at noon of 15 June 2026.

    ``@pytest.mark.time_machine("2022-04-24", tick=False)`` picks another moment.
    """
    if not request.node.get_closest_marker("time_machine"):
        time_machine.move_to(A_QUIET_NOON, tick=False)
    return datetime.now(UTC).date()
