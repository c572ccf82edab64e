"""Collect the results of an import: how many entities were created or changed, and which records were rejected."""

from collections import Counter
from dataclasses import dataclass, field

from graph.importers.records import RejectedRecord


@dataclass
class Report:
    """The result of an import.

    ``created``, ``updated``, ``matched`` and ``removed`` count entities by kind, relationships by type, and
    compositions. What is counted as matched was found in the graph and not changed.
    """

    created: Counter = field(default_factory=Counter)
    updated: Counter = field(default_factory=Counter)
    matched: Counter = field(default_factory=Counter)
    removed: Counter = field(default_factory=Counter)
    rejected: list[RejectedRecord] = field(default_factory=list)

    def reject(self, reason: str, line: str) -> None:
        """Add a record that cannot be used to the report. ``line`` is the file and line of the record in the source."""
        self.rejected.append(RejectedRecord(reason=reason, line=line))

    def count_change(self, name: str, row, before: tuple) -> None:
        """Set ``changed`` of a relationship or composition if its values differ from the values ``before``.

        Count the relationship or composition as updated if it differs and is in the database, otherwise as matched.
        """
        differs = row.values() != before
        row.changed = row.changed or differs
        (self.updated if differs and row.pk else self.matched)[name] += 1

    def rows(self) -> list[tuple[str, int, int, int, int]]:
        """Return (name, created, updated, matched, removed), ordered by name.

        The name is a kind of entities, a type of relationships, or "composition".
        """
        counters = (self.created, self.updated, self.matched, self.removed)
        return [(name, *(counter[name] for counter in counters)) for name in sorted(set().union(*counters))]
