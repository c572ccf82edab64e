import pytest

from tests.graph.importers.parlgov.source import Source


@pytest.fixture
def source(tmp_path):
    """Return the folder of the source. It has countries, but no parties and no elections."""
    return Source(tmp_path)
