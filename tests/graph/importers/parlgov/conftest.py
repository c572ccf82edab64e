import pytest

from tests.graph.importers.parlgov.source import Source


@pytest.fixture
def source(tmp_path):
    """The folder of the source, with its countries only."""
    return Source(tmp_path)
