"""Compute the network of an entity: its neighbours in a circle, grouped by the type of their relationships."""

from dataclasses import dataclass
from math import cos, pi, sin
from textwrap import wrap

from snapshots.pictures.seats import COLOURS
from snapshots.pictures.text import shortened

MOST_OF_A_GROUP = 8
LONGEST_LABEL = 20
"""Short, so that the text can be large enough for a phone."""
LONGEST_LINE, MOST_LINES = 13, 4
CENTRE = 330
RADIUS = 130
LABEL_DISTANCE = 10
WIDTH = 2 * CENTRE
HEIGHT = WIDTH + 120
"""Enough for four types of relationships, the most that an entity can have."""
SIZE = WIDTH, HEIGHT
GAP = 1.5
"""The space between two groups, in places of neighbours."""


@dataclass(frozen=True)
class Neighbour:
    """A neighbour at (``x``, ``y``). ``label_x`` and ``angle`` (degrees) place its label around the centre, and
    ``anchor`` says which end of the label is there."""

    label: str
    x: float
    y: float
    colour: int
    label_x: float
    angle: float
    anchor: str


@dataclass(frozen=True)
class Network:
    """The picture of an entity with its neighbours. ``name`` has the lines of the entity's name. ``legend`` has (label
    of the relationships, their number, y, colour)."""

    name: list[str]
    neighbours: list[Neighbour]
    legend: list[tuple[str, int, int, int]]
    hidden: int
    centre: int = CENTRE
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def first_line(self) -> float:
        """Return how far the first line of the name is from the centre, in heights of a line. Above, it is negative."""
        return 0.85 - len(self.name) / 2


def network(name: str, groups: list[tuple[str, list[str], int]]) -> Network | None:
    """Return the network of the entity with this name, or None if it has no relationship. ``groups`` has (label of the
    relationships, names of the most important neighbours, number of all) for each type."""
    groups = [group for group in groups if group[2]]
    if not groups:
        return None
    places = sum(len(names) for _, names, _ in groups) + GAP * len(groups)
    neighbours, place = [], 0.0
    # A gap separates two groups, so that colour is not the only sign of them.
    for colour, (_, names, _) in enumerate(groups, start=1):
        for label in names:
            neighbours.append(_neighbour(label, min(colour, COLOURS), 2 * pi * place / places))
            place += 1
        place += GAP
    legend = [(label, total, 2 * CENTRE + 30 * row, row + 1) for row, (label, _, total) in enumerate(groups)]
    # The circle in the centre has room for four short lines.
    lines = wrap(shortened(name, MOST_LINES * LONGEST_LINE), LONGEST_LINE)[:MOST_LINES]
    return Network(lines, neighbours, legend, sum(total for *_, total in groups) - len(neighbours))


def _neighbour(name, colour, angle):
    x, y = CENTRE + RADIUS * cos(angle), CENTRE + RADIUS * sin(angle)
    degrees = round(angle * 180 / pi, 1)
    label = shortened(name, LONGEST_LABEL)
    distance = RADIUS + LABEL_DISTANCE
    # On the left half, a label is turned around, so that nobody reads it upside down.
    if cos(angle) < 0:
        return Neighbour(label, round(x, 1), round(y, 1), colour, CENTRE - distance, round(degrees - 180, 1), "end")
    return Neighbour(label, round(x, 1), round(y, 1), colour, CENTRE + distance, degrees, "start")
