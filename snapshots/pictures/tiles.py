"""Compute the tile grid of the United States: a square for each state, in the colour of the party that won it. The
District of Columbia counts as a state."""

from dataclasses import dataclass

from config.http.tables import read_csv
from snapshots.pictures.colours import party_fill, slug_of, text_fill

PLACES = {row["fips"]: row for row in read_csv(__file__, "us_states.csv")}
SCHEME = "fips"
SIZE = 42
COLUMNS, ROWS = 11, 8
MARKS = "●▲■◆★✚▼✦"
"""The signs of the parties, for readers who cannot distinguish the colours. If there are more parties than signs, they
share the last sign."""


@dataclass(frozen=True)
class Tile:
    """A state of the United States at (``x``, ``y``) with its ``label``, such as "CA", and its ``seats`` (electoral
    votes). ``fill`` is the colour of the party that won it, ``text`` is the colour of the text, and ``mark`` is the
    sign of the party. If no party of the election has won the state, all three are ""."""

    label: str
    seats: int | None
    x: int
    y: int
    fill: str
    text: str
    mark: str


@dataclass(frozen=True)
class Tiles:
    """The picture of all states of the United States. ``legend`` has (name, seats, sign, y, colour) for each party that
    won a state. All lengths are in units of the SVG."""

    tiles: list[Tile]
    legend: list[tuple[str, int, str, int, str]]
    height: int
    width: int = SIZE * COLUMNS


def tiles(results: dict, races: list[dict]) -> Tiles | None:
    """Return the tile grid of an election, or None if its races are not the states of the United States. ``results`` is
    the summary of the election, and ``races`` are its races: JSON documents of the API."""
    if len(races) != len(PLACES) or any(race["area"]["scheme"] != SCHEME for race in races):
        return None
    slugs = {row["name"]: slug_of(row) for row in results["parties"]}
    marks = {name: MARKS[min(rank, len(MARKS) - 1)] for rank, name in enumerate(slugs)}
    shown, seats = [], dict.fromkeys(slugs, 0)
    for race in races:
        place, winner = PLACES[race["area"]["code"]], race["winner"]
        # If the party is not in the graph, use the label of the candidacy.
        name = winner and ((winner["party"] or {}).get("name") or winner["label"])
        paint = (party_fill(slugs[name]), text_fill(slugs[name]), marks[name]) if name in slugs else ("", "", "")
        if name in slugs:
            seats[name] += race["seats"] or 0
        x, y = 2 + SIZE * int(place["column"]), 2 + SIZE * int(place["row"])
        shown.append(Tile(place["label"], race["seats"], x, y, *paint))
    # Leave out parties that won no state.
    won = [(name, number) for name, number in seats.items() if number]
    legend = [
        (name, number, marks[name], SIZE * ROWS + 10 + 22 * line, party_fill(slugs[name]))
        for line, (name, number) in enumerate(won)
    ]
    return Tiles(shown, legend, SIZE * ROWS + 16 + 22 * len(won))
