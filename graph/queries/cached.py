from collections.abc import Callable, Collection, Hashable
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar

from graph.queries.sql import fetch_all, moment_of, read_queries

MOST_VALUES = 10_000
JOURNAL_COLUMNS = read_queries(__file__).JOURNAL_COLUMNS
Value = TypeVar("Value")


class JournalHead(NamedTuple):
    """The state of the change journal: it names the newest change. If two states are equal, the graph did not change
    between them. So data that were cached in the first state are still correct in the second one. To cache data, read
    the state first and the data afterwards, so that the data are never older than the state.

    - ``position`` is the number of the newest change. A change gets its number shortly after it is written.
    - ``changed_at`` is the time of the newest change, with or without a number.
    - ``assigned_at`` is the time when changes last got numbers or, if this was later, when a source was last edited.

    A field is None if it has no value yet."""

    assigned_at: str | None
    position: int | None
    changed_at: str | None

    @property
    def newest(self) -> datetime:
        return moment_of(self.changed_at) if self.changed_at else datetime.fromtimestamp(0, UTC)


class CachedValues:
    """A cache of values that are computed from the graph. The cache is emptied when the change journal has new changes,
    or when it would have more than ``most`` values.

    ``is_valid_after(old, new)`` gets two states of the journal. If it returns True, values that were computed in the
    old state are still correct in the new one, and the cache is not emptied."""

    def __init__(
        self,
        most: int = MOST_VALUES,
        is_valid_after: Callable[[JournalHead, JournalHead], bool] = lambda old, new: False,
    ):
        self._most, self._is_valid_after = most, is_valid_after
        # Store the journal state and its values as one tuple. So a thread never combines a state with the values of
        # another state.
        self._cache: tuple[JournalHead | None, dict[Hashable, object]] = (None, {})

    def clear(self) -> None:
        self._cache = (None, {})

    def get(self, head: JournalHead, key: Hashable, compute: Callable[[], Value]) -> Value:
        return self.get_many(head, {key}, lambda _: {key: compute()})[key]

    def get_many(
        self, head: JournalHead, keys: Collection[Hashable], compute: Callable[[set], dict[Hashable, Value]]
    ) -> dict[Hashable, Value]:
        """Return a dictionary with the values of these keys, and possibly of others. The caller must not change it.
        ``compute`` gets the set of keys that are not cached, and returns a dictionary with their values. ``head`` is
        the current state of the change journal. If it differs from that of the last call, all cached values are
        dropped, unless ``is_valid_after`` returns True."""
        known, values = self._cache
        if known and head != known and self._is_valid_after(known, head):
            known, self._cache = head, (head, values)
        missing = {key for key in keys if key not in values}
        # If the position is None, no later change could be noticed by it, so nothing is cached.
        if head != known or head.position is None or (missing and len(values) + len(missing) > self._most):
            values, missing = {}, set(keys)
            self._cache = (head, values)
        if missing:
            values |= compute(missing)
        return values


def journal_head() -> JournalHead:
    return JournalHead(*fetch_all(f"SELECT {JOURNAL_COLUMNS}", {})[0])
