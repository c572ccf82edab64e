"""Compute charts with one bar for each day, for the template ``account/chart.html``. In this template, x is in per
cent, and y is in pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

TOP, FOOT, HEIGHT = 30, 190, 220
"""Vertical positions in a chart, in pixels from its upper edge: the top of the scale, the bottom of the bars, and the
bottom of the chart, which is below the dates."""
GUTTER = 12
"""The space to the left of the first bar, in per cent of the width. The numbers of the scale are there."""
BAR_SHARE = 0.8
"""The width of a bar, as a fraction of the space for one day."""
MIN_HEIGHT = 3
"""The minimum height of a part of a bar, in pixels, so that one request among thousands is visible."""
DAYS_BETWEEN_LABELS = 10


@dataclass(frozen=True)
class Column:
    """The bar of one day. ``pieces`` are its parts from bottom to top, each a pair (CSS class, number of requests)."""

    day: date
    pieces: Sequence[tuple[str, int]]
    tooltip: str


def bar_chart(columns: Sequence[Column], limit: int | None = None) -> dict:
    """Return the template context for ``account/chart.html``: positions of the bars, the scale and the dates.
    ``columns`` must have at least one day. If ``limit`` is given, add the position of a line at this number of
    requests."""
    top = scale_top(max([limit or 0, *(sum(amount for _, amount in column.pieces) for column in columns)]))
    step = (100 - GUTTER) / len(columns)
    return {
        "bars": [_bar(column, GUTTER + step * number, step, top) for number, column in enumerate(columns)],
        "ticks": [{"text": short_number(number), "y": _y(number, top)} for number in (0, top // 2, top)],
        "days": _day_labels(columns, step),
        "limit_y": None if limit is None else _y(limit, top),
        "gutter": GUTTER,
        "foot": FOOT,
        "height": HEIGHT,
    }


def scale_top(number: int) -> int:
    """Return the number at the top of a chart's scale. It is the smallest of 2, 4, 6, 8, 10, 20, 40, 60, 80, 100 … that
    is at least ``number``. ``number`` is the value of the highest bar or line."""
    number = max(number, 2)
    power = 10 ** (len(str(number)) - 1)
    return next(top for digit in (1, 2, 4, 6, 8, 10) if (top := digit * power) >= number and top % 2 == 0)


def short_number(number: int) -> str:
    """Return a number as a short text such as 500, 4,000, 20k or 1.5M."""
    if number >= 1_000_000:
        return f"{number / 1_000_000:g}M"
    return f"{number / 1_000:g}k" if number >= 10_000 else f"{number:,}"


def _y(number, top):
    return round(FOOT - (FOOT - TOP) * number / top, 1)


def _bar(column, x, step, top):
    pieces, y = [], FOOT
    for css_class, amount in column.pieces:
        if amount:
            height = max(MIN_HEIGHT, round((FOOT - TOP) * amount / top, 1))
            y = round(y - height, 1)
            pieces.append({"css_class": css_class, "y": y, "height": height})
    x += step * (1 - BAR_SHARE) / 2
    return {"x": round(x, 2), "width": round(step * BAR_SHARE, 2), "tooltip": column.tooltip, "pieces": pieces}


def _day_labels(columns, step):
    """Return the dates below the chart as a list of dictionaries, one for each date. Each dictionary has the text of
    the date, such as "5 Mar", and its position in per cent. The last day of the chart has a date, and so has every
    tenth day before it, but never the first day. ``columns`` are the bars, one for each day. ``step`` is the width of
    one day in per cent of the chart."""
    last = len(columns) - 1
    labels = [
        {"text": f"{columns[number].day:%-d %b}", "x": round(GUTTER + step * (number + 0.5), 2), "anchor": "middle"}
        for number in range(last, 0, -DAYS_BETWEEN_LABELS)
    ]
    if labels:
        labels[0] |= {"x": 100, "anchor": "end"}
    return labels
