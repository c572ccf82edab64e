import pytest

from tests.graph.importers.parlgov.source import Source


@pytest.fixture
def source(tmp_path):
    """Return a ParlGov source with countries, to which a test adds parties and elections."""
    return Source(tmp_path)
