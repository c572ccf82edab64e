"""Compute the picture of a chamber: a dot for each seat, in rows of half circles, parties from left to right."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import cos, pi, sin
from typing import NamedTuple

from snapshots.pictures.colours import party_fill, slug_of
from snapshots.pictures.text import shortened

COLOURS = 8
"""How many colours the style sheet has for groups that are not parties. Later groups share the last one."""
PATTERNS = 4
"""Dots are full, or have a hole, an upright bar or a level bar, because not everybody can distinguish the colours."""
MOST_KEYS = 12
INNER_RADIUS = 0.4
"""The radius of the first row; that of the last row is 1."""
MOST_ROWS = 24
LONGEST_NAME = 26


class Seat(NamedTuple):
    """The centre of the dot for one seat."""

    x: float
    y: float


@dataclass(frozen=True)
class Wedge:
    """The seats of a party. ``fill`` is its colour as a value of the SVG attribute, and ``pattern`` a number below
    `PATTERNS`, which differs from that of the next wedge."""

    name: str
    seats: list[Seat]
    fill: str
    pattern: int


@dataclass(frozen=True)
class Hemicycle:
    """The picture of a chamber with an outer radius of 100, with the parties from left to right. ``radius`` is that of
    a dot."""

    wedges: list[Wedge]
    radius: float

    @property
    def keys(self) -> list[tuple[Wedge, str, int, int, int]]:
        """Return the entries of the legend, which has two columns, as (wedge, name, seats, x, y)."""
        return [
            (wedge, shortened(wedge.name, LONGEST_NAME), len(wedge.seats), 100 * (place % 2), 110 + 9 * (place // 2))
            for place, wedge in enumerate(self.wedges[:MOST_KEYS])
        ]

    @property
    def hidden(self) -> int:
        """Return the number of parties that the legend leaves out."""
        return max(len(self.wedges) - MOST_KEYS, 0)

    @property
    def height(self) -> int:
        return 122 + 9 * ((len(self.keys) + 1) // 2 + bool(self.hidden))


def hemicycle(composition: list[dict]) -> Hemicycle | None:
    """Return the picture of a composition, which is a list as in a snapshot. Return None if it has no seats."""
    total = sum(row["seats"] for row in composition)
    if not total:
        return None
    dots, radius = _dots(total)
    seats = iter(dots)
    wedges = [
        Wedge(row["name"], list(islice(seats, row["seats"])), party_fill(slug_of(row)), place % PATTERNS)
        for place, row in enumerate(composition)
    ]
    return Hemicycle(wedges, radius)


@lru_cache(maxsize=256)
def _dots(total):
    """Return (the dots of a chamber from left to right, their radius)."""
    rows = _rows(total)
    # Sorted by angle, each party gets a wedge of the half circle and not a row.
    places = sorted(place for row, seats in enumerate(rows) for place in _places(row, len(rows), seats))
    # A tenth is a quarter of a pixel in the widest picture.
    dots = [
        Seat(round(100 + 100 * radius * -cos(angle), 1), round(100 - 100 * radius * sin(angle), 1))
        for angle, radius in places
    ]
    return dots, round(_dot_radius(rows), 2)


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
    """Return how many seats fit into this number of rows if neighbours in a row are as far apart as the rows are."""
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
    # Less than half of the distance leaves a gap between two dots; 18 limits the dots of a very small chamber.
    return 0.42 * min(between_rows, between_seats, 18)
