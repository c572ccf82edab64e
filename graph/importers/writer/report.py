"""What an import did: counts by kind, and every rejected record with its reason and its line in the source."""

from collections import Counter
from dataclasses import dataclass, field

from graph.importers.records import RejectedRecord


@dataclass
class Report:
    """``created``, ``updated`` and ``matched`` count entities by kind, relationships by type, and compositions."""

    created: Counter = field(default_factory=Counter)
    updated: Counter = field(default_factory=Counter)
    matched: Counter = field(default_factory=Counter)
    removed: Counter = field(default_factory=Counter)
    rejected: list[RejectedRecord] = field(default_factory=list)

    def reject(self, reason: str, line: str) -> None:
        """Note a record that cannot be used. The import continues."""
        self.rejected.append(RejectedRecord(reason=reason, line=line))

    def count_change(self, name: str, row, before: tuple) -> None:
        """Count a known row as updated if its values differ from those before, otherwise as matched."""
        differs = row.values() != before
        row.changed = row.changed or differs
        (self.updated if differs and row.pk else self.matched)[name] += 1

    def rows(self) -> list[tuple[str, int, int, int, int]]:
        """(kind, type or composition, created, updated, matched, removed), in alphabetical order."""
        counters = (self.created, self.updated, self.matched, self.removed)
        return [(name, *(counter[name] for counter in counters)) for name in sorted(set().union(*counters))]
