"""Write the results of an election as a JSON or CSV file."""

import csv
from collections.abc import Iterable, Iterator
from types import SimpleNamespace

import orjson

from graph.actions.results.records import RaceRecord
from graph.actions.results.validation import COUNTS

CSV_COLUMNS = (
    "race race_name area_code region method seats_of_race phase is_called units_counted units_total electorate "
    "ballots valid rejected unit unit_name candidacy name label person party round votes share elected seats mode"
).split()
"""The columns of the CSV file. Each row is one tally: the votes of a candidacy in one round. If ``unit`` is empty, the
votes are those in the whole race, otherwise those in one reporting unit. If ``mode`` is "test", the row is part of a
rehearsal (a test election)."""


def json_chunks(header: dict, races: Iterable[RaceRecord]) -> Iterator[bytes]:
    """Yield a JSON object in parts, as bytes: the members of ``header``, then the list ``races``."""
    yield orjson.dumps(header)[:-1] + b',"races":['
    for number, race in enumerate(races):
        yield (b",\n" if number else b"\n") + orjson.dumps(race.to_json())
    yield b"\n]}\n"


def csv_chunks(races: Iterable[RaceRecord], mode: str) -> Iterator[bytes]:
    """Yield CSV (RFC 4180) as bytes: the header, then the rows of one race after another (see `csv_rows`). ``mode`` is
    the mode of the election."""
    # The method writerow() returns what write() returns, which here is the line itself.
    writer = csv.writer(SimpleNamespace(write=str))
    yield writer.writerow(CSV_COLUMNS).encode()
    for race in races:
        yield "".join(map(writer.writerow, csv_rows(race, mode))).encode()


def csv_rows(race: RaceRecord, mode: str) -> list[tuple]:
    """Return the rows of a race in the CSV file, as tuples with the values of `CSV_COLUMNS`. There is a row for each
    tally in ``race.versions[0]`` or, if there are no tallies, for each candidacy. ``mode`` is the mode of the
    election."""
    version = race.versions[0] if race.versions else None
    start = (race.slug, race.name, race.area.code, race.area.region, race.method, race.seats)
    counts = ("scheduled", "", *[None] * len(COUNTS))
    if version:
        counts = (version.phase, _text(version.is_called), *(getattr(version, name) for name in COUNTS))
    if not version or not version.tallies:
        return [(*start, *counts, "", "", *_candidacy(row), *[None] * 5, mode) for row in race.candidacies]
    return [(*start, *counts, *_tally(race, row), mode) for row in version.tallies]


def _tally(race, row):
    unit = race.units[row.unit] if row.unit is not None else None
    names = (unit.code, unit.name) if unit else ("", "")
    candidacy = _candidacy(race.candidacies[row.candidacy])
    return (*names, *candidacy, row.round, row.votes, row.share, _text(row.elected), row.seats)


def _candidacy(row):
    return row.key, row.name, row.label, row.person, row.party


def _text(value):
    return "" if value is None else str(bool(value)).lower()
