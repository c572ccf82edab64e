from collections.abc import Iterable

COMPOSITION = "composition"
"""The field name of changed compositions in the journal, and their name in the report of an import."""


def in_order(seats: Iterable[tuple[str, int]]) -> list[list]:
    """Return seats by party in the form of the journal: ``[[name, seats], …]``, the most seats first, then by name."""
    return [[name, count] for name, count in sorted(seats, key=lambda row: (-row[1], row[0]))]
