"""Match elections by country, kind and date. A first round and a run-off at most 92 days later are one election."""

from graph.importers.matching.nodes import Node, NodeIndex
from graph.kinds import ElectionKind
from graph.text import dates

ROUNDS_WITHIN_DAYS = 92


class ElectionIndex(NodeIndex):
    """An index of the elections of the graph and of the current import, by country."""

    def match(self, election: Node) -> Node | None:
        """Return the known node of the same election, with the same country and kind; None if there is none.

        It is on the same day, otherwise at most ROUNDS_WITHIN_DAYS earlier or later; the nearest is returned. It has no
        common source with ``election``, because a source that lists two elections means two. By-elections must instead
        be on the same day and share a name, because one day can have several.
        """
        known = [
            other for other in self._by_country[election.country_code] if other.get("kind") == election.get("kind")
        ]
        same_day = [other for other in known if dates.overlap(other.get("date"), election.get("date"))]
        if election.get("kind") == ElectionKind.BY_ELECTION:
            return next((other for other in same_day if other.folded_names() & election.folded_names()), None)
        return _nearest(same_day, election) or _nearest(
            [other for other in known if _is_near(other, election)], election
        )


def _nearest(candidates, election):
    candidates = [other for other in candidates if not other.sources & election.sources]
    return min(candidates, key=lambda other: _days_between(other, election), default=None)


def _is_near(one, other):
    """Return whether two dates are at most ROUNDS_WITHIN_DAYS apart. False if one of the dates is only a year."""
    is_precise = min(len(one.get("date")), len(other.get("date"))) > len("2022")
    return is_precise and _days_between(one, other) <= ROUNDS_WITHIN_DAYS


def _days_between(one, other):
    return abs((dates.first_day(one.get("date")) - dates.first_day(other.get("date"))).days)
