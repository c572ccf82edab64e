"""Dataclasses for races and their counts in memory. Importers, files of results and rehearsals (test elections) use
them. Each record can be converted to JSON and back. In JSON, empty values are left out. Each line of
``results.jsonl.gz`` is the JSON of a `RaceRecord`."""

from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime
from functools import cache
from types import UnionType
from typing import Any, NamedTuple, Self, get_args, get_origin, get_type_hints

from graph.results import Comparability, Mode, Phase, VersionKind


class InvalidRecord(ValueError):
    """Raised if a JSON object lacks a field of the record, has an unknown field, or has a value of the wrong type."""


class TallyRecord(NamedTuple):
    """A tally: the votes of one candidacy in one round. ``candidacy`` and ``unit`` are indexes in the race's lists of
    candidacies and reporting units. If ``unit`` is None, these are the votes in the whole race."""

    candidacy: int
    round: int = 0
    unit: int | None = None
    votes: int | None = None
    share: float | None = None
    elected: bool | None = None
    seats: int | None = None

    def with_counts(self, **counts: int | None) -> Self:
        """Return a copy of this record with the new ``counts``, such as ``votes=120``. If the copy has a number of
        votes, its ``share`` (votes in per cent) becomes None, because the old share may no longer be correct."""
        row = self._replace(**counts)
        return row if row.votes is None else row._replace(share=None)


class Record:
    """The base class of the dataclasses in this module. It converts an object to JSON and back."""

    @classmethod
    def from_json(cls, row: Any) -> Self:
        """Make a record from the JSON object ``row``. Raise InvalidRecord if ``row`` is not an object, or if fields are
        unknown, missing or of the wrong type. The values themselves are not checked."""
        if not isinstance(row, dict):
            raise InvalidRecord(f"{_name(cls)} is not an object.")
        hints = _hints(cls)
        if unknown := row.keys() - hints.keys():
            raise InvalidRecord(f"{_name(cls)} has unknown fields: {', '.join(sorted(unknown))}.")
        if missing := _required(cls) - row.keys():
            raise InvalidRecord(f"{_name(cls)} lacks {', '.join(sorted(missing))}.")
        return cls(**{name: _read(hints[name], value, name) for name, value in row.items()})

    def to_json(self) -> dict:
        row = {column.name: _plain(getattr(self, column.name)) for column in fields(self)}
        return {name: value for name, value in row.items() if value or (value == 0 and value is not False)}


@dataclass
class AreaRecord(Record):
    name: str
    code: str = ""
    scheme: str = ""
    level: str = "constituency"
    region: str = ""


@dataclass
class CandidacyRecord(Record):
    """A person or a list on the ballot. ``person`` and ``party`` are slugs of entities, or "". ``members`` are slugs of
    the parties that form an alliance."""

    key: str
    name: str
    label: str = ""
    person: str = ""
    party: str = ""
    position: int | None = None
    incumbent: bool = False
    members: list[str] = field(default_factory=list)


@dataclass
class UnitRecord(Record):
    code: str
    name: str
    level: str = "county"
    expected_ballots: int | None = None


@dataclass
class VersionRecord(Record):
    """The count of a race at one time. ``received_at`` is the time at which the count was stored; None means now.
    ``valid_from`` is the time that the source gives for the count. ``is_called`` says that the winner is known.
    ``ballots`` are all votes cast; ``valid`` and ``rejected`` are parts of them. ``source`` is the slug of a source.
    ``two_party`` is the two-party-preferred count as two pairs [slug of the party, votes], or None."""

    phase: str = Phase.COUNTING
    kind: str = VersionKind.COUNT
    is_called: bool = False
    received_at: datetime | None = None
    valid_from: datetime | None = None
    units_counted: int | None = None
    units_total: int | None = None
    electorate: int | None = None
    ballots: int | None = None
    valid: int | None = None
    rejected: int | None = None
    two_party: list | None = None
    note: str = ""
    source: str = ""
    tallies: list[TallyRecord] = field(default_factory=list)


@dataclass
class RaceRecord(Record):
    """A race with all its counts. ``election`` and ``office`` are slugs of entities. ``previous`` identifies the race
    for the same seat in the previous election: [slug of the previous election, slug of the race in it]. In a
    ``notional`` race, the counts are estimates of earlier votes. If ``seats`` is None, their number is unknown."""

    election: str
    slug: str
    name: str
    area: AreaRecord
    method: str
    seats: int | None = None
    office: str = ""
    notional: bool = False
    previous: list[str] | None = None
    comparability: str = Comparability.NONE
    comparability_reason: str = ""
    candidacies: list[CandidacyRecord] = field(default_factory=list)
    units: list[UnitRecord] = field(default_factory=list)
    versions: list[VersionRecord] = field(default_factory=list)


@dataclass
class CoverageRecord(Record):
    """An election with results. Each line of ``coverage.jsonl.gz`` is the JSON of such a record. ``previous`` is the
    slug of the previous election."""

    election: str
    level: str
    mode: str = Mode.ARCHIVE
    previous: str = ""
    comparability: str = Comparability.NONE
    comparability_reason: str = ""
    note: str = ""


# Cached, because get_type_hints() takes longer than to read a record.
_hints = cache(get_type_hints)


@cache
def _required(cls) -> set[str]:
    return {column.name for column in fields(cls) if column.default is column.default_factory is MISSING}


def _name(cls) -> str:
    return f"The {cls.__name__.removesuffix('Record').lower()}"


def _read(hint, value, name):
    """Convert a JSON value to the type ``hint``, for example a text to a datetime. Raise InvalidRecord if this is
    impossible. ``name`` is the name of the field, for the message."""
    if isinstance(hint, UnionType):
        return None if value is None else _read(get_args(hint)[0], value, name)
    if get_origin(hint) is list or hint is list:
        if not isinstance(value, list):
            raise InvalidRecord(f"{name} is not a list.")
        return [_read(item, row, name) for item in get_args(hint) for row in value] if get_args(hint) else value
    if hint is TallyRecord:
        return _read_tally(value)
    if issubclass(hint, Record):
        return hint.from_json(value)
    if hint is datetime:
        return _read_time(value, name)
    if type(value) is not hint and not (hint is float and type(value) is int):
        raise InvalidRecord(f"{name} is not of type {hint.__name__}: {value!r:.60}.")
    return value


def _read_tally(row):
    hints = _hints(TallyRecord)
    if not isinstance(row, list) or not 1 <= len(row) <= len(hints):
        raise InvalidRecord(f"A tally is not a list of 1 to {len(hints)} values: {row!r:.60}.")
    return TallyRecord(
        *(_read(hint, value, f"{name} of a tally") for (name, hint), value in zip(hints.items(), row, strict=False))
    )


def _read_time(value, name):
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise InvalidRecord(f"{name} is not a time: {value!r:.60}.") from None
    if moment.tzinfo is None:
        raise InvalidRecord(f"{name} has no time zone: {value!r:.60}.")
    return moment


def _plain(value):
    if isinstance(value, TallyRecord):
        return _without_empty_end(value)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    return value.to_json() if isinstance(value, Record) else value


def _without_empty_end(values):
    """Return the values of a tally as a list. Leave out the None values at the end: ``(5, 2, None)`` → ``[5, 2]``."""
    row = list(values)
    while row[-1] is None:
        row.pop()
    return row
