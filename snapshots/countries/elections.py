"""Show the upcoming and the latest elections of a country, except cancelled elections and by-elections. A by-election
fills only one seat."""

from types import SimpleNamespace

from config.http.documents import BOOLEAN, DAY, NUMBER, STRING, Document, Member, one_of
from graph.descriptions import compose
from graph.documents import (
    ELECTION_DATE,
    ELECTION_KIND,
    OVERDUE,
    RESULTS_LINK,
    ElectionRound,
    ShortEntity,
    election_round,
    is_overdue,
    results_path,
)
from graph.kinds import ElectionKind, ElectionStatus, Kind
from graph.past import as_scheduled
from snapshots.countries.facts import CountryFacts
from snapshots.countries.rows import short_entity
from snapshots.countries.standing import DATES_MEMBER, dates_of_event
from snapshots.results.states import list_of

# Older elections are in the list /api/graph/entities?type=election.
MOST_ELECTIONS = 10


class _Election(Document):
    election = Member(ShortEntity, description="The election")
    date = Member(ELECTION_DATE)
    kind = Member(ELECTION_KIND, "election_kind")
    results = Member(RESULTS_LINK, lambda row: results_path(row.slug) if row.has_results else None, optional=True)
    status = Member(one_of([ElectionStatus.SCHEDULED, ElectionStatus.HELD, OVERDUE]), description="On the day")
    verified_at = Member(DAY, null=True, description="The day a source last confirmed the date or the result")


class UpcomingElection(_Election):
    overdue = Member(BOOLEAN, description="Its date has passed and no result is known")


class RecentElection(_Election):
    winner = Member(STRING, null=True, description="Name of the person or party that won")
    turnout = Member(NUMBER, null=True, description="Per cent of those entitled to vote")
    result_margin = Member(NUMBER, null=True, description="Percentage points between first and second")
    rounds = Member(
        ElectionRound,
        many=True,
        optional=True,
        description="The rounds of an election that had several; the other figures are those of the last one",
    )
    dates = DATES_MEMBER


class Elections(Document, component="SnapshotElections"):
    """The elections that are upcoming on the day of the snapshot, and those that were held before. By-elections are
    left out."""

    upcoming = Member(
        UpcomingElection, many=True, maxItems=MOST_ELECTIONS, description="Soonest first, overdue ones last"
    )
    recent = Member(RecentElection, many=True, maxItems=MOST_ELECTIONS, description="Newest first")


def section(facts: CountryFacts) -> dict:
    """Return the object ``elections`` of a country's snapshot. It has two lists with at most 10 elections each.
    ``upcoming`` begins with the next election. Overdue elections are last: they are still scheduled, although their day
    has passed. ``recent`` begins with the newest election."""
    day = facts.day
    shown = sorted(filter(_is_shown, facts.elections), key=_by_date)
    # An election with the date "2027" is upcoming until the end of 2027, unless it is known to have been held.
    upcoming = [row for row in shown if not _was_held(row, day)]
    upcoming.sort(key=lambda row: is_overdue(row, day))
    recent = [row for row in reversed(shown) if _was_held(row, day)]
    return Elections.render(
        upcoming=[_upcoming(row, facts) for row in upcoming[:MOST_ELECTIONS]],
        recent=[
            RecentElection.render(
                row,
                election=short_entity(row),
                rounds=list(map(election_round, list_of(row.rounds))) or None,
                status=ElectionStatus.HELD.value,
                dates=dates_of_event(row.date_last, day),
            )
            for row in recent[:MOST_ELECTIONS]
        ],
    )


def _upcoming(row, facts):
    overdue = is_overdue(row, facts.day)
    # On a past day, an election that has been held since then was still scheduled.
    status = OVERDUE if overdue else ElectionStatus.SCHEDULED.value
    return UpcomingElection.render(row, election=_described_as_upcoming(row, facts), status=status, overdue=overdue)


def _described_as_upcoming(election, facts):
    """Return the short form of an upcoming election: its name, description and so on. The stored description may
    contain the result. So if the client asked for a past day, the description is composed again for that day. ``facts``
    are the facts about the country of the election."""
    form = short_entity(election)
    if facts.is_past:
        values = election._asdict() | {"kind": election.election_kind, "rounds": list_of(election.rounds)}
        details = SimpleNamespace(**as_scheduled(values, facts.day))
        form["description"] = compose(Kind.ELECTION, details, {}, facts.day, facts.country.name)
    return form


def _is_shown(election):
    return election.status != ElectionStatus.CANCELLED and election.election_kind != ElectionKind.BY_ELECTION


def _was_held(election, day):
    return election.status == ElectionStatus.HELD and election.date_first <= day


def _by_date(election):
    return election.date_first, election.date_last, election.name, election.pk
