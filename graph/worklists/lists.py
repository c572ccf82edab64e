"""Which lists there are, in the order in which they are shown."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date

from graph.worklists import live, offices, twins, wrong
from graph.worklists.row import Row


@dataclass(frozen=True)
class List:
    """``counts(day)`` are numbers of rows by kind, ``rows(kinds, day)`` what can be counted and sliced, of these
    kinds, and ``tell(rows, day)`` makes rows of such a slice. A list with ``find`` is kept; its counts come of that.
    """

    name: str
    title: str
    about: str
    rows: Callable[[Collection[str], date], Sequence]
    tell: Callable[[Sequence, date], list[Row]]
    counts: Callable[[date], dict[str, int]] | None = None
    find: Callable[[date], tuple[dict[str, int], list]] | None = None

    @property
    def is_kept(self) -> bool:
        return self.find is not None


LISTS = {
    row.name: row
    for row in (
        List(
            "checks",
            "Findings of the checks",
            "What the rules about the data find amiss, but for the exceptions that are listed with their reasons.",
            rows=wrong.rows,
            tell=wrong.tell,
            find=wrong.find,
        ),
        List(
            "duplicates",
            "Two that may be one",
            "People of one country, or parties of one, that share a name. Merge them, or say that they are two.",
            rows=twins.rows,
            tell=twins.tell,
            find=twins.find,
        ),
        List(
            "offices",
            "Offices vacant, or held by several",
            "As far as is known today, heads of state and government first. Seats in parliaments are left out.",
            rows=offices.rows,
            tell=offices.tell,
            counts=offices.counts,
        ),
        List(
            "overdue",
            "Elections overdue",
            "Scheduled for a day that is past: held, moved or cancelled?",
            rows=live.overdue,
            tell=live.tell_overdue,
            counts=live.count_overdue,
        ),
        List(
            "stale",
            "Facts nobody has verified for two years",
            "Statements without an end: what nobody has confirmed for long may have ended unnoticed.",
            rows=live.stale,
            tell=live.tell_stale,
            counts=live.count_stale,
        ),
        List(
            "drafts",
            "Drafts that wait for publication",
            "The outside is not told of them yet.",
            rows=live.drafts,
            tell=live.tell_drafts,
            counts=live.count_drafts,
        ),
    )
}
