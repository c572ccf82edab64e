"""Build all files of the downloads from one consistent state of the database."""

import sqlite3
from collections.abc import Iterator
from functools import partial
from hashlib import file_digest
from pathlib import Path

from django.db import connection
from django.utils import timezone
from tqdm import tqdm

from config.http.links import server_url
from graph.interchange import public, public_files
from graph.interchange.result_files import csv_rows
from graph.journal import journal
from graph.kinds import Kind
from graph.models import Coverage, Entity
from graph.results import Mode
from snapshots.downloads import sets
from snapshots.results.downloads import race_records
from snapshots.results.states import State, find_election

DATABASE = "graph.sqlite3"
WHOLE = "graph"
ZIP, GZIP = "application/zip", "application/gzip"
FORMATS = {
    "jsonl": ("jsonl.zip", ZIP, public_files.write_json_lines),
    "csv": ("csv.zip", ZIP, public_files.write_csv),
    "graphml": ("graphml.gz", GZIP, public_files.write_graphml),
    "results": ("results.zip", ZIP, public_files.write_results),
    "sqlite": ("sqlite3.gz", GZIP, None),
}
"""Maps each format to (end of the file name, media type, function). The function writes one file for the whole graph,
and one for each country. A country without results gets no file of results. The format "sqlite" has no function,
because it has only one file, with the whole graph."""


def build_downloads(*, show_progress: bool = True) -> sets.FileSet:
    """Build a new set of files for the downloads, make it the newest set, and return it. Raise AnotherBuild if another
    process is building one. ``show_progress`` shows progress bars in the terminal."""
    now, day = timezone.now(), timezone.localdate()
    with sets.new_set(now) as folder:
        database = public.create(folder / DATABASE)
        # The call of journal_head() gives a position to each change that has none yet. In the block below, the database
        # cannot be written.
        _, position = journal.journal_head()
        with connection.consistent_read():
            public.write_graph(database, day, server_url())
            public.fill(database, "results", _result_rows())
        public.finish(database, {"as_of": day.isoformat(), "position": position})
        described = partial(tqdm, desc="Writing files", disable=None if show_progress else True)
        files = dict(_write_files(database, folder, described))
        database.close()
        # Delete the uncompressed file, because only the compressed one can be downloaded.
        (folder / DATABASE).unlink()
        sets.write_manifest(folder, day.isoformat(), position, files)
    return sets.find_set()


def _result_rows() -> Iterator[tuple]:
    covered = Coverage.objects.exclude(mode=Mode.TEST).filter(election__status=Entity.Status.PUBLISHED)
    # Sort in Python, because PostgreSQL and SQLite sort texts differently.
    for slug in sorted(covered.values_list("election__slug", flat=True)):
        election = find_election(slug)
        for race in race_records(State(election, election.sequence)):
            yield from ((slug, *row) for row in csv_rows(race, election.mode))


def _write_files(database: sqlite3.Connection, folder: Path, described) -> Iterator[tuple[str, dict]]:
    countries = f"SELECT slug, country_code, name FROM entities WHERE type = '{Kind.COUNTRY}' ORDER BY name"  # noqa: S608 - our own name
    areas = [(WHOLE, None, None), *database.execute(countries)]
    # The files of a country have its slug as their name. No country has the slug "graph".
    for slug, code, name in described(areas):
        public_files.select_area(database, code)
        licence = public_files.licences(database)
        for format_, (ending, media_type, write) in FORMATS.items():
            path = folder / f"{slug}.{ending}"
            if format_ == "sqlite" and not code:
                public_files.write_compressed(folder / DATABASE, path)
            elif write and (format_ != "results" or public_files.has_results(database)):
                write(database, path)
            else:
                # Skip results if a country has none. Only the whole graph has an SQLite file.
                continue
            about = {"format": format_, "country_code": code, "country": name, "media_type": media_type}
            with path.open("rb") as file:
                digest = file_digest(file, "sha256").hexdigest()
            yield path.name, about | {"size": path.stat().st_size, "sha256": digest, "licence": licence}
