"""Make JSON Lines, CSV and GraphML files from the SQLite file with the public graph. Equal graphs give equal bytes."""

import csv
import gzip
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import orjson

from graph.interchange.public import VIEWS
from graph.interchange.result_files import CSV_COLUMNS
from graph.queries.sql import read_queries
from graph.text.characters import FORBIDDEN

SQL = read_queries(__file__, CSV_COLUMNS=", ".join(CSV_COLUMNS))
LISTS = {name: getattr(SQL, name.upper()) for name in ("relationships", "seats", "redirects", "sources")}
OF_ENTITIES = ("other_names", "identifiers", "citations")
TABLES = {
    **{name: f"SELECT * FROM {name} WHERE slug IN {SQL.SELECTED} ORDER BY slug" for name in VIEWS.values()},  # noqa: S608 - our own names
    **{name: f"SELECT * FROM {name} WHERE entity IN {SQL.SELECTED} ORDER BY entity" for name in OF_ENTITIES},  # noqa: S608 - our own names
    **LISTS,
}
NODE, EDGE = (
    ("type", "name", "country_code", "description"),
    ("type", "role", "start_date", "end_date", "status", "source"),
)
"""The attributes of nodes (entities) and edges (relationships) in a GraphML file."""


def select_area(connection: sqlite3.Connection, country_code: str | None) -> None:
    """Choose which part of the graph the other functions of this module write: the entities of a country, their
    relationships, and the entities at the other ends of these relationships. If ``country_code`` is None, choose the
    whole graph. The choice is stored in temporary tables of the connection. Call this before the other functions."""
    connection.execute("DROP TABLE IF EXISTS temp.area")
    connection.execute("CREATE TEMP TABLE area AS SELECT ? AS code", (country_code,))
    connection.executescript(SQL.SELECT_AREA)


def licences(connection: sqlite3.Connection) -> list[str]:
    """Return the licences of all sources in the part of the graph that `select_area` has chosen, without duplicates."""
    return sorted({row[3] for row in connection.execute(SQL.SOURCES) if row[3]})


def write_json_lines(connection: sqlite3.Connection, path: Path) -> None:
    with ZipFile(path, "w") as archive:
        with _member(archive, "entities.jsonl") as file:
            file.writelines(f"{document}\n" for (document,) in connection.execute(f"SELECT document {SQL.ENTITIES}"))
        for name, query in LISTS.items():
            rows = connection.execute(query)
            names = [column[0] for column in rows.description]
            with _member(archive, f"{name}.jsonl") as file:
                file.writelines(orjson.dumps(dict(zip(names, row, strict=True))).decode() + "\n" for row in rows)


def write_csv(connection: sqlite3.Connection, path: Path) -> None:
    with ZipFile(path, "w") as archive:
        for name, query in TABLES.items():
            rows = connection.execute(query)
            with _member(archive, f"{name}.csv") as file:
                csv.writer(file).writerows([[column[0] for column in rows.description]])
                csv.writer(file).writerows(rows)


def write_results(connection: sqlite3.Connection, path: Path) -> None:
    """Write a ZIP file with the results of all elections in the area that `select_area` has chosen. It has a CSV file
    for each election, in the format of /api/results/{slug}/download.csv."""
    with ZipFile(path, "w") as archive:
        for election, rows in groupby(connection.execute(SQL.RESULTS), key=itemgetter(0)):
            with _member(archive, f"{election}.csv") as file:
                csv.writer(file).writerow(CSV_COLUMNS)
                csv.writer(file).writerows(row[1:] for row in rows)


def has_results(connection: sqlite3.Connection) -> bool:
    return connection.execute(f"SELECT EXISTS ({SQL.RESULTS})").fetchone()[0] == 1


def write_graphml(connection: sqlite3.Connection, path: Path) -> None:
    with _compressed(path) as raw, TextIOWrapper(raw, "utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n')
        for element, names in (("node", NODE), ("edge", EDGE)):
            for name in names:
                file.write(f'<key id="{element}-{name}" for="{element}" attr.name="{name}" attr.type="string"/>\n')
        file.write('<graph edgedefault="directed">\n')
        for slug, *values in connection.execute(f"SELECT slug, {', '.join(NODE)} {SQL.ENTITIES}"):
            file.write(f"<node id={quoteattr(slug)}>{_data('node', NODE, values)}</node>\n")
        for subject, type_, target, role, start, end, status, _, source in connection.execute(SQL.RELATIONSHIPS):
            data = _data("edge", EDGE, (type_, role, start, end, status, source))
            file.write(f"<edge source={quoteattr(subject)} target={quoteattr(target)}>{data}</edge>\n")
        file.write("</graph>\n</graphml>\n")


def _data(element, names, values):
    # Replace control characters: XML cannot have them, not even escaped.
    return "".join(
        f'<data key="{element}-{name}">{escape(FORBIDDEN.sub(" ", value))}</data>'
        for name, value in zip(names, values, strict=True)
        if value is not None
    )


def write_compressed(source: Path, path: Path) -> None:
    with source.open("rb") as file, _compressed(path) as target:
        shutil.copyfileobj(file, target)


@contextmanager
def _member(archive, name) -> Iterator[TextIOWrapper]:
    # A ZipInfo without a time always has 1980-01-01, so the same content gives the same bytes.
    info = ZipInfo(name)
    info.compress_type, info.external_attr = ZIP_DEFLATED, 0o644 << 16
    with archive.open(info, "w") as raw, TextIOWrapper(raw, "utf-8", newline="") as file:
        yield file


@contextmanager
def _compressed(path) -> Iterator[gzip.GzipFile]:
    # The gzip header has no name and no time, so that the same content gives the same bytes.
    with path.open("wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as file:
        yield file
