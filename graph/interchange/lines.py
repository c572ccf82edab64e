"""Read the files of a dump of the graph. They are compressed with gzip, and have a JSON object on each line."""

import gzip
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from django.core.exceptions import ValidationError
from django.db import IntegrityError

LONGEST_LINE = 1_000_000
LONGEST_RACE = 10_000_000
"""The largest number of bytes in a line of a dump. LONGEST_RACE is for the file of results, and LONGEST_LINE for all
other files. A line of results is long, because it has all result versions of a race. For example, one version with five
candidates in the 254 counties of Texas has 32,000 bytes."""


INVALID_RECORD = (LookupError, TypeError, AttributeError, ValueError, ValidationError, IntegrityError)
"""The exceptions that a record of a dump causes if it is invalid, for example because a field is missing or the
database rejects a value."""


class InvalidCatalogue(Exception):
    """A file of a catalogue (a dump of the graph) is missing, incomplete or invalid. Nothing of the catalogue is
    loaded."""


def read_content(path: Path) -> bytes:
    """Return the bytes of a file of a dump, without unpacking them. Raise InvalidCatalogue if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidCatalogue(f"{path.name} cannot be read: {error}") from error


def read_lines(path: Path, content: bytes | None = None) -> Iterator[bytes]:
    """Yield the lines of a file of a dump, which is compressed with gzip. ``content`` has the bytes of the file. If it
    is None, the file at ``path`` is read. Raise InvalidCatalogue if the file cannot be read, or has too long a line.
    The limit depends on the name of the file."""
    longest = LONGEST_RACE if path.name.startswith("results.") else LONGEST_LINE
    try:
        with gzip.open(path if content is None else BytesIO(content), "rb") as file:
            while line := file.readline(longest + 1):
                if len(line) > longest:
                    raise InvalidCatalogue(f"{path.name} has a line of more than {longest:,} bytes.")
                yield line
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidCatalogue(f"{path.name} cannot be read: {error}") from error
