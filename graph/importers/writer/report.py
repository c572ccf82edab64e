"""Count what an import changes."""

from collections import Counter
from dataclasses import dataclass, field

from graph.importers.records import RejectedRecord


@dataclass
class Report:
    """The numbers of entities, relationships and compositions by type. ``matched`` counts rows that already exist and
    do not change."""

    created: Counter = field(default_factory=Counter)
    updated: Counter = field(default_factory=Counter)
    matched: Counter = field(default_factory=Counter)
    removed: Counter = field(default_factory=Counter)
    rejected: list[RejectedRecord] = field(default_factory=list)

    def reject(self, reason: str, line: str) -> None:
        self.rejected.append(RejectedRecord(reason=reason, line=line))

    def count_change(self, name: str, row, before: tuple) -> None:
        """Count a relationship or composition as updated if its values differ from ``before``, or as matched if not."""
        differs = row.values() != before
        row.changed = row.changed or differs
        (self.updated if differs and row.pk else self.matched)[name] += 1

    def rows(self) -> list[tuple[str, int, int, int, int]]:
        """Return (type, created, updated, matched, removed) for each type, sorted by type."""
        counters = (self.created, self.updated, self.matched, self.removed)
        return [(name, *(counter[name] for counter in counters)) for name in sorted(set().union(*counters))]
