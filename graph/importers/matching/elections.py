"""When two elections are one: country, kind and date, a run-off within three months being the second round."""

from collections import defaultdict
from collections.abc import Iterable

from graph.importers.matching.nodes import Node
from graph.kinds import ElectionKind
from graph.text import dates

ROUNDS_WITHIN_DAYS = 92
PLACED = (ElectionKind.BY_ELECTION,)
"""Kinds held for one seat: several a day, so that a name must agree as well."""


class ElectionIndex:
    """The elections known so far, by country and kind."""

    def __init__(self, elections: Iterable[Node] = ()):
        self._known = defaultdict(list)
        for election in elections:
            self.add(election)

    def add(self, election: Node) -> None:
        self._known[election.country_code, election.get("kind")].append(election)

    def match(self, election: Node) -> Node | None:
        """The known election this one is: one whose date can be the same day, else the nearest round."""
        known = self._known[election.country_code, election.get("kind")]
        if election.get("kind") in PLACED:
            return _first(other for other in known if _same_place(other, election))
        strangers = [other for other in known if not other.sources & election.sources]
        return _same_day(strangers, election) or _nearest_round(strangers, election)


def _same_day(known, election):
    hits = [other for other in known if dates.overlap(other.get("date"), election.get("date"))]
    return min(hits, key=lambda other: _distance(other, election), default=None)


def _nearest_round(known, election):
    """A date known to the year alone is no round of another: only days and months are compared."""
    hits = [other for other in known if min(len(other.get("date")), len(election.get("date"))) > len("2022")]
    hits = [other for other in hits if _distance(other, election) <= ROUNDS_WITHIN_DAYS]
    return min(hits, key=lambda other: _distance(other, election), default=None)


def _distance(one, other):
    return abs((dates.first_day(one.get("date")) - dates.first_day(other.get("date"))).days)


def _same_place(one, other):
    return dates.overlap(one.get("date"), other.get("date")) and bool(one.folded_names() & other.folded_names())


def _first(nodes):
    return next(iter(nodes), None)
