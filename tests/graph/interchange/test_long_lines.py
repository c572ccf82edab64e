"""Test that a catalogue is rejected if a line of a file is too long."""

import gzip

import pytest

from graph.interchange.dump import dump
from graph.interchange.load import InvalidCatalogue, count_records, load


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "longest"), [("politician", 1_000_000), ("results", 10_000_000)])
def test_load_rejects_a_line_that_is_too_long(tmp_path, name, longest):
    dump(tmp_path)
    path = tmp_path / f"{name}.jsonl.gz"

    path.write_bytes(gzip.compress(b"{}".ljust(longest - 1) + b"\n", 1))
    assert count_records(tmp_path) == 1
    path.write_bytes(gzip.compress(b"{}".ljust(longest) + b"\n", 1))
    with pytest.raises(InvalidCatalogue, match=f"{name}.jsonl.gz has a line of more than {longest:,} bytes"):
        load(tmp_path)
