"""Test how gzipped CSV files are read."""

import gzip

import pytest

from graph.importers.records import BrokenFile
from graph.importers.tables import read_cells, read_table


@pytest.fixture
def write(tmp_path):
    """Return a function that writes these bytes, compressed with gzip, to a file, and returns the path of the file."""

    def write(content: bytes):
        path = tmp_path / "ches.csv.gz"
        path.write_bytes(gzip.compress(content))
        return path

    return write


def test_read_table_knows_the_first_line_of_a_row_with_line_breaks(write):
    rows = read_table(write(b'id,years\r\n1,"2006,\n2008"\n2, 2013 \n'), ["id", "years"])

    assert [(row["years"], row.line) for row in rows] == [("2006,\n2008", "ches.csv.gz:2"), ("2013", "ches.csv.gz:4")]


def test_read_table_skips_title_lines_and_a_byte_order_mark(write):
    [row] = read_table(write("\ufeffThe title [of 2004]\r\nid,name\r\n1,a".encode()), ["id"], title_lines=1)

    assert (row, row.line) == ({"id": "1", "name": "a"}, "ches.csv.gz:3")


def test_read_table_fills_short_rows_and_drops_cells_without_a_column(write):
    rows = read_table(write(b"id,name\n1\n2,b,more\n"), ["id"])

    assert rows == [{"id": "1", "name": ""}, {"id": "2", "name": "b"}]


def test_read_cells_skips_empty_lines(write):
    assert read_cells(write(b"1,2\n\n3,4\n"), "56/ches") == [("56/ches:1", ["1", "2"]), ("56/ches:3", ["3", "4"])]


@pytest.mark.parametrize("content", [b"", b"number\n1\n"], ids=["empty", "another column"])
def test_read_table_raises_broken_file_without_the_column(write, content):
    with pytest.raises(BrokenFile, match=r"ches\.csv\.gz has no column id"):
        read_table(write(content), ["id"])


@pytest.mark.parametrize(
    "content",
    [b"id,name\n", gzip.compress(b"\xff\xfe"), gzip.compress(b"id,name\n1,a\n")[:-9], None],
    ids=["not gzipped", "not UTF-8", "cut off", "missing"],
)
def test_read_table_raises_broken_file_for_a_file_that_it_cannot_read(tmp_path, content):
    path = tmp_path / "ches.csv.gz"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(BrokenFile, match=r"ches\.csv\.gz cannot be read"):
        read_table(path, ["id"])
