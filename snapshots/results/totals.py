"""Add up the votes and seats of the parties in many races.

The tallies of a result version never change, so they are read once and cached. On an election night, only the tallies
of new versions are read, and added to the last sums. But the party of a tally can change, for example if two parties
are merged. The journal records such a change, and then all cached values are dropped (see `unchanged`)."""

from collections import Counter
from collections.abc import Hashable
from typing import NamedTuple

from graph.queries.cached import CachedValues, JournalHead
from graph.queries.sql import as_parameters, fetch_all
from snapshots.results.rows import TotalRow
from snapshots.results.sql import SQL
from snapshots.results.states import list_of, short
from snapshots.results.unchanged import are_candidacies_unchanged

MOST_VERSIONS, MOST_PARTIES = 50_000, 20_000

_parties, _members = CachedValues(MOST_PARTIES), CachedValues(MOST_PARTIES)
# Maps the primary keys of versions to their tallies, and the names of groups to the last sums of the group.
_counted = CachedValues(MOST_VERSIONS, are_candidacies_unchanged)


class Group(NamedTuple):
    """Races whose votes and seats are added up. ``races`` has pairs (primary key of a race's result version, whether
    the seats of this race are counted).

    If ``name`` is not None, the sums are cached under this name. If a later group with the same name has mostly the
    same races, only the differences are added to the cached sums."""

    name: Hashable | None
    races: frozenset[tuple[int, bool]]


class _Sums:
    """The sums of a party's votes, seats and shares of the votes in several races. `add` adds the numbers of one
    candidacy (a tally), or subtracts them if ``sign`` is -1. Shares are added as whole hundredths of a per cent, so
    that the result does not depend on the order."""

    __slots__ = ("candidacies", "hundredths", "members", "seats", "shares", "unknown_seats", "voted", "votes")

    def __init__(self):
        self.votes = self.voted = self.hundredths = self.shares = self.candidacies = 0
        # ``unknown_seats`` is the number of candidacies whose seats are unknown.
        self.seats = self.unknown_seats = 0
        self.members = None

    def copy(self):
        new = _Sums()
        new.votes, new.voted, new.hundredths, new.shares = self.votes, self.voted, self.hundredths, self.shares
        new.seats, new.unknown_seats, new.candidacies = self.seats, self.unknown_seats, self.candidacies
        new.members = self.members and self.members.copy()
        return new

    def add(self, tally, gives_seats, sign):
        _, _, votes, share, seats, members = tally
        self.candidacies += sign
        if votes is not None:
            self.votes += sign * votes
            self.voted += sign
        if share is not None:
            self.hundredths += sign * round(100 * share)
            self.shares += sign
        if gives_seats:
            self.seats += sign * (seats or 0)
            self.unknown_seats += sign * (seats is None)
        if members:
            self.members = self.members or Counter()
            self.members.update(dict.fromkeys(list_of(members), sign))

    @property
    def slugs(self) -> set[str]:
        return {slug for slug, times in self.members.items() if times > 0} if self.members else set()

    def row(self, key, parties, members) -> TotalRow:
        votes, share = self.votes if self.voted else None, self.hundredths / 100 if self.shares else None
        seats = None if self.unknown_seats else self.seats
        allies = frozenset(members[slug] for slug in self.slugs if slug in members)
        return TotalRow(*key, votes, share, seats, self.candidacies, parties.get(key[0]), allies)


def totals(head: JournalHead, *groups: Group) -> list[list[TotalRow]]:
    """Return a list for each of the ``groups`` of races, in the same order. Each list has a `TotalRow` for each party,
    with its votes and seats in the races of the group. ``head`` is the state of the journal of changes, which shows
    whether cached values are still correct. All groups together need at most four queries. The sums of groups with a
    name are cached."""
    sums = _add_up(head, groups)
    parties = _parties.get_many(head, {pk for of_group in sums for pk, _ in of_group if pk}, _read_parties)
    members = keys_of_members(head, {slug for of_group in sums for found in of_group.values() for slug in found.slugs})

    # Sort the parties, because the order must not depend on what was added last.
    def rank(key):
        return key[0] or 0, key[1]

    return [[of_group[key].row(key, parties, members) for key in sorted(of_group, key=rank)] for of_group in sums]


def two_party_totals(*groups: Group) -> list[dict[str, int]]:
    """Return a dict for each of the ``groups`` of races, in the same order. Each dict maps slugs of parties to their
    votes in all two-party-preferred counts of the group. In such a count, preferences are distributed until only two
    parties are left."""
    versions = [{version for version, _ in group.races} for group in groups]
    counts = dict(_fetch(SQL.TWO_PARTY_OF_VERSIONS, frozenset().union(*versions)))
    sums = [Counter() for _ in groups]
    for votes, of_group in zip(sums, versions, strict=True):
        for version in of_group & counts.keys():
            votes.update(dict(list_of(counts[version])))
    return sums


def keys_of_members(head: JournalHead, slugs: set[str]) -> dict[str, tuple]:
    """Map the slugs of parties to their keys, such as (17, ""). A key is a pair (primary key, label), as in
    `TotalRow.key`. The label is always "" here: only parties that the graph does not have need one. Old slugs are
    accepted, and unknown slugs are left out. ``head`` is the state of the journal of changes, which shows whether
    cached values are still correct."""
    known = _members.get_many(head, slugs, _read_members)
    return {slug: (known[slug], "") for slug in slugs if known[slug]}


def clear() -> None:
    """Empty all caches of this module, for example in a test with another database."""
    for cache in (_counted, _parties, _members):
        cache.clear()


def _add_up(head, groups):
    """Return a dict for each `Group` of races in ``groups``, in the same order. Each dict maps the parties, as (primary
    key or None, label), to `_Sums`: their votes and seats in the races of the group. ``head`` is the state of the
    journal of changes, which shows whether cached values are still correct."""
    # The list in the cache has the last (races, sums) of the group.
    lasts = [_counted.get(head, group.name, list) if group.name else [] for group in groups]
    starts = [_start(last, group.races) for last, group in zip(lasts, groups, strict=True)]
    versions = {version for races, old, _ in starts for version, _ in races ^ old}
    tallies = _counted.get_many(head, versions, _read_tallies)
    found = []
    for last, (races, old, sums) in zip(lasts, starts, strict=True):
        sums = _changed(sums, tallies, old - races, races - old)
        last[:] = [(races, sums)]
        found.append(sums)
    return found


def _start(last, races):
    """Return (``races``, earlier races, sums of the earlier races). From these sums, the caller gets the sums of
    ``races``: it adds or subtracts only the races that differ. ``last`` is [(races, sums)] from the previous
    computation, or [] if there was none.

    Return no earlier races and no sums in two cases: if ``last`` is empty, or if the number of races that differ is
    higher than the number of ``races``. In the second case, it is faster to add up all races again."""
    old, sums = last[0] if last else (frozenset(), {})
    return (races, old, sums) if len(races ^ old) <= len(races) else (races, frozenset(), {})


def _changed(sums, tallies, removed, added):
    """Return new sums of each party: ``sums`` without the ``removed`` races and with the ``added`` ones. Each race is a
    pair (primary key of its result version, whether its seats count). ``tallies`` maps these primary keys to lists of
    tallies, as in `_read_tallies`. ``sums`` itself does not change."""
    new = {}
    for races, sign in ((added, 1), (removed, -1)):
        for version, gives_seats in races:
            for tally in tallies[version]:
                key = tally[0], tally[1]
                if key not in new:
                    # Do not change the old sums: another thread may be reading them.
                    new[key] = sums[key].copy() if key in sums else _Sums()
                new[key].add(tally, gives_seats, sign)
    return {key: found for key, found in (sums | new).items() if found.candidacies}


def _read_tallies(versions):
    """Map the primary key of each result version to a list of its first-round tallies. A tally is (primary key of the
    party or None, name of the party, votes, share, seats or None, slugs of the members of an alliance). If the party
    has a primary key, its name is ""."""
    found = {version: [] for version in versions}
    for version, *tally in _fetch(SQL.TALLIES_OF_VERSIONS, versions):
        found[version].append(tally)
    return found


def _read_parties(pks):
    return dict.fromkeys(pks) | {row[0]: short(row) for row in _fetch(SQL.PARTIES_BY_KEY, pks)}


def _read_members(slugs):
    names, parameters = as_parameters(sorted(slugs))
    return dict.fromkeys(slugs) | dict(fetch_all(SQL.PARTIES_BY_SLUG.replace("{slugs}", names), parameters))


def _fetch(query, keys):
    # The keys are part of the SQL: as parameters, a thousand keys would take twice the time.
    return fetch_all(query.replace("{keys}", ", ".join(map(str, sorted(keys)))), {}) if keys else []
