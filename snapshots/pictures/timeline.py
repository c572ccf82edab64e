"""Compute the timeline of an entity: a bar for each dated relationship, and an axis of years."""

from dataclasses import dataclass
from datetime import date

from graph.models import Status
from graph.relations import RelationshipType
from graph.text import dates
from snapshots.labels import heading
from snapshots.pictures.text import shortened

WIDTH, ROW_HEIGHT, TOP = 360, 38, 26
MOST_ROWS = 24
LONGEST_LABEL = 48
LEGEND_WIDTH = 110
NARROWEST = 4
"""The least width of a bar in the units of the picture. An election on one day would otherwise be too narrow to see."""
STYLES = {
    RelationshipType.HOLDS_OFFICE: (1, 10),
    RelationshipType.MEMBER_OF_PARTY: (3, 6),
    RelationshipType.PARTICIPATED_IN_ELECTION: (4, 14),
}
"""Maps the relationship types that a timeline shows to (number of the colour, height) of their bars."""
STEPS = (1, 2, 5, 10, 20, 50, 100)


@dataclass(frozen=True)
class Bar:
    x: float
    width: float
    colour: int
    height: int


@dataclass(frozen=True)
class Row:
    label: str
    y: int
    bars: list[Bar]


@dataclass(frozen=True)
class Timeline:
    """The picture of a timeline. ``rows`` are sorted by start, and each has the bars of one office, party or election.
    ``years`` are (year, x), and ``legend`` has (label, x, number of the colour, height of the bar) for each kind of
    bar. ``hidden`` is the number of rows that are not shown."""

    rows: list[Row]
    years: list[tuple[int, float]]
    legend: list[tuple[str, int, int, int]]
    hidden: int
    bottom: int
    height: int
    width: int = WIDTH

    @property
    def has_one_bar(self) -> bool:
        """Return True if there is only one bar. Such a picture would say no more than a line of text."""
        return [len(row.bars) for row in self.rows] == [1]


def timeline(relationships: list[dict], day: date) -> Timeline | None:
    """Return a timeline up to ``day``. It shows the terms of office, party memberships and candidacies among
    ``relationships``, which are JSON documents of the API. Relationships without a start, or with a start after the
    year of ``day``, are left out. If none is left, return None. If there are more than 24 rows, only the latest are
    shown."""
    spans = [(*_span(row, day), row) for row in relationships if row["type"] in STYLES and row["start_date"]]
    spans = [span for span in spans if span[0] < day.year + 1]
    if not spans:
        return None
    # The axis ends at the end of this year, so that current bars do not touch the edge.
    first, last = int(min(span[0] for span in spans)), day.year + 1
    scale = WIDTH / max(last - first, 1)
    # All terms of a person in one office are in the same row.
    groups = {}
    for start, end, row in sorted(spans, key=lambda span: span[:2]):
        groups.setdefault((row["type"], row["entity"]["slug"]), []).append((start, end, row))
    # If there are too many rows, show the latest.
    shown = list(groups.values())[-MOST_ROWS:]
    rows = [_row(place, group, first, scale) for place, group in enumerate(shown)]
    labels = {group[0][2]["type"]: heading(group[0][2]["label"]) for group in shown}
    styles = {labels[type]: style for type, style in STYLES.items() if type in labels}
    legend = [(label, 2 + LEGEND_WIDTH * place, *style) for place, (label, style) in enumerate(styles.items())]
    bottom = TOP + ROW_HEIGHT * len(rows)
    hidden = len(groups) - len(shown)
    return Timeline(rows, _years(first, last, scale), legend, hidden, bottom, bottom + (48 if hidden else 30))


def _span(row, day):
    """Return (start, end) of a relationship as years with a fraction, such as 2019.5. The end is the first of these
    days that applies:

    - the end date of the relationship,
    - ``day``, if the relationship is current on ``day``,
    - the last day on which a source confirmed the relationship,
    - the last possible day of its start.

    An end after ``day`` is replaced by ``day``, and an end before the start by the start."""
    start = dates.first_day(row["start_date"])
    if row["end_date"]:
        end = dates.last_day(row["end_date"])
    else:
        end = day if row["status"] == Status.CURRENT else dates.last_day(row["verified_at"] or row["start_date"])
    # Sources may contain an end before the start, or in the future.
    return _fraction(start), _fraction(max(start, min(end, day)))


def _fraction(day):
    return day.year + (day.timetuple().tm_yday - 1) / 366


def _row(place, group, first, scale):
    bars = [
        Bar(
            round((start - first) * scale, 1),
            round(max((end - start) * scale, NARROWEST), 1),
            *STYLES[row["type"]],
        )
        for start, end, row in group
    ]
    return Row(shortened(group[0][2]["entity"]["name"], LONGEST_LABEL), TOP + ROW_HEIGHT * place, bars)


def _years(first, last, scale):
    # On a phone, the labels of more than eight years would overlap.
    step = next((step for step in STEPS if (last - first) / step <= 8), STEPS[-1])
    return [(year, round((year - first) * scale, 1)) for year in range(first - first % step + step, last, step)]
