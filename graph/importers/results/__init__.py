"""Import results of past elections. Each module has a function ``read(path, known)``, which yields one `Election` for
each election."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from graph.importers.results.build import Election
from graph.importers.results.known import Known

FOLDERS = {
    "uk": "uk-psephology",
    "aec": "aec-house",
    "parlgov": "parlgov",
}
"""The modules with the folders of their files, in the order of precedence: an election is only taken once."""


def read(data: Path) -> Iterator[Election]:
    """Yield the results of all sources. If several sources have an election, only the first is used. ``data`` is the
    folder with a folder for each source."""
    known, covered = Known(), set()
    for name, folder in FOLDERS.items():
        for election in import_module(f"graph.importers.results.{name}").read(data / folder, known):
            slug = election.coverage and election.coverage["election"]
            if slug not in covered:
                yield election
            covered |= {slug} - {None}
