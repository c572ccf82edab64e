import gzip

import pytest

from graph.importers import partyfacts
from graph.importers.partyfacts.tables import read_table
from graph.importers.records import BrokenFile
from tests.graph.importers.partyfacts.source import COLUMNS, COUNTRIES


def test_a_row_knows_its_line_also_after_values_with_line_breaks(tmp_path):
    path = tmp_path / "euned.csv.gz"
    path.write_bytes(gzip.compress(b'id,years\r\n1,"2006,\n2008"\n2, 2013 \n'))

    rows = read_table(path, ["id", "years"])

    assert [(row["years"], row.line) for row in rows] == [
        ("2006,\n2008", "euned.csv.gz:2"),
        ("2013", "euned.csv.gz:4"),
    ]


@pytest.mark.parametrize(
    "content",
    [b"country,id\n", gzip.compress(b"\xff\xfe"), gzip.compress(b"id,name\n1,a\n")[:-9], gzip.compress(b"number\n1\n")],
    ids=["not packed", "not UTF-8", "cut off", "without the column"],
)
def test_a_file_that_cannot_be_read_is_broken(tmp_path, content):
    path = tmp_path / "ches.csv.gz"
    path.write_bytes(content)

    with pytest.raises(BrokenFile, match=r"ches\.csv\.gz"):
        read_table(path, ["id"])


@pytest.mark.parametrize("name", COLUMNS)
def test_no_record_is_given_when_any_file_is_missing(source, name):
    source.party("306", "Justice and Development Party")
    source.write()
    (source.folder / name).unlink()

    with pytest.raises(BrokenFile):
        next(iter(partyfacts.read(source.folder / "partyfacts", COUNTRIES)))
