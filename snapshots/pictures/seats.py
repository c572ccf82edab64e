"""Compute the picture of a chamber (hemicycle). It has a dot for each seat, in rows of half circles, with the parties
from left to right."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import cos, pi, sin
from typing import NamedTuple

from graph.kinds import NoParty
from snapshots.pictures.colours import party_fill, slug_of
from snapshots.pictures.text import shortened

PATTERNS = 4
"""The number of patterns in which dots are drawn: full, with a hole, with a vertical bar, or with a horizontal bar.
They help readers who cannot distinguish the colours."""
MOST_KEYS = 12
INNER_RADIUS = 0.4
"""The radius of the innermost row of seats, if the radius of the outermost row is 1."""
MOST_ROWS = 24
LONGEST_NAME = 26
LEAST_PLACED = 0.75
"""The picture orders parties from left to right only if the parties with a known position have at least this share of
the seats of all parties."""
COLUMNS_OF_GAP = 2
"""If the parties are sorted by position, a gap follows the rightmost party. Behind it are vacant seats, and parties
whose position is not known. The gap is as wide as this number of columns of dots."""


class Seat(NamedTuple):
    """The centre of the dot for one seat, in units of the SVG: ``x`` from 0 (left) to 200, ``y`` from 0 (top) to
    100."""

    x: float
    y: float


@dataclass(frozen=True)
class Wedge:
    """The part of the picture with the seats of one party. ``slug`` is None if the graph does not have the party.
    ``pattern`` is a number below `PATTERNS`; wedges next to each other have different patterns. ``row`` is the index of
    the party in the composition (the list of parties with their seats). ``is_apart`` is True if a gap separates the
    wedge from the others: the seats are vacant, or the party's position between left and right is not known."""

    name: str
    slug: str | None
    seats: list[Seat]
    pattern: int
    row: int
    is_apart: bool = False

    @property
    def fill(self) -> str:
        """Return the colour of the party as a value of the SVG attribute ``fill``."""
        return party_fill(self.slug)

    @property
    def is_unplaced(self) -> bool:
        """Return True if it is not known where the party is between left and right. Return False for vacant seats,
        which belong to no party."""
        return self.is_apart and self.name != NoParty.VACANT


@dataclass(frozen=True)
class Hemicycle:
    """The picture of a chamber: a half circle with an outer radius of 100. ``wedges`` has the parties from left to
    right. ``radius`` is the radius of a dot (a seat). ``is_by_position`` is True if the parties are sorted by their
    positions between left and right. If it is False, they have the same order as in the composition (the list of
    parties with their seats)."""

    wedges: list[Wedge]
    radius: float
    is_by_position: bool

    @property
    def apart(self) -> int:
        """Return the number of seats that the picture shows behind a gap: vacant seats, and seats of parties whose
        position between left and right is not known."""
        return sum(len(wedge.seats) for wedge in self.wedges if wedge.is_apart)

    @property
    def gap_text(self) -> str:
        """Return a text about the seats behind the gap, such as "Behind the gap: 3 seats, vacant", or "" if there is no
        gap. These seats are vacant, or belong to parties whose position between left and right is not known."""
        if not self.apart:
            return ""
        seats = f"{self.apart} seat{'' if self.apart == 1 else 's'}"
        kinds = {wedge.is_unplaced for wedge in self.wedges if wedge.is_apart and wedge.seats}
        if kinds == {False}:
            return f"Behind the gap: {seats}, vacant"
        return f"Behind the gap: {seats}{', vacant or' if False in kinds else ''} without a known position"

    @property
    def rows(self) -> list[Wedge]:
        """Return the `Wedge` of each party, in the order of the parties in the composition."""
        return sorted(self.wedges, key=lambda wedge: wedge.row)

    @property
    def keys(self) -> list[tuple[Wedge, str, int, int, int]]:
        """Return a tuple (`Wedge`, name, number of seats, x, y) for each party in the legend. ``x`` and ``y`` are the
        place of the party in the picture. The legend has two columns, and at most 12 parties."""
        return [
            (wedge, shortened(wedge.name, LONGEST_NAME), len(wedge.seats), 100 * (place % 2), 110 + 9 * (place // 2))
            for place, wedge in enumerate(self.rows[:MOST_KEYS])
        ]

    @property
    def hidden(self) -> int:
        """Return the number of parties that are not in the legend, because it has room for only 12."""
        return max(len(self.wedges) - MOST_KEYS, 0)

    @property
    def height(self) -> int:
        return 122 + 9 * ((len(self.keys) + 1) // 2 + bool(self.hidden) + bool(self.apart))


def hemicycle(composition: list[dict], positions: Mapping[str, float] | None = None) -> Hemicycle | None:
    """Return the picture of a chamber, or None if it has no seats. ``composition`` is the list of parties with their
    seats in a snapshot. ``positions`` maps slugs of parties to numbers, lowest for the leftmost party.

    If the positions of most seats are known, the parties are sorted by position. Seats without a position are last,
    behind a gap. Otherwise, the parties have the order of the composition."""
    total = sum(row["seats"] for row in composition)
    if not total:
        return None
    rows = list(enumerate(composition))
    is_by_position = bool(positions) and _are_placed(composition, positions)
    placed, apart = rows, []
    if is_by_position:
        placed = [pair for pair in rows if slug_of(pair[1]) in positions]
        placed.sort(key=lambda pair: positions[slug_of(pair[1])])
        # Parties come first, then those who belong to no party.
        apart = sorted((pair for pair in rows if pair not in placed), key=lambda pair: not slug_of(pair[1]))
    gap = COLUMNS_OF_GAP * len(_rows(total)) if placed and sum(row["seats"] for _, row in apart) else 0
    dots, radius = _dots(total + gap)
    seats = iter(dots)
    wedges = [_wedge(pair, seats, place, is_apart=False) for place, pair in enumerate(placed)]
    seats = islice(seats, gap, None)
    wedges += [_wedge(pair, seats, place, is_apart=True) for place, pair in enumerate(apart, start=len(placed))]
    return Hemicycle(wedges, radius, is_by_position)


def _wedge(pair, seats, place, *, is_apart):
    index, row = pair
    return Wedge(row["name"], slug_of(row), list(islice(seats, row["seats"])), place % PATTERNS, index, is_apart)


def _are_placed(composition, positions):
    of_parties = [row for row in composition if slug_of(row)]
    placed = sum(row["seats"] for row in of_parties if slug_of(row) in positions)
    return placed and placed >= LEAST_PLACED * sum(row["seats"] for row in of_parties)


@lru_cache(maxsize=64)
def _dots(total):
    """Return (dots, radius): the dots of a chamber with ``total`` seats, from left to right, and the radius of each
    dot."""
    rows = _rows(total)
    # Because the dots are sorted by angle, the dots of a party form a wedge and not a row.
    places = sorted(place for row, seats in enumerate(rows) for place in _places(row, len(rows), seats))
    # Round to tenths. In the widest picture, a tenth is a quarter of a pixel.
    dots = [
        Seat(round(100 + 100 * radius * -cos(angle), 1), round(100 - 100 * radius * sin(angle), 1))
        for angle, radius in places
    ]
    return dots, round(_dot_radius(rows), 2)


def _rows(total):
    """Distribute the ``total`` seats over rows. Return the number of seats in each row, the inner row first. The
    distances between all seats are about the same."""
    count = next(rows for rows in range(1, MOST_ROWS + 1) if rows == MOST_ROWS or _capacity(rows) >= total)
    radii = [_radius(row, count) for row in range(count)]
    seats = [int(total * radius / sum(radii)) for radius in radii]
    # Rounding down leaves some seats over. They go to the outer rows, where they are least visible.
    for row in range(total - sum(seats)):
        seats[count - 1 - row % count] += 1
    return seats


def _capacity(rows):
    """Return how many seats fit into a half circle with this number of rows, if neighbouring dots in a row are about as
    far apart as neighbouring rows."""
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
    # The factor is less than half, so that there is a gap between dots. 18 limits the dots of a very small chamber.
    return 0.42 * min(between_rows, between_seats, 18)
