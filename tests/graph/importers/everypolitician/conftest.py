import pytest

from tests.graph.importers.everypolitician.source import Folder


@pytest.fixture
def folder(tmp_path):
    """An empty folder of the source."""
    return Folder(tmp_path)
