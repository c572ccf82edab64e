from collections.abc import Callable, Collection, Hashable
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar

from graph.queries.sql import fetch_all, moment_of, read_queries

MOST_VALUES = 10_000
JOURNAL_COLUMNS = read_queries(__file__).JOURNAL_COLUMNS
Value = TypeVar("Value")


class JournalHead(NamedTuple):
    """The state of the journal of changes. ``position`` is the highest position (number) of a change, ``assigned_at``
    is the time when changes last got positions, and ``changed_at`` is the time of the newest change. Each is None if
    there is no such change. Read the state before other data, so that cached data is never older than the state."""

    assigned_at: str | None
    position: int | None
    changed_at: str | None

    @property
    def newest(self) -> datetime:
        return moment_of(self.changed_at) if self.changed_at else datetime.fromtimestamp(0, UTC)


class CachedValues:
    """A cache of values that are computed from the graph. The cache is emptied if the journal of changes has grown
    since the values were computed, or if there are more than ``most`` values.

    ``is_valid_after(old, new)`` can prevent that new changes empty the cache. Its arguments are two states of the
    journal. It returns True if the values of the old state are also correct for the new one."""

    def __init__(
        self,
        most: int = MOST_VALUES,
        is_valid_after: Callable[[JournalHead, JournalHead], bool] = lambda old, new: False,
    ):
        self._most, self._is_valid_after = most, is_valid_after
        # The journal state and its values are one attribute. A thread that reads it never gets the values of a
        # different journal state.
        self._cache: tuple[JournalHead | None, dict[Hashable, object]] = (None, {})

    def clear(self) -> None:
        self._cache = (None, {})

    def get(self, head: JournalHead, key: Hashable, compute: Callable[[], Value]) -> Value:
        return self.get_many(head, {key}, lambda _: {key: compute()})[key]

    def get_many(
        self, head: JournalHead, keys: Collection[Hashable], compute: Callable[[set], dict[Hashable, Value]]
    ) -> dict[Hashable, Value]:
        """Return a dictionary that has at least these keys. ``head`` is the current state of the journal. If the state
        has changed since the last call, all values are computed again. ``compute`` gets the missing keys, and returns a
        dictionary with their values. The caller must not change the returned dictionary."""
        known, values = self._cache
        if known and head != known and self._is_valid_after(known, head):
            known, self._cache = head, (head, values)
        missing = {key for key in keys if key not in values}
        # Without a position there is no state by which a later change could be noticed.
        if head != known or head.position is None or (missing and len(values) + len(missing) > self._most):
            values, missing = {}, set(keys)
            self._cache = (head, values)
        if missing:
            values |= compute(missing)
        return values


def journal_head() -> JournalHead:
    return JournalHead(*fetch_all(f"SELECT {JOURNAL_COLUMNS}", {})[0])
