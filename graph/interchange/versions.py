"""Read and write the version of a catalogue. A catalogue is a folder with all data of the graph as files; the file
``version.json`` has its version. The database has a copy of the catalogue from which the graph was loaded or last
upgraded."""

from dataclasses import dataclass
from pathlib import Path

import orjson

from graph.interchange.lines import InvalidCatalogue
from graph.models import CatalogueFile

CATALOGUE = Path(__file__).resolve().parents[1] / "catalogue"
"""The folder of the catalogue, a dump of the graph that is a part of this repository."""
FILE = "version.json"
VIA = "catalogue"
"""The value of the column `Change.via` for changes that come from the catalogue (the data in this repository), either
at the first load or at an upgrade."""


@dataclass(frozen=True)
class Version:
    """The content of the file ``version.json`` of a catalogue. Each dump with new content gets the next number as its
    ``version``. ``checksum`` is the SHA-256 of the content of all other files, before compression."""

    version: int
    checksum: str


def read_version(folder: Path) -> Version:
    """Return the version of the catalogue whose files are in ``folder``. Raise InvalidCatalogue if the file
    ``version.json`` is missing or invalid."""
    try:
        return _parse((folder / FILE).read_bytes())
    except OSError as error:
        raise InvalidCatalogue(f"{FILE} cannot be read: {error}") from error


def held_version() -> Version | None:
    """Return the version of the catalogue (folder of data files) from which the graph was loaded or last upgraded.
    Return None if the graph was not loaded from a catalogue."""
    content = CatalogueFile.objects.filter(name=FILE).values_list("content", flat=True).first()
    return content and _parse(bytes(content))


def held_content(name: str) -> bytes:
    return bytes(CatalogueFile.objects.get(name=name).content)


def remember(folder: Path) -> None:
    """Copy all files of the catalogue in ``folder`` to the database, in place of the earlier copy. The next upgrade
    compares the new catalogue with this copy. Raise InvalidCatalogue if the catalogue has no valid version."""
    paths = [folder / FILE, *sorted(folder.glob("*.jsonl.gz"))]
    read_version(folder)
    CatalogueFile.objects.all().delete()
    for path in paths:
        CatalogueFile.objects.create(name=path.name, content=path.read_bytes())


def write_version(folder: Path, checksum: str) -> None:
    """Write the file ``version.json`` of a new dump to its folder. ``checksum`` is the checksum of the dump's content.
    If an earlier version in the folder or in the database has the same checksum, its number is used. Otherwise, the
    number is one higher than the highest earlier one, or 1 if there is no earlier version."""
    before = read_version(folder) if (folder / FILE).exists() else None
    known = [version for version in (before, held_version()) if version]
    number = 1 + max((version.version for version in known), default=0)
    same = next((version for version in known if version.checksum == checksum), Version(number, checksum))
    (folder / FILE).write_bytes(orjson.dumps(same, option=orjson.OPT_APPEND_NEWLINE))


def _parse(content):
    try:
        version = Version(**orjson.loads(content))
    except (TypeError, ValueError) as error:
        raise InvalidCatalogue(f"{FILE} is invalid: {error}") from error
    if not (isinstance(version.version, int) and isinstance(version.checksum, str)):
        raise InvalidCatalogue(f"{FILE} is invalid: a version is a number with a checksum.")
    return version
