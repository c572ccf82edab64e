"""Count what an import did, and collect every rejected record with its reason and its line in the source."""

from collections import Counter
from dataclasses import dataclass, field

from graph.importers.records import RejectedRecord


@dataclass
class Report:
    """The result of an import. Its counters count entities by kind, relationships by type, and compositions."""

    created: Counter = field(default_factory=Counter)
    updated: Counter = field(default_factory=Counter)
    matched: Counter = field(default_factory=Counter)
    removed: Counter = field(default_factory=Counter)
    rejected: list[RejectedRecord] = field(default_factory=list)

    def reject(self, reason: str, line: str) -> None:
        """Add a record that cannot be used to ``rejected``. The import continues."""
        self.rejected.append(RejectedRecord(reason=reason, line=line))

    def count_change(self, name: str, row, before: tuple) -> None:
        """Count a stored row as updated if its values differ from ``before``, any other as matched. Set ``changed``."""
        differs = row.values() != before
        row.changed = row.changed or differs
        (self.updated if differs and row.pk else self.matched)[name] += 1

    def rows(self) -> list[tuple[str, int, int, int, int]]:
        """Return (name, created, updated, matched, removed) by kind, type or composition, in alphabetical order."""
        counters = (self.created, self.updated, self.matched, self.removed)
        return [(name, *(counter[name] for counter in counters)) for name in sorted(set().union(*counters))]
