from collections import Counter

from graph.queries.cached import JournalHead, journal_head
from graph.queries.sql import fetch_all, read_queries

MOST_GROUPS = 200
SQL = read_queries(__file__)


class PublishedTotals:
    def __init__(self):
        # Store the journal state, its groups and their sums as one tuple. So a thread never combines a state with the
        # numbers of another state.
        self._counted: tuple[JournalHead | None, Counter, Counter] = (None, Counter(), Counter())

    def get(self, head: JournalHead, kind: str, country_code: str) -> int:
        known, groups, sums = self._counted
        if head != known or head.position is None:
            groups = _changed_groups(known, head, groups) or _all_groups()
            sums = _with_sums(groups)
            self._counted = (head, groups, sums)
        return sums[kind, country_code]


def _changed_groups(known, head, groups):
    """Return the current numbers of published entities as {(kind, country): number}. ``groups`` has the numbers that
    were counted earlier, in the state ``known`` of the change journal. ``head`` is its current state. Only the numbers
    that may have changed between the two states are counted again. Return None if the caller must count all groups, for
    example after too many changes."""
    # If the position has not grown, the journal itself was replaced, so the changes are unknown.
    if not known or not known.position or not head.position or head.position <= known.position:
        return None
    changed = fetch_all(SQL.CHANGED_GROUPS, {"position": known.position, "limit": MOST_GROUPS + 1})
    if len(changed) > MOST_GROUPS or any(has_moved for _, _, has_moved in changed):
        return None
    groups = groups.copy()
    for kind, country_code, _ in changed:
        groups[kind, country_code] = fetch_all(SQL.GROUP, {"kind": kind, "country_code": country_code})[0][0]
    return groups


def _all_groups():
    groups = Counter()
    for kind, country_code, number in fetch_all(SQL.GROUPS, {}):
        groups[kind, country_code] += number
    return groups


def _with_sums(groups):
    """Return a copy of ``groups``, which is {(kind, country): number}, with sums added. In the keys of the sums, an
    empty text means all: ("party", "") is for the parties of all countries, and ("", "fr") for the entities of all
    kinds in France."""
    sums = Counter()
    for (kind, country_code), number in groups.items():
        for key in {(kind, country_code), (kind, ""), ("", country_code), ("", "")}:
            sums[key] += number
    return sums


_totals = PublishedTotals()


def published_total(kind: str = "", country_code: str = "", head: JournalHead | None = None) -> int:
    """Return the number of published entities of a kind in a country. "" means all kinds or all countries. ``head`` is
    the current state of the change journal, which shows whether cached numbers are outdated. If ``head`` is None, it is
    read from the database."""
    return _totals.get(head or journal_head(), kind, country_code)
