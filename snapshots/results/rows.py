"""Read the rows of election results with fixed SQL. Each function runs one query. The parameter ``state`` says which
election is read, and up to which time or result version."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db import connection

from graph.queries.sql import as_parameters, fetch_all
from graph.standings import is_decided
from snapshots.results import sql
from snapshots.results.sql import SQL
from snapshots.results.states import SHORT, State, moment, short


class SumRow(NamedTuple):
    """Sums over the result versions of some races. ``races`` is the number of races that have a version, and ``seats``
    is the number of seats of all races. ``two_party_counts`` is the number of versions with a two-party-preferred
    count. ``versions`` is a JSON array with the primary keys of the versions, or None if there are none. ``seats``,
    ``electorate``, ``ballots``, ``valid`` and ``rejected`` are None if the number is unknown for any race.

    The turnout is ``ballots_of_electorate`` / ``electorate_of_ballots``. Both sums include only the races in which the
    votes cast and the electorate are known. For the turnout by valid votes, use ``valid_of_electorate`` /
    ``electorate_of_valid``."""

    races: int
    seats: int | None
    two_party_counts: int
    electorate: int | None
    ballots: int | None
    valid: int | None
    rejected: int | None
    electorate_of_ballots: int | None
    ballots_of_electorate: int | None
    electorate_of_valid: int | None
    valid_of_electorate: int | None
    versions: str | None


class CountRow(NamedTuple):
    """A group of races with the same phase, decision, outcome, method and source. ``races`` is the number of races.
    ``now`` has sums over the results of these races. ``before`` has sums over the results of the same races in the
    previous election. Races that have no result now are left out of ``before``.
    ``source`` is (name, URL, day of retrieval, licence)."""

    phase: str
    is_decided: bool
    outcome: str
    method: str
    races: int
    received_at: str | None
    now: SumRow
    before: SumRow
    source: tuple


class RaceRow(NamedTuple):
    """A race with one of its result versions. ``version`` is the number of this version, or 0 if there is none yet.
    ``leader`` is the leading candidacy, as (key, name, label of the party, person, party); before the first count, all
    these are None. ``winner_before`` is the party that won the same race in the previous election, as (party, label of
    the party). Persons and parties are JSON objects in short form, or None if they are not published."""

    pk: int
    slug: str
    name: str
    area_name: str
    area_code: str | None
    area_scheme: str | None
    area_level: str
    region: str | None
    seats: int | None
    method: str
    previous_id: int | None
    comparability: str
    comparability_reason: str | None
    version_id: int | None
    version: int
    phase: str
    is_called: bool
    units_counted: int | None
    units_total: int | None
    electorate: int | None
    ballots: int | None
    valid: int | None
    rejected: int | None
    margin_votes: int | None
    margin: float | None
    outcome: str
    received_at: str | None
    leader: tuple
    winner_before: tuple

    @property
    def is_decided(self) -> bool:
        return is_decided(self.phase, bool(self.is_called))


# The leader has three columns (key, name, label) before those of person and party.
START_OF_BEFORE = len(RaceRow._fields) - 2 + 3 + 2 * SHORT
END_OF_RACE = START_OF_BEFORE + SHORT + 1


class VersionRow(NamedTuple):
    """Fields of a result version that only the page and the download of a race show. ``two_party`` is a JSON array of
    pairs [slug of the party, votes]. ``source`` has the columns of `SQL.SOURCE` (name, URL, day, licence), and then the
    slug of the source."""

    kind: str | None
    note: str | None
    valid_from: str | None
    two_party: str | list | None
    source: tuple


class CandidacyRow(NamedTuple):
    """A candidacy in a race. The pair (``party_id``, ``party_label``) identifies its party: all candidacies of a party
    have the same pair, in all races. ``members`` is a JSON array with the slugs of the parties in an alliance."""

    pk: int
    key: str
    name: str
    label: str | None
    person: dict | None
    party: dict | None
    party_id: int | None
    party_label: str
    position: int | None
    is_incumbent: bool
    members: str | list


class TallyRow(NamedTuple):
    candidacy: int
    round: int
    votes: int | None
    share: float | None
    is_elected: bool | None
    seats: int | None


class RaceBefore(NamedTuple):
    """The race of the previous election with which a race is compared. Its numbers are those of its newest result
    version. ``version`` is the primary key of this result version."""

    election: dict
    slug: str
    is_notional: bool
    method: str
    electorate: int | None
    ballots: int | None
    valid: int | None
    two_party: str | list | None
    version: int


class TotalRow(NamedTuple):
    """The sums of a party's votes, shares and seats in one or more races.

    - ``share`` is the sum of the shares that the source gives for the party's candidacies, in per cent. It is used only
      if there is one race. It is None if the source gives no shares.
    - ``seats`` is None if the number is unknown in any of the races.
    - ``party`` is a JSON object with the party's name and so on (see `ShortEntity`), or None if the party is not
      published.
    - ``label`` is the name of a party that the graph does not have. Its ``party_id`` is None.
    - ``members`` are the parties in an alliance, as pairs (primary key or None, label)."""

    party_id: int | None
    label: str
    votes: int | None
    share: float | None
    seats: int | None
    candidacies: int
    party: dict | None
    members: frozenset[tuple] = frozenset()

    @property
    def key(self) -> tuple:
        return self.party_id, self.label


def counts(state: State) -> list[CountRow]:
    columns, sums = len(CountRow._fields) - 3, len(SumRow._fields)
    before, source_id = columns + sums, columns + 2 * sums
    return [
        CountRow(*row[:columns], SumRow(*row[columns:before]), SumRow(*row[before:source_id]), row[source_id + 1 :])
        for row in state.fetch(_with_json(SQL.COUNTS))
    ]


def sums_of_previous(state: State) -> SumRow:
    """Return the sums of votes, electorate and so on over all races of the previous election. ``state`` has the new
    election, whose field ``previous`` says which election is the previous one."""
    (row,) = state.fetch(_with_json(SQL.SUMS_OF_PREVIOUS))
    return SumRow(*row)


def _with_json(query):
    # Do not use `str.format`: it would also replace ``{state}``, which `State.fetch` replaces later.
    return query.replace("{json_array_of_rows}", connection.json_array_of_rows)


def parties(slugs: Iterable[str]) -> dict[str, dict]:
    """Map slugs of published entities, such as parties, to JSON objects with short facts (see `ShortEntity`). Other
    slugs are left out. If there are no slugs, no query is run."""
    names, parameters = as_parameters(slugs)
    rows = fetch_all(SQL.PARTIES.replace("{slugs}", names), parameters) if parameters else ()
    return {row[3]: short(row) for row in rows}


def races(state: State, filters: dict, limit: int, after: str) -> list[RaceRow]:
    """Return the next races of an election, sorted by slug: at most ``limit`` races after the slug ``after``. ``state``
    chooses the election and the time of its results. ``filters`` maps names of `sql.FILTERS`, such as "phase", to the
    wanted values."""
    query = SQL.RACES_PAGE.replace("{filters}", _conditions(filters))
    return [_race(row) for row in state.fetch(query, limit=limit, after=after, **filters)]


def races_total(state: State, filters: dict) -> tuple[int, datetime | None]:
    """Return (number, time). ``number`` is the number of races that match all ``filters``. ``time`` is the time when
    the service received the newest result version of any race of the election, or None if there is no version. Versions
    after the time of ``state`` are ignored."""
    query = SQL.RACES_TOTAL.replace("{filters}", _conditions(filters))
    ((total, newest),) = state.fetch(query, **filters)
    return total or 0, moment(newest)


def race_in_full(state: State, slug: str) -> tuple[RaceRow, VersionRow] | None:
    """Return the race with this slug, and its result version at the time that ``state`` chooses. Return None if the
    election has no such race."""
    return next((_race_and_version(row) for row in state.fetch(SQL.RACE_IN_FULL, race=slug)), None)


def races_in_full(state: State, limit: int, after: str) -> list[tuple[RaceRow, VersionRow]]:
    """Return the next races of an election, sorted by slug: at most ``limit`` races after the slug ``after``. Each race
    has its newest result version at the time that ``state`` chooses, if there was one."""
    return [_race_and_version(row) for row in state.fetch(SQL.RACES_IN_FULL, limit=limit, after=after)]


def race_slugs(state: State) -> list[str]:
    return [slug for (slug,) in state.fetch(SQL.RACE_SLUGS)]


def names_of_parties(state: State) -> dict[str, str]:
    """Map the slug of each party in an election to the name that the sources of the election use for it, or to "" if
    they use none. If they use several names, the most common one counts. The election is that of ``state``. The time of
    the results does not matter."""
    return dict(state.fetch(SQL.NAMES_OF_PARTIES))


def candidacies(race: int) -> list[CandidacyRow]:
    rows = fetch_all(SQL.CANDIDACIES, {"race": race})
    return [CandidacyRow(*row[:4], short(row[4:]), short(row[4 + SHORT :]), *row[4 + 2 * SHORT :]) for row in rows]


def tallies(version: int) -> list[TallyRow]:
    """Return the tallies of a result version, sorted by round. ``version`` is the primary key of the version. A tally
    has the votes of one candidacy in the whole race. The tallies of its reporting units are left out."""
    return [TallyRow._make(row) for row in fetch_all(SQL.TALLIES, {"version": version})]


def race_before(race: int) -> RaceBefore | None:
    for row in fetch_all(SQL.RACE_BEFORE, {"race": race}):
        return RaceBefore(short(row), *row[SHORT:])
    return None


def _conditions(filters):
    return "".join(f" AND {sql.FILTERS[name]}" for name in filters)


def _race_and_version(row):
    version = row[END_OF_RACE:]
    return _race(row), VersionRow(*version[:4], version[4:])


def _race(row):
    end = len(RaceRow._fields) - 2
    leader, before = row[end:START_OF_BEFORE], row[START_OF_BEFORE:END_OF_RACE]
    people = short(leader[3:]), short(leader[3 + SHORT :])
    return RaceRow(*row[:end], (*leader[:3], *people), (short(before), before[SHORT]))
