import pytest

from tests.graph.importers.partyfacts.source import Source


@pytest.fixture
def source(tmp_path):
    """Return a Party Facts source without rows, to which a test adds them."""
    return Source(tmp_path)
