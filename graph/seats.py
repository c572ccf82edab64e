"""How the change journal stores the seats of a chamber."""

from collections.abc import Iterable

COMPOSITION = "composition"
"""The field name of changed compositions in the journal, and their name in the report of an import."""


def in_order(seats: Iterable[tuple[str, int]]) -> list[list]:
    """Return the seats as ``[[name, seats], …]``, most seats first.

    Names with equal numbers are in alphabetical order.
    """
    return [[name, count] for name, count in sorted(seats, key=lambda row: (-row[1], row[0]))]
