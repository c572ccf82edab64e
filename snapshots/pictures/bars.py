"""Compute bar charts of votes: of all parties in one election, or of one party in several elections."""

from dataclasses import dataclass

from graph.kinds import ElectionKind
from snapshots.pictures.colours import party_fill, slug_of
from snapshots.pictures.text import seat_word, shortened

MOST_ROWS = 12
ROW_HEIGHT, TOP = 40, 8
WIDTH = 360
"""The width of the picture in units of the SVG. On a phone that is 320 pixels wide, text of size 14 is still 11 pixels
high."""
LONGEST_BAR = 140
LONGEST_LABEL = 48


@dataclass(frozen=True)
class Bar:
    """A bar of the chart. ``value`` is a party's share of the votes in per cent, and ``change`` is its change since the
    previous election in percentage points. ``seats`` is a number, or None if no number is shown. ``seat`` is the word
    after the number: "seat" or "elector". ``width`` and ``y`` are in units of the SVG, and ``fill`` is an SVG
    attribute."""

    label: str
    value: float
    change: float | None
    seats: int | None
    seat: str
    width: float
    y: int
    fill: str


@dataclass(frozen=True)
class Bars:
    """All bars of a chart. ``hidden`` is the number of further parties or elections with a known share, which have no
    bar. ``longest`` is the width of the longest possible bar. All lengths are in units of the SVG."""

    rows: list[Bar]
    hidden: int
    height: int
    width: int = WIDTH
    longest: int = LONGEST_BAR


def bars_of_election(results: dict) -> Bars | None:
    """Return a picture with a bar for each party with a known share of the votes, but at most 12. The party with the
    largest share is first. ``results`` is the summary of an election, a JSON document of the API. Return None if no
    share is known."""
    seat, parties = seat_word(results["kind"]), results["parties"]
    # If the people elect one president directly, a bar shows no number of seats.
    has_seats = results["kind"] != ElectionKind.PRESIDENTIAL or sum(row["seats"] or 0 for row in parties) > 1
    rows = [
        (
            row["name"],
            row["share"],
            row["share_change"],
            row["seats"] if has_seats else None,
            seat,
            party_fill(slug_of(row)),
        )
        for row in parties
    ]
    # The parties of a summary are sorted by seats, so sort them by their shares of the votes.
    return _bars(sorted(rows, key=lambda row: -(row[1] or 0)))


def bars_of_party(slug: str, results: list) -> Bars | None:
    """Return a picture with a bar for each election in which the party's share of the votes is known, but at most 12.
    The latest election is first. ``results`` is the list that `results_of_party` returns. Return None if no share is
    known."""
    return _bars([(row.election, row.share, None, row.seats, seat_word(row.kind), party_fill(slug)) for row in results])


def _bars(rows):
    known = [row for row in rows if row[1] is not None]
    if not known:
        return None
    # On a phone, a picture is readable with up to about a dozen rows.
    shown = known[:MOST_ROWS]
    # The longest of several bars fills the width. If the width was 100 per cent, small shares would be invisible.
    largest = max(row[1] for row in shown) if len(shown) > 1 else 100
    largest = largest or 1
    drawn = [
        Bar(
            shortened(label, LONGEST_LABEL),
            share,
            change,
            seats,
            seat,
            round(LONGEST_BAR * share / largest, 1),
            TOP + ROW_HEIGHT * place,
            fill,
        )
        for place, (label, share, change, seats, seat, fill) in enumerate(shown)
    ]
    return Bars(drawn, len(known) - len(shown), TOP + ROW_HEIGHT * len(drawn) + 34)
