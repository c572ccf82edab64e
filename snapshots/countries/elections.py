"""List the next and the latest elections of a country. By-elections are left out: they are many and decide little."""

from config.http.documents import BOOLEAN, NUMBER, PARTIAL_DATE, STRING, Document, Member, one_of
from graph.documents import ShortEntity, is_overdue
from graph.kinds import ElectionKind, ElectionStatus
from snapshots.countries.certainty import CERTAINTY, certainty_of_date
from snapshots.countries.facts import CountryFacts

# The list /api/graph/entities?type=election has the older elections.
MOST_ELECTIONS = 10


class _Election(Document):
    election = Member(ShortEntity, lambda election: election)
    date = Member(PARTIAL_DATE, "details.date")
    kind = Member(one_of(ElectionKind), "details.kind")


class UpcomingElection(_Election):
    overdue = Member(BOOLEAN, description="Its date has passed and no result is known")


class RecentElection(_Election):
    winner = Member(STRING, "details.winner", null=True)
    turnout = Member(NUMBER, "details.turnout", null=True, description="Per cent")
    result_margin = Member(
        NUMBER, "details.result_margin", null=True, description="Percentage points between first and second"
    )
    certainty = Member(CERTAINTY)


class Elections(Document, component="SnapshotElections"):
    upcoming = Member(UpcomingElection, many=True, maxItems=MOST_ELECTIONS)
    recent = Member(RecentElection, many=True, maxItems=MOST_ELECTIONS)


def section(facts: CountryFacts) -> dict:
    """Return ``upcoming`` elections, soonest first and overdue ones last, and ``recent`` ones, newest first."""
    elections = [election for election in facts.elections if _is_shown(election.details)]
    return Elections.render(
        None,
        upcoming=_upcoming(elections, facts.day)[:MOST_ELECTIONS],
        recent=_recent(elections, facts.day)[:MOST_ELECTIONS],
    )


def _is_shown(details):
    hidden = details is None or details.status == ElectionStatus.CANCELLED
    return not hidden and details.kind != ElectionKind.BY_ELECTION


def _upcoming(elections, day):
    # An election dated "2027" stays upcoming until 2027 is over, unless it is known to have been held.
    rows = [election for election in elections if not _was_held(election.details, day)]
    rows.sort(key=lambda election: (is_overdue(election.details, day), *_by_date(election)))
    return [UpcomingElection.render(row, overdue=is_overdue(row.details, day)) for row in rows]


def _recent(elections, day):
    rows = sorted((row for row in elections if _was_held(row.details, day)), key=_by_date, reverse=True)
    return [RecentElection.render(row, certainty=certainty_of_date(row.details.date_last, day)) for row in rows]


def _was_held(details, day):
    return details.status == ElectionStatus.HELD and details.date_first <= day


def _by_date(election):
    return election.details.date_first, election.details.date_last, election.name, election.pk
