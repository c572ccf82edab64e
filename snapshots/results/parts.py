"""Read the versions of a race and its reporting units with fixed SQL. Each function runs one query."""

from collections import defaultdict
from typing import NamedTuple

from graph.queries.sql import fetch_all
from snapshots.results.rows import RaceRow
from snapshots.results.sql import SQL


class HistoryRow(NamedTuple):
    """One result version of a race. ``number`` is its number among the versions of the race, and ``sequence`` is its
    number among the versions of all races of the election. Times are texts. ``leader`` is the key of the leading
    candidacy. ``source`` is (name, URL, day when it was retrieved, licence)."""

    number: int
    sequence: int
    kind: str
    phase: str
    is_called: bool
    received_at: str
    valid_from: str | None
    units_counted: int | None
    units_total: int | None
    valid: int | None
    leader: str | None
    margin_votes: int | None
    margin: float | None
    outcome: str
    note: str | None
    source: tuple


class UnitRow(NamedTuple):
    pk: int
    code: str
    name: str
    level: str
    expected_ballots: int | None


def versions(race: RaceRow, limit: int, before: int) -> list[HistoryRow]:
    """Return at most ``limit`` result versions of the race with a number below ``before``, the newest first. Versions
    that are newer than the one in ``race`` are left out."""
    numbers = {"race": race.pk, "newest": race.version, "before": before, "limit": limit}
    end = len(HistoryRow._fields) - 1
    return [HistoryRow(*row[:end], row[end:]) for row in fetch_all(SQL.VERSIONS, numbers)]


def units(race: RaceRow, limit: int, after: str) -> list[UnitRow]:
    """Return the next reporting units of the race, sorted by code: at most ``limit`` units after the code ``after``."""
    parameters = {"race": race.pk, "after": after, "limit": limit}
    return [UnitRow._make(row) for row in fetch_all(SQL.UNITS, parameters)]


def units_total(race: RaceRow) -> int:
    return fetch_all(SQL.UNITS_TOTAL, {"race": race.pk})[0][0]


def tallies_of_units(race: RaceRow, units: list[UnitRow]) -> list[tuple[UnitRow, list[tuple]]]:
    """Return pairs (unit, list of its tallies). A tally is [key of the candidacy, votes, share]. The share is in per
    cent of the votes in the unit, as the source gives it. Votes and share can be None."""
    by_unit = defaultdict(list)
    if units and race.version_id:
        # The units of a page are sorted by code, so the query needs only the first and the last code.
        bounds = {"first": units[0].code, "last": units[-1].code}
        parameters = {"race": race.pk, "version": race.version_id} | bounds
        for unit, *tally in fetch_all(SQL.TALLIES_OF_UNITS, parameters):
            by_unit[unit].append(tally)
    return [(unit, by_unit[unit.pk]) for unit in units]
