"""Plan the election night of a rehearsal (a test election): which count of which race is recorded at what time. The
same races and seed always give the same plan. In the end, each race has its real result."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum, StrEnum
from random import Random
from typing import NamedTuple

from graph.actions.results.records import RaceRecord, VersionRecord
from graph.actions.results.rehearsals.parts import before_recount, exchanged, parts
from graph.results import ONE_VOTE_A_VOTER, Phase, VersionKind
from graph.standings import is_decided, standing

VERSIONS_IN_ALL = 400
"""The plan of a rehearsal (a test election) has about this many result versions (counts) of all races together. With
more races than this, it has more versions, because each race has at least one."""
MOST_PARTS_OF_MANY, MOST_PARTS = 1, 20
SHARE_OF_EARLY_CALLS = 0.5
SAFE_MARGIN = 5.0
"""How many percentage points a candidacy must lead before a rehearsal (a test election) calls this candidacy the winner
during the count. No lead is needed for a call that the rehearsal retracts later."""
FEW_RACES = 20
MOST_FAULTS, LARGEST_SHARE_OF_FAULTS = 20, 0.3
CERTIFIED_AFTER = 0.95
SILENCE = (0.4, 0.55)
"""In a rehearsal (a test election) with faults, the source of the counts sends nothing for a while. These are the start
and the end of this pause: 0 is the start of the election night, and 1 is its end. After the pause, the source sends all
counts of the pause at once."""


class Incident(Enum):
    """An unusual event on an election night, such as a recount. In a rehearsal (a test election), each of these events
    happens in one race."""

    RETRACTION = "a call is retracted"
    RECOUNT = "the votes are counted again"
    CORRECTION = "a count is corrected"


class Expected(StrEnum):
    """The outcome that the recording of a planned result version must have: it is stored, it is ignored because nothing
    has changed, or it is rejected. With another outcome, the rehearsal (test election) fails."""

    RECORDED = "recorded"
    UNCHANGED = "unchanged"
    REJECTED = "rejected"


class Step(NamedTuple):
    """One step of a rehearsal (a test election): the result version ``version`` is recorded for the race with the slug
    ``race``. ``at`` is the time at which this happens: 0 is the start of the election night, and 1 is its end.
    ``expected`` is the outcome that the recording must have: "recorded", "unchanged" or "rejected"."""

    at: float
    race: str
    version: VersionRecord
    expected: Expected = Expected.RECORDED


def plan(races: Iterable[RaceRecord], seed: int, *, faults: bool = False) -> list[Step]:
    """Return the steps of a rehearsal (a test election), sorted by time. For each of the past ``races``, there are
    invented earlier counts, and then its real result. Races without a result version are left out. The same ``seed``
    gives the same steps. With ``faults``, the source of the counts has faults: it pauses, repeats counts, and sends
    invalid counts."""
    races = [race for race in races if race.versions]
    rng = Random(seed)  # noqa: S311 - the same night every time
    happens = _incidents(races)
    starts = _starts(races, rng)
    most = max(MOST_PARTS_OF_MANY, min(MOST_PARTS, VERSIONS_IN_ALL // max(len(races), 1)))
    steps = []
    for race, start in zip(races, starts, strict=True):
        versions = list(_versions(race, rng.randint(most // 2, most), happens[race.slug], rng))
        end = start + rng.uniform(0.05, 0.35) if len(races) > FEW_RACES else rng.uniform(0.8, CERTIFIED_AFTER)
        steps += _timed(race, versions, start, min(end, CERTIFIED_AFTER), rng)
    if faults:
        methods, number = {race.slug: race.method for race in races}, len(steps)
        steps = [step for good in steps for step in (good, *_faults(good, methods[good.race], rng, number))]
        steps = [step._replace(at=SILENCE[1]) if SILENCE[0] < step.at < SILENCE[1] else step for step in steps]
    # The sort is stable, so the versions of a race stay in their order.
    return sorted(steps, key=lambda step: step.at)


def _incidents(races) -> dict[str, set[Incident]]:
    """Choose one race for each unusual event of the night, such as a recount. Return {slug of a race: its incidents}.
    Only races whose winner is decided are chosen: those with the smallest margins. If there are fewer such races than
    incidents, a race has several incidents."""
    found, happens = [], defaultdict(set)
    for race in races:
        first = standing(race.versions[-1].tallies)
        if first.margin_votes and first.leader is not None and is_decided(race.versions[-1].phase, False):
            found.append((first.margin, race.slug))
    found.sort()
    for number, incident in enumerate(Incident if found else ()):
        happens[found[number % len(found)][1]].add(incident)
    return happens


def _starts(races, rng):
    """Return the time of the first count for each of ``races``, in the same order. A time is from 0 (start of the
    night) to 1 (end). Races with a small electorate usually begin early."""
    if len(races) <= FEW_RACES:
        return [rng.uniform(0, 0.2) for _ in races]
    sizes = {race.slug: race.versions[-1].electorate or race.versions[-1].valid or 0 for race in races}
    ranks = {slug: rank / len(races) for rank, slug in enumerate(sorted(sizes, key=sizes.get))}
    return [0.6 * (ranks[race.slug] + rng.random()) / 2 for race in races]


def _versions(race: RaceRecord, number: int, happens: set[Incident], rng: Random) -> Iterator[VersionRecord]:
    result = replace(race.versions[-1], received_at=None, valid_from=None, kind=VersionKind.COUNT)
    winner = standing(result.tallies).leader
    late = winner if Incident.RETRACTION in happens else None
    is_called = False
    calls = rng.random() < SHARE_OF_EARLY_CALLS and is_decided(result.phase, result.is_called) and not happens
    for count in parts(result, number + 2 * bool(happens), rng, late=late):
        part = replace(count, is_called=is_called)
        if is_called and standing(part.tallies).leader != winner:
            continue
        if Incident.CORRECTION in happens and exchanged(part) != part:
            happens = happens - {Incident.CORRECTION}
            yield exchanged(part)
            part = replace(part, kind=VersionKind.CORRECTION, note="The votes of two candidacies were exchanged.")
        yield part
        if Incident.RETRACTION in happens and standing(part.tallies).leader is not None:
            happens = happens - {Incident.RETRACTION}
            yield replace(part, kind=VersionKind.CALL, is_called=True, note="")
            yield replace(part, kind=VersionKind.RETRACTION, note="The race is too close to call.")
        elif calls and not is_called and _is_safe(part, winner):
            is_called = True
            yield replace(part, kind=VersionKind.CALL, is_called=True)
    yield from _last_versions(result, before_recount(result, winner) if Incident.RECOUNT in happens else None)


def _is_safe(part, winner):
    found = standing(part.tallies)
    return found.leader is not None and found.leader == winner and (found.margin or 0) >= SAFE_MARGIN


def _last_versions(result, first_count):
    final = replace(result, phase=Phase.FINAL) if result.phase == Phase.CERTIFIED else result
    if first_count is not None:
        yield first_count
        final = replace(final, kind=VersionKind.CORRECTION, note="Recount")
    yield final
    if result.phase == Phase.CERTIFIED:
        yield replace(result, kind=VersionKind.CERTIFICATION)


def _timed(race, versions, start, end, rng):
    for number, version in enumerate(versions, start=1):
        at = start + (end - start) * number / len(versions)
        if version.kind == VersionKind.CERTIFICATION:
            at = rng.uniform(CERTIFIED_AFTER, 1)
        yield Step(round(at, 6), race.slug, version)


def _faults(step, method, rng, steps):
    """Return a list with one faulty step to insert after ``step``, or an empty list. Chance decides, and the list is
    empty in most cases. The faulty step repeats the count, or has invalid votes. ``method`` is the voting method of the
    race. ``steps`` is the number of steps of the whole night. On average, a night has at most `MOST_FAULTS` faulty
    steps."""
    version = step.version
    if (
        rng.random() > min(MOST_FAULTS / steps, LARGEST_SHARE_OF_FAULTS)
        or version.kind != VersionKind.COUNT
        or not version.tallies
    ):
        return []
    first, *others = sorted(version.tallies, key=lambda row: row.unit is not None)
    broken = [
        [first._replace(votes=-1), *others],
        [*version.tallies, first._replace(votes=(first.votes or 0) + 1)],
        [first._replace(candidacy=9_999)],
    ]
    if method in ONE_VOTE_A_VOTER and version.valid is not None:
        broken.append([first._replace(votes=version.valid + 1), *others])
    invalid = [step._replace(version=replace(version, tallies=rows), expected=Expected.REJECTED) for rows in broken]
    return [rng.choice([step._replace(expected=Expected.UNCHANGED), *invalid])]
