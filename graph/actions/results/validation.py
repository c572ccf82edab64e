"""Check a new result version of a race. Each rule is a function that yields the reasons to reject the version, as
sentences. If the version follows the rule, it yields nothing."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import inf

from django.utils import timezone

from graph.actions.preconditions import ActionRejected
from graph.actions.results.records import VersionRecord
from graph.actions.results.stored import StoredRace
from graph.models.results import LONGEST_NOTE
from graph.results import ONE_VOTE_A_VOTER, PHASE_RANKS, Method, Phase, VersionKind
from graph.standings import is_decided, standing
from graph.text.characters import is_clean

LARGEST = 2_147_483_647
"""The largest integer that the database columns of counts can store."""
MOST_ROUNDS = 1_000
EARLIEST = datetime(1000, 1, 1, tzinfo=UTC)
MOST_AHEAD = timedelta(hours=1)
"""How far in the future the time of a count may be. The clock of a source may be ahead of ours, but a later time is an
error."""
COUNTS = ("units_counted", "units_total", "electorate", "ballots", "valid", "rejected")
GOING_BACK = {VersionKind.CORRECTION, VersionKind.RETRACTION}


class VersionRejected(ActionRejected):
    """Raised if a new result version breaks a rule. ``reasons`` is a list of sentences."""

    def __init__(self, reasons: list[str]):
        super().__init__(" ".join(reasons))
        self.reasons = reasons


class LateVersion(ActionRejected):
    """Raised if a new count is older than the newest stored one. The new count is not stored."""


class NewerVersion(ActionRejected):
    """Raised if somebody else has recorded a new version of the race since the editor opened the form."""


def validate(version: VersionRecord, race: StoredRace, by: int | None = None, counted_by: int | None = None) -> None:
    """Check a new version of the ``race`` against three groups of rules: FORM, then RULES, then the rule that a second
    person certifies a result. Raise VersionRejected for the first group that the version breaks, with all reasons of
    this group. ``by`` is the primary key of the user who records the version, or None. Without a user, the last group
    is skipped. ``counted_by`` is the primary key of the user who recorded the last count, or None."""
    reasons = [reason for rule in FORM for reason in rule(version, race)]
    if not reasons:  # The other rules calculate with the numbers, so these must be valid.
        reasons = [reason for rule in RULES for reason in rule(version, race)]
    if not reasons and by is not None:
        reasons = list(check_second_person(version, race, by, counted_by))
    if reasons:
        raise VersionRejected(reasons)


def validate_source_time(version: VersionRecord) -> None:
    """Raise VersionRejected if the source dates the count more than an hour in the future, or before the year 1000."""
    time = version.valid_from
    if time and not EARLIEST <= time <= timezone.now() + MOST_AHEAD:
        raise VersionRejected([f"The time of the count is in the future or before the year 1000: {time.isoformat()}."])


def check_vocabulary(version, race) -> Iterator[str]:
    if version.phase not in PHASE_RANKS:
        yield f"The phase is unknown: {version.phase!r:.40}."
    if version.kind not in set(VersionKind):
        yield f"The kind is unknown: {version.kind!r:.40}."
    if len(version.note) > LONGEST_NOTE or not is_clean(version.note):
        yield f"The note is longer than {LONGEST_NOTE} characters, or has invisible characters."


def check_numbers(version, race) -> Iterator[str]:
    numbers = {name: getattr(version, name) for name in COUNTS}
    for index, tally in enumerate(version.tallies):
        numbers |= {f"votes of tally {index}": tally.votes, f"seats of tally {index}": tally.seats}
        if tally.share is not None and not 0 <= tally.share <= 100:
            yield f"The share of tally {index} is not from 0 to 100."
        if not 0 <= tally.round < MOST_ROUNDS:
            yield f"The round of tally {index} is not from 0 to {MOST_ROUNDS - 1}."
    for name, number in numbers.items():
        if number is not None and not 0 <= number <= LARGEST:
            yield f"The number '{name.replace('_', ' ')}' is negative or too large: {number}."


def check_two_party(version, race) -> Iterator[str]:
    pairs = version.two_party
    is_valid = pairs is None or (len(pairs) == 2 and all(map(_is_pair, pairs)) and pairs[0][0] != pairs[1][0])
    if not is_valid:
        yield "A two-party-preferred count has two pairs of party and votes."


def check_references(version, race) -> Iterator[str]:
    seen = Counter((row.candidacy, row.round, row.unit) for row in version.tallies)
    for index, row in enumerate(version.tallies):
        if not 0 <= row.candidacy < len(race.candidacies):
            yield f"Tally {index} is of an unknown candidacy."
        if row.unit is not None and not 0 <= row.unit < len(race.parts.units):
            yield f"Tally {index} is of an unknown reporting unit."
    if repeated := [key for key, times in seen.items() if times > 1]:
        yield f"A candidacy has two tallies of one round: {repeated[0][0]}."


def check_sums(version, race) -> Iterator[str]:
    if None not in (version.units_counted, version.units_total) and version.units_counted > version.units_total:
        yield f"{version.units_counted} of {version.units_total} reporting units are counted."
    if None not in (version.valid, version.ballots) and version.valid + (version.rejected or 0) > version.ballots:
        yield "Valid and rejected votes are more than the votes cast."
    votes = Counter()
    for row in version.tallies:
        if row.unit is None:
            votes[row.round] += row.votes or 0
    if version.valid is not None and race.method in ONE_VOTE_A_VOTER and max(votes.values(), default=0) > version.valid:
        yield f"The candidacies have {max(votes.values())} votes, but {version.valid} votes are valid."
    first = [row for row in version.tallies if row.unit is None and row.round == 0]
    most = inf if race.seats is None else race.seats
    if sum(row.seats or 0 for row in first) > most:
        yield f"The lists have more than {race.seats} seats."
    if sum(row.elected is True for row in first) > most:
        yield f"More than {race.seats} candidacies are elected."


def check_kind(version, race) -> Iterator[str]:
    if version.kind in GOING_BACK and not version.note:
        yield f"A {version.kind} needs a note with the reason."
    if version.kind == VersionKind.CALL and not version.is_called:
        yield "A call says who won."
    if version.kind == VersionKind.CERTIFICATION and version.phase != Phase.CERTIFIED:
        yield "A certification has the phase certified."
    counted, total = version.units_counted, version.units_total
    if version.phase == Phase.FINAL and None not in (counted, total) and counted < total:
        yield f"It is not final: {counted} of {total} reporting units are counted."
    if version.is_called and race.seats == 1 and standing(version.tallies).leader is None:
        yield "It is called, but nobody leads."


def check_order(version, race) -> Iterator[str]:
    """Yield a reason to reject ``version`` in these cases:

    - Its phase is earlier than the phase of the stored count. This is allowed for the first count of a second round.
    - The stored count says who won, but ``version`` does not and is not final.
    - The stored count is certified.

    Corrections and retractions are never rejected by this rule. ``race`` is the race as it is stored so far."""
    if race.current is None or version.kind in GOING_BACK:
        return
    if PHASE_RANKS[version.phase] < PHASE_RANKS[race.current.phase] and not _begins_second_round(version, race):
        yield f"Going back from {race.current.phase} to {version.phase} needs a correction or retraction."
    if race.current.is_called and not version.is_called and not is_decided(version.phase, False):
        yield "Somebody was called as winner: this needs a retraction."
    if race.current.phase == Phase.CERTIFIED:
        yield "The result is certified: a change needs a correction."


def _begins_second_round(version, race):
    """Return True if ``version`` is the first count of the second round, and the stored count is the provisional result
    of the first round."""
    rounds = [{row.round for row in count.tallies} for count in (version, race.current)]
    return race.method == Method.TWO_ROUND and race.current.phase == Phase.PROVISIONAL and rounds[0] > rounds[1]


def check_certified_by_certification(version, race) -> Iterator[str]:
    was_certified = race.current is not None and race.current.phase == Phase.CERTIFIED
    if version.phase == Phase.CERTIFIED and version.kind != VersionKind.CERTIFICATION and not was_certified:
        yield "The phase certified needs a certification."


def check_contradictions(version, race) -> Iterator[str]:
    """Yield a reason to reject ``version`` if it contradicts an earlier count of the race:

    - The source gives ``version`` a time, and the newest count of the race has the same time.
    - The source gives ``version`` no time, and ``version`` has fewer first-round votes than the stored count.

    Only versions of the kind "count" are checked."""
    if race.current is None or version.kind != VersionKind.COUNT:
        return
    if version.valid_from is not None and version.valid_from == race.source_time:
        yield f"Another count of the same time ({version.valid_from:%Y-%m-%d %H:%M:%S %Z}) is recorded."
    elif version.valid_from is None and total_votes(version) < total_votes(race.current):
        yield f"The votes fall from {total_votes(race.current)} to {total_votes(version)}: this needs a correction."


def check_second_round(version, race) -> Iterator[str]:
    """Yield a reason to reject a final result of a race with the two-round method: nobody has a majority in the first
    round, and the second round is missing."""
    if race.method != Method.TWO_ROUND or not is_decided(version.phase, False):
        return
    tallies = [row for row in version.tallies if row.unit is None]
    is_won = any(row.round > 0 or row.elected or (row.share or 0) > 50 for row in tallies)
    votes = [row.votes or 0 for row in tallies]
    if tallies and not is_won and 2 * max(votes) <= (version.valid or sum(votes)):
        yield "It is not final: nobody has a majority, and there is no second round."


def check_second_person(version, race, by, counted_by) -> Iterator[str]:
    """Yield a reason to reject a certified ``version`` that no second person has checked. Its numbers must be stored
    already. If ``version`` is of the kind "certification", another user must have recorded them. ``by`` is the primary
    key of the user who certifies the numbers. ``counted_by`` is the primary key of the user who recorded them, or None.
    Call this only if a user records the version."""
    if version.phase != Phase.CERTIFIED:
        return
    is_recorded = race.current is not None and numbers(version) == numbers(race.current)
    if not is_recorded or (version.kind == VersionKind.CERTIFICATION and by == counted_by):
        yield "A second person certifies a result."


def check_times(version, race) -> Iterator[str]:
    before = race.current and race.current.received_at
    if before and version.received_at and version.received_at < before:
        yield "It was received before the recorded version."


def total_votes(version: VersionRecord) -> int:
    """Return the sum of all candidacies' votes in the first round of the whole race."""
    return sum(row.votes or 0 for row in version.tallies if row.unit is None and row.round == 0)


def numbers(version: VersionRecord) -> tuple:
    """Return all votes, seats and other counts of a version as one value. It is equal for two versions with the same
    counts."""
    tallies = {(*row[:4], row.share and round(row.share, 2), row.seats) for row in version.tallies}
    return [getattr(version, name) for name in COUNTS], version.two_party, tallies


def _is_pair(pair):
    is_list = isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)
    return is_list and type(pair[1]) is int and 0 <= pair[1] <= LARGEST


FORM = (check_vocabulary, check_numbers, check_two_party, check_references)
RULES = (
    check_sums,
    check_kind,
    check_order,
    check_certified_by_certification,
    check_contradictions,
    check_second_round,
    check_times,
)
