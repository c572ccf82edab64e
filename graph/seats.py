from collections.abc import Iterable

COMPOSITION = "composition"
"""In the journal, a change of a composition (the seats of a chamber by party) is recorded under this field name. The
report of an import uses the same name."""


def in_order(seats: Iterable[tuple[str, int]]) -> list[list]:
    """Return the seats by party as a list ``[[name, seats], …]``, which the journal stores: the most seats first, then
    by name."""
    return [[name, count] for name, count in sorted(seats, key=lambda row: (-row[1], row[0]))]
