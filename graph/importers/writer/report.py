"""What an import did: counts by kind, and every refused record with its reason and place."""

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

    @property
    def changed_nothing(self) -> bool:
        return not (self.created or self.updated or self.removed)

    def reject(self, reason: str, line: str) -> None:
        """Note a record that cannot be used; the import goes on."""
        self.rejected.append(RejectedRecord(reason=reason, line=line))

    def rows(self) -> list[tuple[str, int, int, int, int]]:
        """(kind, type or composition, created, updated, matched, removed), in alphabetical order."""
        names = sorted({*self.created, *self.updated, *self.matched, *self.removed})
        return [
            (name, self.created[name], self.updated[name], self.matched[name], self.removed[name]) for name in names
        ]
