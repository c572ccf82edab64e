"""Read a race from the database with one query: its newest result version, its candidacies and its reporting units."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import orjson
from django.db import connection

from graph.actions.results.records import TallyRecord, VersionRecord
from graph.queries.sql import aware, fetch_all, read_queries

CONVERTED = ("source", "two_party", "tallies")
"""The fields of a `VersionRecord` whose values are stored in another form in the database."""
PLAIN = [name for name in VersionRecord.__dataclass_fields__ if name not in CONVERTED]
SQL = read_queries(__file__, VERSION=", ".join(f"v.{name}" for name in PLAIN))


class Parts(NamedTuple):
    """The primary keys of the candidacies and of the reporting units of a race, as two lists. A `TallyRecord` (the
    votes of one candidacy) refers to a candidacy or unit by the index of its primary key in one of these lists."""

    candidacies: list[int]
    units: list[int]

    @classmethod
    def of(cls, race) -> "Parts":
        return cls(*(sorted(row.pk for row in rows.all()) for rows in (race.candidacies, race.units)))


class StoredCandidacy(NamedTuple):
    """A candidacy as it is in the database: its primary key, and the columns that identify its party. ``members`` is a
    JSON list with the slugs of the parties in an alliance."""

    pk: int
    party_id: int | None
    label: str
    name: str
    members: str


@dataclass(frozen=True)
class StoredRace:
    """A race as it is in the database before a new result version is stored. ``current`` is its newest version, or
    None. ``number`` is the number of this version, or 0 if there is none. ``before`` is the candidacy that led the race
    for the same seat in the previous election, or None if it is unknown. ``source_time`` is the latest time that a
    source has given for a count of this race, or None."""

    method: str
    seats: int | None
    comparability: str
    source_time: datetime | None
    candidacies: list[StoredCandidacy]
    parts: Parts
    before: StoredCandidacy | None
    number: int
    current: VersionRecord | None


def fetch_race(pk: int, source: str) -> tuple[StoredRace, int | None]:
    """Read a race and a source with one query. ``pk`` is the primary key of the race, and ``source`` the slug of the
    source. Return (race, primary key of the source). The key is None if there is no such source."""
    query = SQL.RACE.format(array=connection.json_array, rows=connection.json_array_of_rows)
    row = fetch_all(query, {"race": pk, "source": source})[0]
    source_key, method, seats, comparability, source_time, candidacies, units, before, tallies, number, *version = row
    candidacies = sorted(StoredCandidacy(*values) for values in _list(candidacies))
    parts = Parts([row.pk for row in candidacies], sorted(_list(units)))
    race = StoredRace(
        method=method,
        seats=seats,
        comparability=comparability,
        source_time=source_time and aware(source_time),
        candidacies=candidacies,
        parts=parts,
        before=StoredCandidacy(*_list(before)) if before else None,
        number=number or 0,
        current=_version(version, sorted(_list(tallies)), parts) if number else None,
    )
    return race, source_key


def tally_records(rows: Iterable[tuple], parts: Parts) -> list[TallyRecord]:
    """Convert rows of tallies from the database to records. A tally has the votes of one candidacy in one round. A row
    refers to its candidacy and its reporting unit by primary key. A record refers to them by their indexes in the lists
    of ``parts``. A tally of the whole race has no reporting unit."""
    candidacies = {pk: index for index, pk in enumerate(parts.candidacies)}
    units = {pk: index for index, pk in enumerate(parts.units)}
    return [
        TallyRecord(
            candidacies[candidacy],
            number,
            units.get(unit),
            votes,
            None if share is None else float(share),
            None if elected is None else bool(elected),
            seats,
        )
        for candidacy, number, unit, votes, share, elected, seats in rows
    ]


def _version(columns, tallies, parts):
    slug, two_party, *values = columns
    values = (aware(value) if isinstance(value, datetime) else value for value in values)
    return VersionRecord(
        **dict(zip(PLAIN, values, strict=True)),
        source=slug or "",
        two_party=two_party and orjson.loads(two_party),
        tallies=tally_records((row[1:] for row in tallies), parts),
    )


def _list(text):
    # PostgreSQL returns NULL instead of an empty list.
    return orjson.loads(text) if text else []
