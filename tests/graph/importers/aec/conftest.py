import pytest

from graph.importers import aec
from graph.importers.aec.counts import DAYS
from graph.importers.countries import Countries
from tests.graph.importers.aec.source import ALONE, FIRST, HEADER, HEADER_2004, LABOR_FIRST, SECOND, write


@pytest.fixture
def folder(tmp_path):
    """Return a folder with the files of seven Australian elections: two with four divisions, and five with one division
    each."""
    write(tmp_path, "Dop", 2004, HEADER_2004, *FIRST)
    write(tmp_path, "Dop", 2007, HEADER, *SECOND)
    for day in DAYS[2:]:
        write(tmp_path, "Dop", day[:4], HEADER, *ALONE)
    for day in DAYS:
        write(tmp_path, "Tpp", day[:4], LABOR_FIRST, "Adelaide,179,SA,ALP,50164,57.69,36793,42.31,86957,-0.84")
    return tmp_path


@pytest.fixture
def read(folder):
    return lambda: list(aec.read(folder, Countries([])))
