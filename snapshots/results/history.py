"""Build the JSON lists of a race's result versions and of its reporting units."""

from config.http.documents import BOOLEAN, COUNT, NUMBER, STRING, TIMESTAMP, URL, Document, Member, one_of
from graph.documents import ShortEntity
from graph.results import Mode, Outcome, Phase, VersionKind
from snapshots.results import parts, rows, states
from snapshots.results.figures import rounded, shares
from snapshots.results.race import ResultSource
from snapshots.results.races import RACE_SLUG, Reporting


class _RaceRows(Document):
    election = Member(ShortEntity)
    mode = Member(one_of(Mode))
    race = Member(RACE_SLUG, description="The slug of the race")
    count = Member(COUNT, description="Rows of all pages")
    next = Member(URL, null=True, description="The next page; null on the last")


class Version(Document, component="ResultVersion"):
    version = Member(COUNT, description="Its number among the versions of the race")
    sequence = Member(COUNT, description="Its number among the versions of all races of the election")
    kind = Member(one_of(VersionKind))
    phase = Member(one_of(Phase))
    is_called = Member(BOOLEAN)
    received_at = Member(TIMESTAMP)
    valid_from = Member(TIMESTAMP, null=True, description="The time that the source gives")
    reporting = Member(Reporting)
    valid = Member(COUNT, null=True)
    leader = Member(STRING, null=True, description="The key of the candidacy")
    margin_votes = Member(COUNT, null=True)
    margin = Member(NUMBER, null=True, description="Percentage points between first and second")
    outcome = Member(one_of(Outcome))
    note = Member(STRING, null=True, description="The reason of a correction or retraction")
    source = Member(ResultSource, null=True)


class VersionsResponse(_RaceRows, component="VersionsAnswer"):
    versions = Member(Version, many=True, description="Newest first")


class UnitTally(Document):
    candidacy = Member(STRING, description="The key of the candidacy")
    votes = Member(COUNT, null=True)
    share = Member(NUMBER, null=True, description="Per cent of the votes of the unit")


class Unit(Document, component="ReportingUnit"):
    code = Member(STRING)
    name = Member(STRING)
    level = Member(STRING, description="Such as `county`")
    expected_ballots = Member(COUNT, null=True)
    tallies = Member(UnitTally, many=True, description="First preferences; empty before the unit has reported")


class UnitsResponse(_RaceRows, component="UnitsAnswer"):
    version = Member(COUNT, description="The version of the race that the counts belong to")
    units = Member(Unit, many=True, description="By code")


def versions_response(election: states.Election, race: str, versions: list, total: int, next_url: str | None) -> dict:
    header = states.short(election), election.mode, race, total, next_url
    return VersionsResponse.from_values((*header, [_version(row) for row in versions]))


def units_response(election: states.Election, race: rows.RaceRow, units: list, total: int, next_url) -> dict:
    header = states.short(election), election.mode, race.slug, total, next_url
    return UnitsResponse.from_values((*header, race.version, [unit_document(unit, tallies) for unit, tallies in units]))


def unit_document(unit: parts.UnitRow, tallies: list[tuple]) -> dict:
    """Return a reporting unit as JSON data. ``tallies`` are (key of the candidacy, votes, share in the source)."""
    # The valid votes of a unit are not known.
    exact = shares(None, tallies)
    documents = [UnitTally.from_values((key, votes, rounded(exact.get(key)))) for key, votes, _ in tallies]
    return Unit.from_values((unit.code, unit.name, unit.level, unit.expected_ballots, documents))


def _version(row):
    source = ResultSource.from_values(row.source) if row.source[0] else None
    return Version.from_values(
        (
            row.number,
            row.sequence,
            row.kind,
            row.phase,
            bool(row.is_called),
            states.moment(row.received_at),
            states.moment(row.valid_from),
            Reporting.from_values((row.units_counted, row.units_total)),
            row.valid,
            row.leader,
            row.margin_votes,
            row.margin,
            row.outcome,
            row.note,
            source,
        )
    )
