"""Build the results of an election: phase, races, turnout, parties, and changes since the last election."""

from collections.abc import Callable
from typing import NamedTuple

from config.http.documents import BOOLEAN, COUNT, NUMBER, PARTIAL_DATE, STRING, TIMESTAMP, Document, Member, one_of
from graph.documents import ShortEntity
from graph.kinds import ElectionKind
from graph.results import AreaLevel, Comparability, Method, Mode, Outcome, Phase
from graph.standings import phase_of
from snapshots.results import rows, sql, states
from snapshots.results.figures import Swing, butler_swing, change, rounded, shares, turnout_percent, two_party_swing
from snapshots.results.sql import SQL

POINTS = "Percentage points"
# Lists compete for many seats, so that a swing between two of them says little.
WITH_BUTLER_SWING = (Method.PLURALITY, Method.ELECTORAL_COLLEGE, Method.TWO_ROUND)


class ElectionHeader(Document, component="ElectionResultsHeader"):
    """The first members of all JSON objects about the results of an election."""

    election = Member(ShortEntity)
    mode = Member(one_of(Mode), description="`test` is a rehearsal")
    version = Member(COUNT, description="How many result versions of all its races this document includes")


class RaceCounts(Document):
    total = Member(COUNT)
    reporting = Member(COUNT, description="Races with a count or a call")
    called = Member(COUNT, description="Races whose winner is known")
    final = Member(COUNT, description="Races whose count is finished, the certified ones included")
    certified = Member(COUNT)


class Turnout(Document):
    """Sums over the races that have reported, and the turnout in per cent."""

    electorate = Member(COUNT, null=True)
    ballots = Member(COUNT, null=True, description="Votes cast, with the rejected ones")
    valid = Member(COUNT, null=True)
    rejected = Member(COUNT, null=True)
    percent = Member(NUMBER, null=True, description="Ballots, otherwise valid votes, of the electorate")


class SeatCounts(Document):
    total = Member(COUNT, description="Seats or electoral votes")
    decided = Member(COUNT)
    majority = Member(COUNT, description="The least seats that are more than half")


class PartyResult(Document):
    party = Member(ShortEntity, null=True)
    name = Member(STRING, description="The party's name, or what the source prints")
    candidacies = Member(COUNT)
    votes = Member(COUNT, null=True)
    share = Member(NUMBER, null=True, description="Per cent")
    share_change = Member(NUMBER, null=True, description=POINTS)
    seats = Member(COUNT)
    seats_change = Member({"type": "integer"}, null=True)


class SwingDocument(Document, component="Swing"):
    method = Member(one_of(["butler", "two-party-preferred"]))
    loser = Member(ShortEntity, description="The party that lost votes")
    winner = Member(ShortEntity, description="The party that won votes")
    points = Member(NUMBER, description=POINTS)


class Comparison(Document, component="ElectionComparison"):
    previous = Member(ShortEntity, null=True, description="The election before")
    comparability = Member(one_of(Comparability), description="`notional`: with estimates for the new areas")
    reason = Member(STRING, null=True)
    is_complete = Member(BOOLEAN, description="False while it covers only the races that have reported")
    turnout_change = Member(NUMBER, null=True, description=POINTS)
    races_changed = Member(COUNT, description="Races that another party won than before")
    swing = Member(SwingDocument, null=True)


class ElectionResults(ElectionHeader):
    date = Member(PARTIAL_DATE, null=True)
    kind = Member(one_of(ElectionKind), null=True)
    level = Member(one_of(AreaLevel), description="The smallest areas whose results are covered")
    phase = Member(one_of(Phase), description="Follows from the races")
    updated_at = Member(TIMESTAMP, null=True, description="When the newest version was received")
    stale_since = Member(
        TIMESTAMP, null=True, description="Since when the source that is followed has not responded, if for too long"
    )
    note = Member(STRING, null=True)
    races = Member(RaceCounts)
    turnout = Member(Turnout)
    seats = Member(SeatCounts)
    parties = Member(PartyResult, many=True, description="By seats, then by votes")
    comparison = Member(Comparison)


class Earlier(NamedTuple):
    """The results of the earlier election with which an election is compared. ``two_party`` has two mappings from slugs
    of parties to votes in two-party-preferred counts: (earlier, now)."""

    totals: list[rows.TotalRow]
    counts: list[rows.CountRow]
    two_party: tuple[dict[str, int], dict[str, int]]
    is_complete: bool


def election_results(state: states.State, stale_since=None) -> dict:
    """Return the results of an election as JSON data. The number of queries is the same for all elections."""
    counts = rows.counts(state, sql.ALL)
    totals = rows.totals(state, sql.NOW)
    earlier = _earlier(state, counts)
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
        turnout=_turnout(counts),
        seats=_seats(counts, totals),
        parties=_parties(totals, counts, earlier),
        comparison=_comparison(state, totals, counts, earlier),
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
            # A race can be called before any vote is counted.
            number(lambda row: row.phase != Phase.SCHEDULED or row.is_decided),
            number(lambda row: row.is_decided),
            number(lambda row: row.phase in (Phase.FINAL, Phase.CERTIFIED)),
            number(lambda row: row.phase == Phase.CERTIFIED),
        )
    )


def _turnout(counts):
    sums = [_sum(counts, name) for name in ("electorate", "ballots", "valid", "rejected")]
    return Turnout.from_values((*sums, _turnout_percent(counts)))


def _turnout_percent(counts):
    # Sources often have the ballots of some races only.
    ballots = _sum(counts, "ballots_of_electorate"), _sum(counts, "electorate_of_ballots") or 0
    valid = _sum(counts, "valid_of_electorate"), _sum(counts, "electorate_of_valid") or 0
    return turnout_percent(*(ballots if ballots[1] >= valid[1] else valid))


def _seats(counts, totals):
    total = sum(row.seats for row in counts)
    return SeatCounts.from_values((total, sum(row.seats for row in totals), total // 2 + 1))


def _parties(totals, counts, earlier):
    now = _shares(totals, counts)
    before = _shares(earlier.totals, earlier.counts) if earlier else {}
    seats_before = {row.key: row.seats for row in earlier.totals} if earlier else {}

    def document(row):
        share, seats = now.get(row.key), int(row.seats)
        seats_change = seats - int(seats_before.get(row.key, 0)) if earlier else None
        name = row.party["name"] if row.party else row.label or "Unknown"
        shares_ = rounded(share), change(share, before.get(row.key))
        return PartyResult.from_values((row.party, name, row.candidacies, row.votes, *shares_, seats, seats_change))

    return [document(row) for row in sorted(totals, key=_by_seats)]


def _by_seats(row):
    # The last values give parties with equal figures the same order on both databases.
    return -row.seats, -(row.votes or 0), -(row.share or 0), row.label, row.party_id or 0


def _shares(totals, counts):
    """Map keys of parties to exact shares in per cent. If there is one race, the source's own shares can be used."""
    # Shares of several races cannot be added.
    has_one_race = sum(row.races for row in counts) == 1
    return shares(_sum(counts, "valid"), ((row.key, row.votes, row.share if has_one_race else None) for row in totals))


def _earlier(state, counts):
    """Read the results of the earlier election, or return None if no race has reported or they are not comparable."""
    election = state.election
    if election.comparability == Comparability.NONE or not any(row.phase != Phase.SCHEDULED for row in counts):
        return None
    # Until the last race is decided, races that have not reported would count as losses.
    is_complete = all(row.is_decided for row in counts)
    if is_complete and election.comparability == Comparability.COMPARABLE and election.previous[0]:
        races, seats = sql.BEFORE, SQL.SEATS
    else:
        races, seats = sql.BEFORE_IN_REPORTING, SQL.SEATS_OF_DECIDED
    earlier = rows.counts(state, races)
    # Few elections have two-party-preferred counts.
    two_party = rows.two_party_totals(state, races) if any(row.two_party_counts for row in earlier) else ({}, {})
    return Earlier(rows.totals(state, races, seats), earlier, two_party, is_complete)


def _comparison(state, totals, counts, earlier):
    election = state.election
    turnout = change(_turnout_percent(counts), _turnout_percent(earlier.counts)) if earlier else None
    return Comparison.from_values(
        (
            states.short(election.previous),
            election.comparability,
            election.comparability_reason or None,
            bool(earlier and earlier.is_complete),
            turnout,
            sum(row.races for row in counts if row.is_decided and row.outcome == Outcome.GAIN),
            _swing(state, totals, counts, earlier) if earlier else None,
        )
    )


def _swing(state, totals, counts, earlier):
    parties = {row.party["slug"]: row.party for row in totals if row.party}
    swing = None
    before, now = earlier.two_party
    if before:
        swing = two_party_swing(before, now)
        # Coalitions have no candidacies of their own.
        parties |= rows.parties(before.keys() - parties.keys())
    elif all(row.method in WITH_BUTLER_SWING for row in counts):
        swing = butler_swing(_by_slug(earlier.totals, earlier.counts), _by_slug(totals, counts))
    return swing_document(swing, parties)


def _by_slug(totals, counts):
    shares = _shares(totals, counts)
    return {row.party["slug"] if row.party else row.key: shares[row.key] for row in totals if row.key in shares}


def swing_document(swing: Swing | None, parties: dict) -> dict | None:
    """Return a swing as JSON data, or None if a party is unknown. ``parties`` maps slugs to short forms of parties."""
    if swing is None or swing.loser not in parties or swing.winner not in parties:
        return None
    return SwingDocument.from_values((swing.method, parties[swing.loser], parties[swing.winner], swing.points))


def _sum(rows_, name):
    values = [getattr(row, name) for row in rows_]
    return sum(int(value) for value in values if value is not None) if any(v is not None for v in values) else None
