"""The seats of a chamber as the journal records them."""

from collections.abc import Iterable

COMPOSITION = "composition"
"""The field name of compositions in the journal, and their name in the report of an import."""


def in_order(seats: Iterable[tuple[str, int]]) -> list[list]:
    """Sort (name, seats) into ``[[name, seats], …]``, most seats first."""
    return [[name, count] for name, count in sorted(seats, key=lambda row: (-row[1], row[0]))]
