"""How the seats of a chamber stand, as the journal tells it."""

from collections.abc import Iterable

COMPOSITION = "composition"
"""What compositions are called in the journal, and counted as in the report of an import."""


def in_order(seats: Iterable[tuple[str, int]]) -> list[list]:
    """``[[name, seats], …]`` of what has the name and how many seats, most seats first."""
    return [[name, count] for name, count in sorted(seats, key=lambda row: (-row[1], row[0]))]
