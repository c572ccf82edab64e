"""Compute the picture of an entity's network: its neighbours around it, grouped by the type of their relationships."""

from dataclasses import dataclass
from math import sqrt
from textwrap import wrap

from snapshots.pictures.text import shortened

COLOURS = 8
"""The number of colours in the style sheet for groups of neighbours. All further groups have the last colour."""
MOST_OF_A_GROUP = 8
LONGEST_LINE = 22
"""The largest number of characters in a line of a label. A label has at most two lines. Short lines allow a text that
is large enough for a phone."""
LONGEST_NAME = 48
NAME_HEIGHT = 40
"""The height of the line with the entity's name above the neighbours, in units of the SVG."""
WIDTH = 576
CENTRE = WIDTH // 2
HORIZONTAL_RADIUS, LEAST_RADIUS = 48, 80
"""The neighbours are placed on an ellipse. Half of its width is HORIZONTAL_RADIUS, and half of its height is at least
LEAST_RADIUS, in units of the SVG. The ellipse is narrow, so that the labels have most of the width."""
LABEL_DISTANCE = 12
ROW_HEIGHT = 42
"""The vertical distance between neighbours on one side, in units of the SVG. Two lines of a label fit into it."""
LEGEND_HEIGHT = 30


@dataclass(frozen=True)
class Neighbour:
    """A neighbour at (``x``, ``y``). ``lines`` is the text of its label, ``label_x`` is the position of the label, and
    ``anchor`` is the SVG attribute ``text-anchor``. ``colour`` is a number from 1 to `COLOURS`."""

    lines: list[str]
    x: float
    y: float
    colour: int
    label_x: float
    anchor: str


@dataclass(frozen=True)
class Network:
    """The picture of an entity with its neighbours. ``legend`` has (label of the relationships, number of neighbours,
    y, number of the colour) for each type of relationship. ``hidden`` is the number of neighbours that are not shown.
    All lengths are in units of the SVG."""

    name: str
    neighbours: list[Neighbour]
    legend: list[tuple[str, int, int, int]]
    hidden: int
    centre_y: int
    height: int
    centre: int = CENTRE
    width: int = WIDTH


def network(name: str, groups: list[tuple[str, list[str], int]]) -> Network | None:
    """Return the picture of an entity with its neighbours, or None if it has none. ``name`` is the name of the entity.
    ``groups`` has (label of the relationships, names of the most important neighbours, number of all neighbours) for
    each type of relationship."""
    groups = [group for group in groups if group[2]]
    if not groups:
        return None
    shown = [(label, colour) for colour, (_, names, _) in enumerate(groups, start=1) for label in names]
    # The groups go clockwise around the ring, from the top: down on the right side, and up on the left side.
    right, left = shown[: (len(shown) + 1) // 2], shown[(len(shown) + 1) // 2 :][::-1]
    radius = max(ROW_HEIGHT * len(right) / 2, LEAST_RADIUS)
    neighbours = [*_half(right, radius, 1), *_half(left, radius, -1)]
    bottom = NAME_HEIGHT + round(2 * radius) + LEGEND_HEIGHT
    legend = [(label, total, bottom + LEGEND_HEIGHT * row, row + 1) for row, (label, _, total) in enumerate(groups)]
    hidden = sum(total - len(names) for _, names, total in groups)
    centre_y, height = NAME_HEIGHT + round(radius), bottom + LEGEND_HEIGHT * len(groups)
    return Network(shortened(name, LONGEST_NAME), neighbours, legend, hidden, centre_y, height)


def _half(rows, radius, side):
    """Yield a `Neighbour` with its position for each of the ``rows`` (name, index of the colour), from top to bottom.
    All are on one side of an ellipse: the right side if ``side`` is 1, the left side if it is -1. ``radius`` is half of
    the height of the ellipse."""
    for place, (name, colour) in enumerate(rows):
        # The heights have equal distances, from -1 at the top to 1 at the bottom.
        height = (2 * place + 1) / len(rows) - 1
        x = CENTRE + side * HORIZONTAL_RADIUS * sqrt(1 - height**2)
        anchor = "start" if side > 0 else "end"
        yield Neighbour(
            _lines(name), round(x, 1), round(NAME_HEIGHT + radius * (1 + height), 1), min(colour, COLOURS),
            round(x + side * LABEL_DISTANCE, 1), anchor,
        )  # fmt: skip


def _lines(name):
    first, *others = wrap(name, LONGEST_LINE)
    return [first, shortened(" ".join(others), LONGEST_LINE)] if others else [first]
