import pytest

from tests.graph.importers.parlgov.source import Source


@pytest.fixture
def source(tmp_path):
    """The folder of the source with its countries, but without parties and elections."""
    return Source(tmp_path)
