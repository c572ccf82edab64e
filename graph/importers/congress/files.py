"""Opening the files of the source; each failure to read a whole file is a BrokenFile."""

import gzip
import zlib
from pathlib import Path

import yaml

from graph.importers.records import BrokenFile

try:
    # The C parser reads the members in a second instead of half a minute, but not every machine has it.
    from yaml import CSafeLoader as SafeLoader
except ImportError:
    from yaml import SafeLoader


def read_people(path: Path) -> list:
    """The list of people that the file is."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            people = yaml.load(file, Loader=SafeLoader)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BrokenFile(f"{path.name} cannot be read: {error}") from error
    if not isinstance(people, list):
        raise BrokenFile(f"{path.name} is no list of people")
    return people
