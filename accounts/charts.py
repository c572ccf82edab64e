"""Bars over days: where each stands, in per cent across and in pixels down, for a template to draw as SVG.

Across in per cent, so that a chart is as wide as its page and the letters in it stay as large as the text around it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

TOP, FOOT, HEIGHT = 30, 190, 220
"""In pixels: where the highest tick stands, where the bars do, and the end of the picture with the names of days."""
GUTTER = 12
"""Per cent across, left of the first bar, for the numbers of the ticks."""
SHARE_OF_A_BAR = 0.8
"""Of the room of its day; the rest is space between."""
LEAST_HEIGHT = 3
"""In pixels: a single throttled request among thousands can be seen."""
DAYS_BETWEEN_NAMES = 10
ROUND = (1, 2, 4, 6, 8, 10)


@dataclass(frozen=True)
class Column:
    """One day: kinds of pieces with their amounts, from the foot up, and what the column says when pointed at."""

    day: date
    amounts: Sequence[tuple[str, int]]
    says: str


@dataclass(frozen=True)
class Piece:
    kind: str
    y: float
    height: float


@dataclass(frozen=True)
class Bar:
    x: float
    width: float
    says: str
    pieces: Sequence[Piece]


@dataclass(frozen=True)
class Label:
    """A tick beside the bars (``y``) or a day below them (``x``, with the end of the text that stands there)."""

    text: str
    x: float = 0
    y: float = 0
    anchor: str = "start"


@dataclass(frozen=True)
class Chart:
    bars: Sequence[Bar]
    ticks: Sequence[Label]
    days: Sequence[Label]
    limit: float | None
    """How far down the line of the limit stands."""
    gutter: int = GUTTER
    foot: int = FOOT
    height: int = HEIGHT


def bars_over_days(columns: Sequence[Column], limit: int | None = None) -> Chart:
    """The chart of the columns, one a day and in order; its scale reaches above the limit, where one is given."""
    top = rounded_up(max([limit or 0, *(sum(amount for _, amount in column.amounts) for column in columns)]))
    return Chart(
        bars=[_bar(column, place, len(columns), top) for place, column in enumerate(columns)],
        ticks=[Label(spelled(number), y=_down(number, top)) for number in (0, top // 2, top)],
        days=_names_of_days(columns),
        limit=None if limit is None else _down(limit, top),
    )


def rounded_up(number: int) -> int:
    """The next number that reads well at a tick and can be halved: 2, 4, 6, 8, 10, 20, 40 …; 2 for nothing at all."""
    power = 1
    while True:
        for digit in ROUND:
            if digit * power >= max(number, 2) and digit * power % 2 == 0:
                return digit * power
        power *= 10


def spelled(number: int) -> str:
    """As short as fits beside the bars: 500, 4,000, 20k, 1.5M."""
    for least, unit, letter in ((1_000_000, 1_000_000, "M"), (10_000, 1_000, "k")):
        if number >= least:
            return f"{number / unit:g}{letter}"
    return f"{number:,}"


def _down(number, top):
    return round(FOOT - (FOOT - TOP) * number / top, 1)


def _left(place, places):
    return GUTTER + (100 - GUTTER) * place / places


def _bar(column, place, places, top):
    space = (100 - GUTTER) / places
    pieces, foot = [], FOOT
    for kind, amount in column.amounts:
        if amount:
            height = max(LEAST_HEIGHT, round((FOOT - TOP) * amount / top, 1))
            foot = round(foot - height, 1)
            pieces.append(Piece(kind, foot, height))
    x = _left(place, places) + space * (1 - SHARE_OF_A_BAR) / 2
    return Bar(round(x, 2), round(space * SHARE_OF_A_BAR, 2), column.says, pieces)


def _names_of_days(columns):
    """Of the last day, and of every tenth before it; the last ends where the bars do."""
    last = len(columns) - 1
    return [
        Label(
            f"{columns[place].day:%-d %b}",
            x=100 if place == last else round(_left(place + 0.5, len(columns)), 2),
            anchor="end" if place == last else "middle",
        )
        for place in range(last, 0, -DAYS_BETWEEN_NAMES)
    ]
