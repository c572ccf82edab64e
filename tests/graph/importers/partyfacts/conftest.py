import pytest

from tests.graph.importers.partyfacts.source import Source


@pytest.fixture
def source(tmp_path):
    """Return the two folders of the source, without rows."""
    return Source(tmp_path)
