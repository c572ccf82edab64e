"""Compute bars of the votes: of the parties in an election, or of a party over time."""

from dataclasses import dataclass

from snapshots.pictures.seats import COLOURS
from snapshots.pictures.text import shortened

MOST_ROWS = 12
ROW_HEIGHT, TOP = 40, 8
WIDTH = 480
LONGEST_LABEL = 40


@dataclass(frozen=True)
class Bar:
    """``value`` is in per cent, ``change`` in points against the previous election."""

    label: str
    value: float
    change: float | None
    seats: int | None
    width: float
    y: int
    colour: int


@dataclass(frozen=True)
class Bars:
    """``hidden`` is the number of rows that are not shown."""

    rows: list[Bar]
    hidden: int
    height: int
    width: int = WIDTH


def bars_of_election(results: dict) -> Bars | None:
    """Return a bar for each party. ``results`` is the summary of an election, a JSON document of the API. Return None
    if no share is known."""
    rows = [
        (row["name"], row["share"], row["share_change"], row["seats"], min(rank, COLOURS))
        for rank, row in enumerate(results["parties"], start=1)
    ]
    return _bars(rows)


def bars_of_party(results: list) -> Bars | None:
    """Return a bar for each election, the latest first. ``results`` are those of `results_of_party`. Return None if no
    share is known."""
    return _bars([(row.election, row.share, None, row.seats, 1) for row in results])


def _bars(rows):
    known = [row for row in rows if row[1] is not None]
    if not known:
        return None
    # A picture on a phone stays readable with a dozen rows.
    shown = known[:MOST_ROWS]
    # Small shares would be invisible if the longest bar stood for 100 per cent.
    largest = max(row[1] for row in shown) or 1
    drawn = [
        Bar(
            shortened(label, LONGEST_LABEL),
            share,
            change,
            seats,
            round(WIDTH * share / largest, 1),
            TOP + ROW_HEIGHT * place,
            colour,
        )
        for place, (label, share, change, seats, colour) in enumerate(shown)
    ]
    return Bars(drawn, len(known) - len(shown), TOP + ROW_HEIGHT * len(drawn) + 34)
