"""Build the results of an election: phase, races, turnout, parties, and changes since the last election."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from config.http.documents import BOOLEAN, COUNT, NUMBER, Document, Member, one_of
from graph.documents import ELECTION_DATE, ELECTION_KIND, ShortEntity
from graph.kinds import ElectionKind
from graph.results import Comparability, Method, Outcome, Phase
from graph.standings import phase_of
from snapshots.results import members, rows, states
from snapshots.results.figures import (
    Swing,
    butler_swing,
    change,
    complete_sum,
    rounded,
    shares,
    two_party_swing,
    value_before,
)
from snapshots.results.sources import ResultSource, source_documents
from snapshots.results.states import list_of
from snapshots.results.totals import Group, totals, two_party_totals
from snapshots.results.turnout import Turnout, turnout_document, turnout_of

# A swing between two parties says little in a race of lists for many seats.
WITH_BUTLER_SWING = (Method.PLURALITY, Method.ELECTORAL_COLLEGE, Method.TWO_ROUND)
# If one election has more than this many times the seats of the other, their seats are not compared. The source then
# often has a part of the chamber only, such as 176 of the 465 seats of Japan in 2021. It does not say so, so a chamber
# that really changed its size, such as that of Hungary in 2014, is not compared either.
MOST_TIMES_THE_SEATS = 1.5


class RaceCounts(Document):
    """How many races have reached each stage of the count."""

    total = Member(COUNT, description="All races")
    reporting = Member(COUNT, description="Races with a count or a call")
    called = Member(COUNT, description="Races whose winner is known")
    final = Member(COUNT, description="Races whose count is finished, the certified ones included")
    certified = Member(COUNT, description="Races whose result is official")


class SeatCounts(Document):
    """Numbers of seats: all, those that are decided, and those needed for a majority. All are null if the number of
    seats of any race is unknown."""

    total = Member(members.SEATS, null=True)
    decided = Member(COUNT, null=True, description="Seats whose winner is known")
    majority = Member(COUNT, null=True, description="The least seats that are more than half")


class PartyResult(Document):
    party = members.PARTY
    name = Member(members.PARTY_NAME)
    candidacies = Member(COUNT, description="Candidates or lists of the party")
    votes = Member(members.VOTES, null=True)
    share = Member(members.SHARE, null=True)
    share_change = Member(members.SHARE_CHANGE, null=True)
    seats = Member(members.SEATS, null=True)
    seats_change = Member(
        {"type": "integer"},
        null=True,
        description="Seats won or lost since the election before; null for a party that stood in an alliance then, "
        "where a number of seats is unknown, and where one election has more than 1.5 times the seats of the other: "
        "sources often have a part of the seats only, and do not say whether the chamber changed its size",
    )


class SwingDocument(Document, component="Swing"):
    """How many percentage points of the votes moved from one large party to another. It is null where this cannot be
    computed."""

    method = Member(one_of(["butler", "two-party-preferred"]), description="How the swing is computed")
    loser = Member(ShortEntity, description="The party that lost votes")
    winner = Member(ShortEntity, description="The party that won votes")
    points = Member(NUMBER, description="Percentage points")


class Comparison(Document, component="ElectionComparison"):
    """What changed since the previous election."""

    previous = Member(ShortEntity, null=True, description="The election before")
    comparability = Member(one_of(Comparability), description="`notional`: with estimates for the new areas")
    reason = Member(members.REASON, null=True)
    is_complete = Member(BOOLEAN, description="False while it covers only the races that have reported")
    turnout_change = Member(members.TURNOUT_CHANGE, null=True)
    races_changed = Member(COUNT, description="Races that another party won than before")
    swing = Member(SwingDocument, null=True)


class ElectionResults(Document):
    election = Member(ShortEntity, description="The election")
    mode = Member(members.MODE)
    version = Member(COUNT, description="How many result versions of all its races this document includes")
    date = Member(ELECTION_DATE, null=True)
    kind = Member(ELECTION_KIND, null=True)
    level = Member(members.LEVEL)
    phase = Member(members.PHASE)
    updated_at = Member(members.UPDATED_AT, null=True)
    stale_since = Member(members.STALE_SINCE, null=True)
    note = Member(members.NOTE, null=True)
    races = Member(RaceCounts)
    turnout = Member(Turnout)
    seats = Member(SeatCounts)
    parties = Member(PartyResult, many=True, description="By seats, then by votes")
    comparison = Member(Comparison)
    sources = Member(ResultSource, many=True, description="Where the figures come from")


class Earlier(NamedTuple):
    """The results of the previous election. They include all its races if every race of the new election is decided,
    the elections are fully comparable, and the new one is no by-election. Otherwise, they include only races that have
    also reported in the new election.

    - ``totals`` has a row for each party, with its votes and seats.
    - ``sums`` has rows with the votes cast and the electorate of groups of races.
    - ``seats`` is the number of seats, or None if it is unknown. Races that are not decided in the new election are
      left out.
    - ``shares`` maps parties, as (primary key or None, label), to per cent of the votes.
    - ``two_party`` has two dicts of two-party-preferred votes, {slug of a party: votes}: for the previous and the new
      election.
    - ``is_complete`` is True if every race of the new election is decided."""

    totals: Sequence[rows.TotalRow] = ()
    sums: Sequence[rows.SumRow] = ()
    seats: int | None = None
    shares: Mapping[tuple, float] = {}
    two_party: Sequence[dict[str, int]] = ({}, {})
    is_complete: bool = False


NOTHING = Earlier()
"""Replaces the results of the previous election if no race has reported, or if the two elections are not comparable."""


def election_results(state: states.State, stale_since=None) -> dict:
    """Return the results of an election as JSON data. ``state`` chooses the election, and the newest or earlier
    results. ``stale_since`` is the time when the source last responded, or None if the source is not late."""
    counts = rows.counts(state)
    earlier, sums = _earlier_and_totals(state, counts)
    election = state.election
    return ElectionResults.render(
        election,
        **header(state),
        kind=election.election_kind,
        phase=phase_of(row.phase for row in counts),
        updated_at=states.moment(max((row.received_at for row in counts if row.received_at), default=None)),
        stale_since=stale_since,
        note=election.note or None,
        races=_races(counts),
        turnout=turnout_document(counts),
        seats=_seats(counts, sums),
        parties=_parties(sums, counts, earlier),
        comparison=_comparison(state, sums, counts, earlier),
        sources=source_documents(row.source for row in counts),
    )


def header(state: states.State) -> dict:
    election = state.election
    return {"election": states.short(election), "mode": election.mode, "version": state.sequence}


def _races(counts):
    def number(is_counted: Callable):
        return sum(row.races for row in counts if is_counted(row))

    return RaceCounts.from_values(
        (
            number(lambda row: True),
            # A race can be called before a vote is counted, so it may have no electorate or votes.
            number(lambda row: row.phase != Phase.SCHEDULED or row.is_decided),
            number(lambda row: row.is_decided),
            number(lambda row: row.phase in (Phase.FINAL, Phase.CERTIFIED)),
            number(lambda row: row.phase == Phase.CERTIFIED),
        )
    )


def _seats(counts, sums):
    total = complete_sum(row.now.seats for row in counts)
    if total is None:
        return SeatCounts.from_values((None, None, None))
    return SeatCounts.from_values((total, sum(row.seats for row in sums), total // 2 + 1))


def _parties(sums, counts, earlier):
    now, standing = _shares_now(sums, counts), {row.key for row in sums}
    seats_before = {row.key: row.seats or 0 for row in earlier.totals}
    is_comparable = _are_seats_comparable(counts, earlier)
    # A member of an alliance in the previous election has no earlier value of its own.
    allied = {member for row in earlier.totals for member in row.members} - seats_before.keys()

    def document(row):
        share, is_compared = now.get(row.key), is_comparable and row.key not in allied
        seats_then = value_before(row.key, row.members, standing, seats_before) or 0
        seats = row.seats, change(row.seats, seats_then) if is_compared else None
        name = row.party["name"] if row.party else row.label or "Unknown"
        shares_ = rounded(share), change(share, value_before(row.key, row.members, now, earlier.shares))
        return PartyResult.from_values((row.party, name, row.candidacies, row.votes, *shares_, *seats))

    return [document(row) for row in sorted(sums, key=_by_seats)]


def _are_seats_comparable(counts, earlier):
    now, before = complete_sum(row.now.seats for row in counts if row.is_decided), earlier.seats
    return None not in (now, before) and max(now, before) <= MOST_TIMES_THE_SEATS * min(now, before)


def _by_seats(row):
    # The last values sort parties with equal figures, so that both databases return the same order.
    return -(row.seats or 0), -(row.votes or 0), -(row.share or 0), row.label, row.party_id or 0


def _shares_now(totals, counts):
    begun = [row.now for row in counts if row.phase != Phase.SCHEDULED]
    return _shares(totals, counts, begun, sum(row.races for row in counts))


def _shares(totals, counts, sums, races):
    """Map parties, as (primary key or None, label), to shares of the valid votes in per cent, not rounded. ``totals``
    has the votes of each party. ``sums`` has the valid votes of the races. ``counts`` has their voting methods. For
    races with two rounds, or if the valid votes of a race are unknown, the sum of all votes is used instead. If no
    votes are known, and ``races`` (the number of races) is 1, return the shares in ``totals``."""
    # After a second round, the valid votes are those of the second round. Both elections have the same methods.
    has_rounds = any(row.method == Method.TWO_ROUND for row in counts)
    valid = None if has_rounds else complete_sum(row.valid for row in sums if row.races)
    # The shares of several races cannot be added.
    return shares(valid, ((row.key, row.votes, row.share if races == 1 else None) for row in totals))


def _earlier_and_totals(state, counts):
    """Return (previous results, totals now). The first is an `Earlier` with the results of the previous election. It is
    `NOTHING` if no race has reported, or if the elections are not comparable. The second is a list with a `TotalRow`
    for each party in the new election. ``counts`` has a `CountRow` for each group of races in the new election."""
    election = state.election
    now = Group(("now", election.pk), frozenset((pk, True) for row in counts for pk in list_of(row.now.versions)))
    if election.comparability == Comparability.NONE or not any(row.phase != Phase.SCHEDULED for row in counts):
        return NOTHING, totals(election.journal, now)[0]
    # Compare with all previous races only when every race is decided. Otherwise, races that have not reported would
    # count as losses. A by-election has only a few races of the previous election.
    is_complete = all(row.is_decided for row in counts)
    is_comparable = is_complete and election.comparability == Comparability.COMPARABLE
    if is_comparable and election.previous[0] and election.election_kind != ElectionKind.BY_ELECTION:
        earlier = [(rows.sums_of_previous(state), True)]
    else:
        # A seat counts only if the race for it is decided now.
        earlier = [(row.before, row.is_decided) for row in counts]
    races = frozenset((pk, gives_seats) for row, gives_seats in earlier for pk in list_of(row.versions))
    group = Group(("before", election.pk), races)
    # Few elections have two-party-preferred counts.
    two_party = two_party_totals(group, now) if any(row.two_party_counts for row, _ in earlier) else ({}, {})
    before, sums = totals(election.journal, group, now)
    seats = complete_sum(row.seats for row, gives_seats in earlier if gives_seats)
    earlier = [row for row, _ in earlier]
    shares_before = _shares(before, counts, earlier, sum(row.races for row in earlier))
    return Earlier(before, earlier, seats, shares_before, two_party, is_complete), sums


def _comparison(state, sums, counts, earlier):
    election = state.election
    return Comparison.from_values(
        (
            states.short(election.previous),
            election.comparability,
            states.reason(election.comparability, election.comparability_reason),
            earlier.is_complete,
            change(turnout_of([row.now for row in counts]), turnout_of(earlier.sums)),
            sum(row.races for row in counts if row.is_decided and row.outcome == Outcome.GAIN),
            _swing(sums, counts, earlier),
        )
    )


def _swing(sums, counts, earlier):
    parties = {row.party["slug"]: row.party for row in sums if row.party}
    swing = None
    before, now = earlier.two_party
    if before:
        swing = two_party_swing(before, now)
        # Add coalitions, because they have no candidacies of their own.
        parties |= rows.parties(before.keys() - parties.keys())
    elif all(row.method in WITH_BUTLER_SWING for row in counts):
        swing = butler_swing(_by_slug(earlier.totals, earlier.shares), _by_slug(sums, _shares_now(sums, counts)))
    return swing_document(swing, parties)


def _by_slug(sums, shares):
    return {row.party["slug"] if row.party else row.key: shares[row.key] for row in sums if row.key in shares}


def swing_document(swing: Swing | None, parties: dict) -> dict | None:
    """Return a swing as JSON data. ``parties`` maps slugs to JSON objects of parties (see `ShortEntity`). Return None
    if ``swing`` is None, or if one of its two parties is not in ``parties``."""
    if swing is None or swing.loser not in parties or swing.winner not in parties:
        return None
    return SwingDocument.from_values((swing.method, parties[swing.loser], parties[swing.winner], swing.points))
