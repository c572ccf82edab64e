"""Invent earlier counts of a race from its final count, because on an election night the votes are counted in steps.
Each count has more votes than the one before."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

from graph.actions.results.records import VersionRecord
from graph.results import Phase

LEANING = 0.1
"""How much the speed of counting differs between candidacies. If the fraction ``p`` of all votes is counted, the
fraction ``p ** x`` of a candidacy's votes is counted. For each candidacy, ``x`` is a random number that differs from 1
by at most LEANING. At half of all votes, this gives 47 to 54 per cent of its votes."""
LATE = 1.5
EARLIEST_PART = 0.15
MOST_MOVED = 20
"""The most votes that a recount moves from one candidacy to another."""


def parts(result: VersionRecord, number: int, rng: Random, *, late: int | None = None) -> list[VersionRecord]:
    """Return at most ``number`` invented earlier counts of a race, the earliest first. ``result`` is its final count.
    Each count has more votes than the one before. A count has votes of the first round only. If ``late`` is not None,
    it is the index of a candidacy whose votes are counted later than those of the others. ``rng`` makes the random
    numbers. Return an empty list if the result has no votes."""
    first = [row for row in result.tallies if row.round == 0 and row.votes is not None]
    leanings = {row.candidacy: rng.uniform(1 - LEANING, 1 + LEANING) for row in first}
    leanings |= {} if late is None else {late: LATE}
    units = sorted({row.unit for row in first if row.unit is not None})
    rng.shuffle(units)
    counts = [
        _part(result, first, fraction, leanings, units)
        for fraction in sorted(rng.uniform(EARLIEST_PART, 1) for _ in range(number))
    ]
    growing = [VersionRecord(), *counts, result]
    return [part for before, part in pairwise(growing[:-1]) if _votes(before) < _votes(part) < _votes(result)]


def exchanged(version: VersionRecord) -> VersionRecord:
    """Return a copy of the count with an invented typing error: in the last round, the candidacies with the most and
    the fewest votes have each other's votes."""
    rows = sorted(_last_round(version), key=lambda row: row.votes)
    swapped = {rows[0]: rows[-1].votes, rows[-1]: rows[0].votes}
    return _with_votes(version, swapped)


def before_recount(result: VersionRecord, winner: int) -> VersionRecord | None:
    """Return an invented count for a rehearsal (a test election). The rehearsal records it before ``result``, the real
    count, as if the votes had then been counted again. In the invented count, the winner has up to MOST_MOVED votes
    fewer than in ``result``, and the second candidacy has these votes. The winner still leads. ``winner`` is the index
    of the winning candidacy. Return None if ``winner`` does not have the most votes in ``result``, or if the margin is
    too small."""
    rows = sorted((row for row in _last_round(result) if row.votes), key=lambda row: row.votes)
    if len(rows) < 2 or rows[-1].candidacy != winner:
        return None
    second, first = rows[-2:]
    moved = min((first.votes - second.votes - 1) // 2, MOST_MOVED)
    votes = {first: first.votes - moved, second: second.votes + moved}
    before = replace(_with_votes(result, votes), phase=Phase.PROVISIONAL, is_called=False, two_party=None)
    return before if moved > 0 else None


def _part(result, first, fraction, leanings, units):
    counted = set(units[: int(len(units) * fraction)])
    by_unit = [row for row in first if row.unit in counted]
    sums = Counter()
    for row in by_unit:
        sums[row.candidacy] += row.votes
    in_units = {row.candidacy for row in first if row.unit is not None}
    of_race = [
        # In some sources, the sum of the reporting units is higher than the total of the race.
        row._replace(
            votes=min(sums[row.candidacy], row.votes)
            if row.candidacy in in_units
            else int(row.votes * fraction ** leanings[row.candidacy])
        )
        for row in first
        if row.unit is None
    ]
    tallies = [row._replace(share=None, elected=None, seats=None) for row in of_race + by_unit]
    return _sums(result, tallies, fraction)


def _sums(result, tallies, fraction):
    """Return a `VersionRecord` for an earlier count of a race. ``tallies`` are the votes of each candidacy in this
    count, and ``result`` is the final count of the race. ``fraction`` is the part of the votes that is counted, from 0
    to 1. Numbers that are not in ``tallies``, such as the ballots, are computed from these arguments."""
    votes, of_all = _total(tallies), _total(row for row in result.tallies if row.round == 0)
    valid, rejected, ballots, units = (
        None if number is None else int(number * fraction)
        for number in (result.valid, result.rejected, result.ballots, result.units_counted)
    )
    if result.valid is not None and result.valid >= of_all:
        valid = votes + int((result.valid - of_all) * fraction)
    if None not in (result.valid, ballots):
        spare = result.ballots - result.valid - (result.rejected or 0)
        ballots = valid + (rejected or 0) + int(spare * fraction)
    return VersionRecord(
        phase=Phase.COUNTING,
        units_counted=units,
        units_total=result.units_total,
        electorate=result.electorate,
        ballots=ballots,
        valid=valid,
        rejected=rejected,
        source=result.source,
        tallies=tallies,
    )


def _votes(version):
    return _total(row for row in version.tallies if row.round == 0)


def _total(tallies):
    return sum(row.votes or 0 for row in tallies if row.unit is None)


def _last_round(version):
    rows = [row for row in version.tallies if row.unit is None and row.votes is not None]
    return [row for row in rows if row.round == max(row.round for row in rows)]


def _with_votes(version, votes):
    tallies = [row._replace(votes=votes[row], share=None) if row in votes else row for row in version.tallies]
    return replace(version, tallies=tallies)
