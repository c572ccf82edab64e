"""Prepare two SQLite databases: one with the catalogue of the repository, and one with ten times as many politicians
and parties.

Both files remain in the folder BENCH_FOLDER, by default a temporary folder, until the catalogue or a table changes.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir

from search.tokens import VERSION
from tests.architecture.source import ROOT

FOLDER = Path(os.environ.get("BENCH_FOLDER") or Path(gettempdir()) / "political-graph-bench")
SHIFT = 10_000_000
"""The copy with number n (1 to 9) of a row has the primary key of the original plus n times this number."""
COPIES = "(SELECT value AS copy FROM json_each('[1, 2, 3, 4, 5, 6, 7, 8, 9]'))"
ALL = f"(SELECT 0 AS copy UNION ALL SELECT copy FROM {COPIES})"
COPIED = "IN (SELECT id FROM copied)"
# SQL that selects the executive offices. The terms in these offices are not copied: ten presidents at the same time
# would make a snapshot ten times as slow, but a larger graph would not have them.
EXECUTIVE = "(SELECT entity_id FROM graph_officedetails WHERE office_type <> 'legislator')"
TABLES = {"graph_entity": f"id {COPIED}"}
TABLES |= {f"graph_{name}": f"entity_id {COPIED}" for name in ("politiciandetails", "partydetails", "othername")}
TABLES |= {f"graph_{name}": f"entity_id {COPIED}" for name in ("identifier", "citation", "change")}
TABLES |= {"graph_relationship": f"subject_id {COPIED} AND object_id NOT IN {EXECUTIVE}"}
"""Maps each table to the SQL condition for the rows that are copied."""
VALUES = {"id": f"id + copy * {SHIFT}", "graph_change.position": f"position + copy * {SHIFT}"}
VALUES |= {"slug": "slug || '-copy-' || copy", "value": "value || '-' || copy"}
VALUES |= {name: f"{name} + copy * {SHIFT} * ({name} {COPIED})" for name in ("entity_id", "subject_id", "object_id")}
INDEX = f"""
CREATE TEMP TABLE entities AS SELECT * FROM search_entity;
CREATE TEMP TABLE names AS SELECT key, rank_key, entity_id FROM search_name JOIN search_entity USING (rank_key);
DELETE FROM search_entity;
DELETE FROM search_name;
INSERT INTO search_entity (rank_key, entity_id, kind, country_code, importance, names, context, body, tier)
    SELECT rank_key * 10 + copy, entity_id + copy * {SHIFT}, kind, country_code, importance, names, context, body, tier
    FROM entities JOIN {ALL} ON copy = 0 OR entity_id {COPIED} ORDER BY 1;
INSERT INTO search_name (key, rank_key)
    SELECT key, rank_key * 10 + copy FROM names JOIN {ALL} ON copy = 0 OR entity_id {COPIED} ORDER BY 1, 2;
UPDATE search_token SET frequency = frequency * 10;
INSERT INTO search_fts (search_fts) VALUES ('rebuild');
"""
"""SQL that copies the rows of the search index for the copied entities. A copy has the same names as its original. To
build the index again would take too long."""


def prepare() -> dict[int, Path]:
    """Return the paths of two databases by their size: {1: with the catalogue, 10: with ten times as many politicians
    and parties}. Build them if they are missing, and delete databases that were built for another catalogue, other
    migrations or another version of the search index."""
    marks = sha256(str(VERSION).encode())
    for path in sorted([*ROOT.glob("graph/catalogue/*.gz"), *ROOT.glob("*/migrations/*.py")]):
        marks.update(path.read_bytes())
    paths = {size: FOLDER / f"{marks.hexdigest()[:12]}-{size}.sqlite3" for size in (1, 10)}
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.sqlite3*"):
        if old not in paths.values():
            old.unlink()
    for size, build in ((1, _load), (10, _multiply)):
        if not paths[size].exists():
            print(f"Building {paths[size]} ...", flush=True)
            draft = paths[size].with_suffix(".sqlite3-draft")
            build(draft, paths[1])
            draft.replace(paths[size])
    return paths


def environment(path: Path) -> dict[str, str]:
    """Return the environment variables of a process that uses this database, without Redis."""
    return os.environ | {"DATABASE_URL": f"sqlite:///{path}", "REDIS_URL": "", "EMAIL_URL": "dummymail://"}


def _load(draft, _):
    for command in ("migrate", "load_catalogue", "rebuild_index"):
        subprocess.run([sys.executable, "manage.py", command], cwd=ROOT, env=environment(draft), check=True)
    with sqlite3.connect(draft) as database:
        # Leave the WAL mode, in which SQLite stores some rows in a second file.
        database.execute("PRAGMA journal_mode=DELETE")


def _multiply(draft, small):
    shutil.copyfile(small, draft)
    database = sqlite3.connect(draft, isolation_level=None)
    database.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-1000000; BEGIN")
    database.execute("CREATE TEMP TABLE copied (id INTEGER PRIMARY KEY)")
    database.execute("INSERT INTO copied SELECT id FROM graph_entity WHERE kind IN ('politician', 'party')")

    for table, condition in TABLES.items():
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        values = ", ".join(VALUES.get(f"{table}.{column}") or VALUES.get(column, column) for column in columns)
        rows = f"SELECT {values} FROM {COPIES} CROSS JOIN {table} WHERE {condition}"
        database.execute(f"INSERT INTO {table} ({', '.join(columns)}) {rows}")
    for query in INDEX.split(";\n"):
        database.execute(query)
    database.execute("COMMIT")
    database.execute("ANALYZE")
    database.close()
