import pytest

from tests.graph.interchange.result_reports import covered_election


@pytest.fixture
def coverage():
    return covered_election()


@pytest.fixture
def lines():
    """Return the list to which the Follower adds each line of its output."""
    return []
