"""The report of an import: how many entities and relationships it has changed, and which records it has rejected."""

from collections import Counter
from dataclasses import dataclass, field

from graph.importers.records import RejectedRecord


@dataclass
class Report:
    """Counts entities, relationships and compositions by type: those that an import has created, updated and removed,
    and those that it has found and not changed (``matched``). ``rejected`` has the records that could not be stored."""

    created: Counter = field(default_factory=Counter)
    updated: Counter = field(default_factory=Counter)
    matched: Counter = field(default_factory=Counter)
    removed: Counter = field(default_factory=Counter)
    rejected: list[RejectedRecord] = field(default_factory=list)

    def reject(self, reason: str, line: str) -> None:
        self.rejected.append(RejectedRecord(reason=reason, line=line))

    def count_change(self, name: str, row, before: tuple) -> None:
        """Count a relationship or composition (``row``) after a merge: as updated if it is in the database and its
        values differ from ``before``, otherwise as matched. ``row.changed`` becomes True if they differ. ``name`` is
        the type of relationship, or "composition"."""
        differs = row.values() != before
        row.changed = row.changed or differs
        (self.updated if differs and row.pk else self.matched)[name] += 1

    def rows(self) -> list[tuple[str, int, int, int, int]]:
        """Return (name, created, updated, matched, removed), sorted by name: for example ("party", 3, 1, 20, 0)."""
        counters = (self.created, self.updated, self.matched, self.removed)
        return [(name, *(counter[name] for counter in counters)) for name in sorted(set().union(*counters))]
