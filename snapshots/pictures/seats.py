"""Compute the picture of a chamber: a dot for each seat, in rows of half circles, parties from left to right."""

from dataclasses import dataclass
from math import cos, pi, sin

from snapshots.pictures.text import shortened

COLOURS = 8
"""How many colours the style sheet has for parties. Later parties share the last one."""
INNER_RADIUS = 0.4
"""The radius of the first row; that of the last row is 1."""
MOST_ROWS = 24
LONGEST_NAME = 26


@dataclass(frozen=True)
class Seat:
    """A dot: its centre, and the number of its colour."""

    x: float
    y: float
    colour: int


@dataclass(frozen=True)
class Hemicycle:
    """The picture of a chamber with an outer radius of 100. ``radius`` is that of a dot. ``legend`` has (name, seats,
    colour)."""

    seats: list[Seat]
    radius: float
    legend: list[tuple[str, int, int]]

    @property
    def keys(self) -> list[tuple[str, int, int, int, int]]:
        """The parties with a colour of their own and the rest together: (name, seats, x, y, colour), in two columns."""
        shown = [(shortened(name, LONGEST_NAME), seats, colour) for name, seats, colour in self.legend[: COLOURS - 1]]
        others = self.legend[COLOURS - 1 :]
        if others:
            shown.append(("Others", sum(seats for _, seats, _ in others), COLOURS))
        return [
            (name, seats, 100 * (place % 2), 108 + 9 * (place // 2), colour)
            for place, (name, seats, colour) in enumerate(shown)
        ]

    @property
    def height(self) -> int:
        return 118 + 9 * ((len(self.keys) + 1) // 2)


def hemicycle(composition: list[dict]) -> Hemicycle | None:
    """Return the picture of a composition, which is a list as in a snapshot. Return None if it has no seats."""
    total = sum(row["seats"] for row in composition)
    if not total:
        return None
    rows = _rows(total)
    legend = [(row["name"], row["seats"], min(rank, COLOURS)) for rank, row in enumerate(composition, start=1)]
    colours = [colour for _, seats, colour in legend for _ in range(seats)]
    # Sorted by angle, each party gets a wedge of the half circle and not a row.
    places = sorted(place for row, seats in enumerate(rows) for place in _places(row, len(rows), seats))
    seats = [
        Seat(round(100 + 100 * radius * -cos(angle), 2), round(100 - 100 * radius * sin(angle), 2), colour)
        for (angle, radius), colour in zip(places, colours, strict=True)
    ]
    return Hemicycle(seats, round(_dot_radius(rows), 2), legend)


def _rows(total):
    """Return the number of seats in each row, the inner row first. All seats have about the same distance."""
    count = next(rows for rows in range(1, MOST_ROWS + 1) if rows == MOST_ROWS or _capacity(rows) >= total)
    radii = [_radius(row, count) for row in range(count)]
    seats = [int(total * radius / sum(radii)) for radius in radii]
    # The seats lost by rounding go to the outer rows, where they are noticed least.
    for row in range(total - sum(seats)):
        seats[count - 1 - row % count] += 1
    return seats


def _capacity(rows):
    """Return how many seats fit into this number of rows if the distance between seats is that between rows."""
    distance = (1 - INNER_RADIUS) / rows
    return sum(int(pi * _radius(row, rows) / distance) + 1 for row in range(rows))


def _radius(row, rows):
    return 1 if rows == 1 else INNER_RADIUS + (1 - INNER_RADIUS) * row / (rows - 1)


def _places(row, rows, seats):
    radius = _radius(row, rows)
    return [(pi * seat / (seats - 1) if seats > 1 else pi / 2, radius) for seat in range(seats)]


def _dot_radius(rows):
    between_rows = 100 * (1 - INNER_RADIUS) / max(len(rows) - 1, 1)
    between_seats = min(100 * pi * _radius(row, len(rows)) / max(seats - 1, 1) for row, seats in enumerate(rows))
    # Less than half of the distance leaves a gap between two dots; 12 limits the dots of a very small chamber.
    return 0.42 * min(between_rows, between_seats, 12)
