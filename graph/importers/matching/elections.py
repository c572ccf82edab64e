"""Matches elections by country, kind and date. A run-off within three months is a round of the same election."""

from graph.importers.matching.nodes import Node, NodeIndex
from graph.kinds import ElectionKind
from graph.text import dates

ROUNDS_WITHIN_DAYS = 92


class ElectionIndex(NodeIndex):
    """The elections known so far."""

    def match(self, election: Node) -> Node | None:
        """The known election on the same day, otherwise the nearest round.

        A source that lists two elections means two. There can be several by-elections on one day, so that a name
        must agree as well.
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
    """Whether the days or months are near. A year alone says too little."""
    is_precise = min(len(one.get("date")), len(other.get("date"))) > len("2022")
    return is_precise and _days_between(one, other) <= ROUNDS_WITHIN_DAYS


def _days_between(one, other):
    return abs((dates.first_day(one.get("date")) - dates.first_day(other.get("date"))).days)
