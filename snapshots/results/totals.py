"""Add up the votes and seats of the parties in many races.

The tallies of a result version never change, so they are read once and cached. On an election night, only the tallies
of new versions are read. The party of a tally can change, for example if two parties are merged. Such a change is in
the journal, and removes all cached values (see `unchanged`)."""

from collections import defaultdict
from collections.abc import Iterable

import orjson

from graph.queries.cached import CachedValues, JournalHead
from graph.queries.sql import fetch_all
from snapshots.results.rows import TotalRow
from snapshots.results.sql import SQL
from snapshots.results.states import list_of, short
from snapshots.results.unchanged import are_candidacies_unchanged

MOST_VERSIONS, MOST_PARTIES, MOST_GROUPS = 50_000, 20_000, 100

_parties, _members = CachedValues(MOST_PARTIES), CachedValues(MOST_PARTIES)
_tallies, _sums = CachedValues(MOST_VERSIONS, are_candidacies_unchanged), CachedValues(MOST_GROUPS)

Races = tuple[str | None, bool]
"""Some races: the primary keys of their result versions as a JSON array, and whether their seats count."""


def totals(head: JournalHead, *groups: Iterable[Races], with_members: bool = True) -> list[list[TotalRow]]:
    """Return the votes and seats of each party, for each group of races. ``head`` is the state of the journal, which
    shows whether cached values are still correct. If ``with_members`` is False, the members of alliances are left out.
    All groups together need at most four queries, or three without members."""
    groups = [
        frozenset((versions, bool(gives_seats)) for versions, gives_seats in races if versions) for races in groups
    ]
    sums = _sums.get_many(head, groups, lambda missing: _read_sums(head, missing))
    sums = [sums[races] for races in groups]
    parties = _parties.get_many(head, {pk for of_group in sums for pk, _ in of_group if pk}, _read_parties)
    slugs = {slug for of_group in sums for *_, slugs in of_group.values() for slug in slugs}
    members = keys_of_members(head, slugs) if with_members else {}
    return [
        [
            TotalRow(*key, *found, parties.get(key[0]), frozenset(members[slug] for slug in slugs if slug in members))
            for key, (*found, slugs) in of_group.items()
        ]
        for of_group in sums
    ]


def keys_of_members(head: JournalHead, slugs: set[str]) -> dict[str, tuple]:
    """Map slugs of parties to their keys (see `TotalRow`). Old slugs are accepted, and unknown slugs are left out.
    ``head`` is the state of the journal, as in `totals`."""
    known = _members.get_many(head, slugs, _read_members)
    return {slug: (known[slug], "") for slug in slugs if known[slug]}


def clear() -> None:
    """Empty all caches of this module, for example in a test with another database."""
    for cache in (_tallies, _parties, _members, _sums):
        cache.clear()


def _read_sums(head, groups):
    """Map each group of races to a second mapping, from the (primary key or None, label) of each party to its sums
    [votes, share, seats, number of candidacies, slugs of its members]. ``head`` is the state of the journal, as in
    `totals`."""
    # Sort the races, because the rounding of the sums of shares depends on the order. All servers must return the same
    # sums.
    races = {group: sorted((key, gives) for text, gives in group for key in orjson.loads(text)) for group in groups}
    tallies = _tallies.get_many(head, {key for found in races.values() for key, _ in found}, _read_tallies)
    return {group: _add_up((tallies[key], gives) for key, gives in found) for group, found in races.items()}


def _add_up(races):
    sums = defaultdict(lambda: [None, None, 0, 0, ()])
    for tallies, gives_seats in races:
        for party_id, label, votes, share, seats, members in tallies:
            found = sums[party_id, label]
            if votes is not None:
                found[0] = (found[0] or 0) + votes
            if share is not None:
                found[1] = (found[1] or 0) + share
            if gives_seats:
                found[2] += seats
            found[3] += 1
            if members:
                found[4] = {*found[4], *list_of(members)}
    return dict(sums)


def _read_tallies(versions):
    """Map each version to the rows (key of the party, label, votes, share, seats if the race is decided, slugs of the
    members of an alliance) of its candidacies."""
    found = {version: [] for version in versions}
    for version, *tally in _fetch(SQL.TALLIES_OF_VERSIONS, versions):
        found[version].append(tally)
    return found


def _read_parties(pks):
    return dict.fromkeys(pks) | {row[0]: short(row) for row in _fetch(SQL.PARTIES_BY_KEY, pks)}


def _read_members(slugs):
    values = {f"slug{number}": slug for number, slug in enumerate(sorted(slugs))}
    query = SQL.PARTIES_BY_SLUG.replace("{slugs}", ", ".join(f"%({name})s" for name in values))
    return dict.fromkeys(slugs) | dict(fetch_all(query, values))


def _fetch(query, keys):
    # The keys are part of the SQL: as parameters, a thousand keys would take twice the time.
    return fetch_all(query.replace("{keys}", ", ".join(map(str, sorted(keys)))), {}) if keys else []
