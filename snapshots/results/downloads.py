"""Stream all results of an election as a file: CSV, JSON, or a report in the common data format of NIST."""

from collections import defaultdict
from collections.abc import Iterator

from django.utils import timezone

from config.http.documents import COUNT, Document, Member
from graph.actions.results.records import (
    AreaRecord,
    CandidacyRecord,
    RaceRecord,
    UnitRecord,
    VersionRecord,
)
from graph.actions.results.stored import Parts, tally_records
from graph.actions.results.validation import COUNTS
from graph.documents import SLUG
from graph.interchange.nist import Report, nist_chunks
from graph.interchange.result_files import csv_chunks, json_chunks
from graph.results import Mode
from graph.standings import phase_of
from graph.text.dates import first_day, last_day
from snapshots.results import members, rows, states
from snapshots.results.sql import SQL

CHUNK = 50
"""The number of races that are read at once."""


class ResultsDownload(Document):
    """The JSON file with all results of an election at one time. Each race has at most one version: the newest at this
    time."""

    election = Member(SLUG)
    mode = Member(members.MODE)
    version = Member(COUNT, description="How many result versions of all its races the file includes")
    races = Member(
        {"type": "object", "additionalProperties": True},
        many=True,
        description="A race with `candidacies`, `units` and `versions`; empty values are left out. A tally "
        "is `[candidacy, round, unit, votes, share, elected, seats]`, where candidacy and unit are positions in those "
        "lists; empty values at the end are left out",
    )


def csv_file(state: states.State) -> Iterator[bytes]:
    return csv_chunks(race_records(state), state.election.mode)


def json_file(state: states.State) -> Iterator[bytes]:
    election = state.election
    header = {"election": election.slug, "mode": election.mode, "version": state.sequence}
    return json_chunks(header, race_records(state))


def nist_file(state: states.State) -> Iterator[bytes]:
    election, counts = state.election, rows.counts(state)
    report = Report(
        name=election.name,
        slug=election.slug,
        kind=election.election_kind or "",
        first_day=str(first_day(election.date)),
        last_day=str(last_day(election.date)),
        country_code=election.country_code or "",
        phase=phase_of(row.phase for row in counts),
        sequence=state.sequence,
        generated_at=states.moment(max((row.received_at for row in counts if row.received_at), default=None))
        or timezone.now(),
        is_test=election.mode == Mode.TEST,
    )
    return nist_chunks(report, race_records(state))


def race_records(state: states.State) -> Iterator[RaceRecord]:
    """Yield a `RaceRecord` of each race, sorted by slug. ``state`` chooses the election and a time. The record has the
    newest result version at this time, or none if the race had not reported yet."""
    after = ""
    while found := rows.races_in_full(state, CHUNK, after):
        after = found[-1][0].slug
        yield from _records(state, found)


def _records(state, found):
    # The races are sorted by slug, so one query for a range of slugs reads the candidacies, units or tallies of all of
    # them.
    bounds = {"first": found[0][0].slug, "last": found[-1][0].slug}
    candidacies, units, tallies = (
        _by_race(state.fetch(query, **bounds))
        for query in (SQL.CANDIDACIES_OF_RACES, SQL.UNITS_OF_RACES, SQL.TALLIES_OF_RACES)
    )
    for race, version in found:
        record = _race_record(state.election, race)
        record.candidacies = [_candidacy(row) for _, *row in candidacies[race.pk]]
        record.units = [UnitRecord(*row) for _, *row in units[race.pk]]
        if race.version_id:
            parts = Parts(*([pk for pk, *_ in rows_[race.pk]] for rows_ in (candidacies, units)))
            in_order = (row[1:] for row in sorted(tallies[race.pk]))
            record.versions = [_version(race, version, tally_records(in_order, parts))]
        yield record


def _by_race(found):
    groups = defaultdict(list)
    for pk, *row in found:
        groups[pk].append(row)
    return groups


def _race_record(election, race):
    area = race.area_name, race.area_code or "", race.area_scheme or "", race.area_level, race.region or ""
    record = RaceRecord(election.slug, race.slug, race.name, AreaRecord(*area), race.method, race.seats)
    record.comparability, record.comparability_reason = race.comparability, race.comparability_reason or ""
    return record


def _candidacy(row):
    *names, position, is_incumbent = row
    return CandidacyRecord(*(name or "" for name in names), position, bool(is_incumbent))


def _version(race, version, tallies):
    return VersionRecord(
        race.phase,
        version.kind,
        bool(race.is_called),
        states.moment(race.received_at),
        states.moment(version.valid_from),
        *(getattr(race, name) for name in COUNTS),
        states.list_of(version.two_party) or None,
        version.note or "",
        version.source[-1] or "",
        tallies,
    )
