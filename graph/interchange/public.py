"""Write the public graph to an SQLite file. The other formats of the downloads are made from this file."""

import sqlite3
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import orjson

from config.http.renderers import OPTIONS, JSONRenderer
from graph.documents import entity_document
from graph.interchange.result_files import CSV_COLUMNS
from graph.kinds import KINDS
from graph.queries import export

SCHEMA = Path(__file__).with_suffix(".sql").read_text()
INDEXES = Path(__file__).with_name("public_indexes.sql").read_text()
VIEWS = {kind: definition.label_plural.lower() for kind, definition in KINDS.items()}
"""Maps each kind to the name of an SQL view, such as ``parties``. The view has the metadata fields of the kind as
columns."""


def create(path: Path) -> sqlite3.Connection:
    """Create the SQLite file ``path`` with empty tables for the public graph. Return the open connection, in a
    transaction that `finish` commits."""
    connection = sqlite3.connect(path, isolation_level=None)
    # Turn off the journal: a file that is not complete is never read, so it needs no protection from a crash.
    connection.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN;")
    connection.execute("PRAGMA temp_store=FILE")
    for command in SCHEMA.replace("{results}", ", ".join(CSV_COLUMNS)).split(";\n"):
        connection.execute(command)
    for kind, name in VIEWS.items():
        connection.execute(_view(kind, name))
    return connection


def _view(kind, name):
    fields = ", ".join(
        f"json_extract(document, '$.metadata.{field.name}') AS {field.name}" for field in KINDS[kind].metadata
    )
    columns = f"slug, name, country_code, description, {fields}, updated_at"
    return f"CREATE VIEW {name} AS SELECT {columns} FROM entities WHERE type = '{kind}'"  # noqa: S608 - our own names


def fill(connection: sqlite3.Connection, table: str, rows: Iterable[tuple]) -> None:
    for row in rows:
        connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - our own names


def write_graph(connection: sqlite3.Connection, day: date, base_url: str) -> None:
    """Write the published graph to the SQLite file for download. This fills all tables except ``about`` and
    ``results``. The status of a relationship or party is its status on ``day``. ``base_url`` is the address of the
    service, for the URLs in the entities."""
    for page in export.entity_pages(day):
        fill(connection, "entities", (_entity_row(entity_document(entity, day, base_url)) for entity in page))
        fill(connection, "relationships", export.relationship_rows(page, day))
    fill(connection, "seats", export.seat_rows())
    fill(connection, "redirects", export.redirect_rows())
    fill(connection, "sources", export.source_rows())


def _entity_row(document):
    columns = ("slug", "type", "name", "country_code", "description")
    updated_at = orjson.loads(orjson.dumps(document["updated_at"], option=OPTIONS))
    return (*(document[name] for name in columns), updated_at, JSONRenderer().render(document).decode())


def finish(connection: sqlite3.Connection, about: dict) -> None:
    """Write ``about`` to the table ``about``. The dictionary maps names to values that describe the file, such as its
    date. Then commit, and create the indexes."""
    fill(connection, "about", about.items())
    connection.execute("COMMIT")
    connection.executescript(INDEXES)
