"""Build the JSON lists of a race's result versions and of its reporting units."""

from config.http.documents import COUNT, NEXT_PAGE, NUMBER, STRING, TIMESTAMP, TOTAL, Document, Member
from graph.documents import ShortEntity
from snapshots.results import members, parts, rows, states
from snapshots.results.figures import rounded, shares
from snapshots.results.races import RACE_SLUG, Reporting
from snapshots.results.sources import ResultSource


class _RaceRows(Document):
    election = Member(ShortEntity, description="The election of the race")
    mode = Member(members.MODE)
    race = Member(RACE_SLUG, description="The slug of the race")
    count = Member(TOTAL)
    next = Member(NEXT_PAGE, null=True)


class Version(Document, component="ResultVersion"):
    version = Member(COUNT, description="Its number among the versions of the race")
    sequence = Member(COUNT, description="Its number among the versions of all races of the election")
    kind = Member(members.VERSION_KIND)
    phase = Member(members.PHASE)
    is_called = Member(members.IS_CALLED)
    received_at = Member(TIMESTAMP, description="When the service recorded the version")
    valid_from = Member(members.VALID_FROM, null=True)
    reporting = Member(Reporting)
    valid = Member(members.VALID, null=True)
    leader = Member(STRING, null=True, description="The key of the leading or winning candidacy")
    margin_votes = Member(members.MARGIN_VOTES, null=True)
    margin = Member(members.MARGIN, null=True)
    outcome = Member(members.OUTCOME)
    note = Member(members.NOTE, null=True)
    source = Member(ResultSource, null=True)


class VersionsResponse(_RaceRows, component="VersionsAnswer"):
    versions = Member(Version, many=True, description="Newest first")


class UnitTally(Document):
    candidacy = Member(STRING, description="The key of the candidacy")
    votes = Member(members.VOTES, null=True)
    share = Member(NUMBER, null=True, description="Per cent of the votes of the unit")


class Unit(Document, component="ReportingUnit"):
    code = Member(STRING, description="Code of the unit in the source, such as a FIPS code")
    name = Member(STRING, description="Name of the unit")
    level = Member(STRING, description="Kind of unit, such as `county`")
    expected_ballots = Member(COUNT, null=True, description="Ballots that the source expects in the unit")
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
    """Return a reporting unit as JSON data. ``tallies`` are (key of the candidacy, votes or None, share or None). The
    share is in per cent, as the source gives it, and is used only if no votes are known. Otherwise, shares are computed
    from the votes."""
    # The valid votes of a unit are unknown, so pass None.
    exact = shares(None, tallies)
    documents = [UnitTally.from_values((key, votes, rounded(exact.get(key)))) for key, votes, _ in tallies]
    return Unit.from_values((unit.code, unit.name, unit.level, unit.expected_ballots, documents))


def _version(row):
    return Version.render(
        row,
        version=row.number,
        is_called=bool(row.is_called),
        received_at=states.moment(row.received_at),
        valid_from=states.moment(row.valid_from),
        reporting=Reporting.from_values((row.units_counted, row.units_total)),
        source=ResultSource.from_values(row.source) if row.source[0] else None,
    )
