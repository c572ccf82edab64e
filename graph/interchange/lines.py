"""Read the files of a dump of the graph, which are compressed and have a JSON object on each line."""

import gzip
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

LONGEST_LINE = 1_000_000
LONGEST_RACE = 10_000_000
"""The limits for the length of a line in a file of a dump, in bytes. LONGEST_RACE is for the files of results, where a
line has all result versions of one race. For example, a version with five candidates in the 254 counties of Texas takes
32,000 bytes."""


class InvalidCatalogue(Exception):
    """A file of a catalogue (a dump of the graph) is missing, incomplete or invalid. Nothing of the catalogue is
    loaded."""


def read_lines(path: Path, content: bytes | None = None) -> Iterator[bytes]:
    """Yield the lines of a compressed file, or of its ``content`` if that is given. Raise InvalidCatalogue if it cannot
    be read."""
    longest = LONGEST_RACE if path.name.startswith("results.") else LONGEST_LINE
    try:
        with gzip.open(path if content is None else BytesIO(content), "rb") as file:
            while line := file.readline(longest + 1):
                if len(line) > longest:
                    raise InvalidCatalogue(f"{path.name} has a line of more than {longest:,} bytes.")
                yield line
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidCatalogue(f"{path.name} cannot be read: {error}") from error
