"""Compute the tile grid of the United States: a square for each state, in the colour of the party that won it."""

import csv
from dataclasses import dataclass
from pathlib import Path

from snapshots.pictures.seats import COLOURS

PLACES = {
    row["fips"]: row for row in csv.DictReader(Path(__file__).with_name("us_states.csv").read_text().splitlines())
}
SCHEME = "fips"
SIZE = 42
COLUMNS, ROWS = 11, 8
MARKS = "●▲■◆★✚▼✦"
"""A sign for each colour, because not everybody can distinguish the colours."""


@dataclass(frozen=True)
class Tile:
    """A state at (``x``, ``y``) with its electoral votes. ``colour`` is 0 and ``mark`` is "" if nobody has won it."""

    label: str
    seats: int
    x: int
    y: int
    colour: int
    mark: str


@dataclass(frozen=True)
class Tiles:
    """``legend`` has (name of the party, seats, mark, y, colour)."""

    tiles: list[Tile]
    legend: list[tuple[str, int, str, int, int]]
    height: int
    width: int = SIZE * COLUMNS


def tiles(results: dict, races: list[dict]) -> Tiles | None:
    """Return the tile grid of an election, or None if its races are not the states of the United States. ``results`` is
    the summary of the election, and ``races`` are its races: JSON documents of the API."""
    if len(races) != len(PLACES) or any(race["area"]["scheme"] != SCHEME for race in races):
        return None
    names = [row["name"] for row in results["parties"]]
    colours = {name: min(rank, COLOURS) for rank, name in enumerate(names, start=1)}
    shown, seats = [], dict.fromkeys(names, 0)
    for race in races:
        place, winner = PLACES[race["area"]["code"]], race["winner"]
        # A candidate without a party in the graph has a label.
        name = winner and ((winner["party"] or {}).get("name") or winner["label"])
        colour = colours.get(name, 0)
        if colour:
            seats[name] += race["seats"]
        x, y = 2 + SIZE * int(place["column"]), 2 + SIZE * int(place["row"])
        shown.append(Tile(place["label"], race["seats"], x, y, colour, MARKS[colour - 1] if colour else ""))
    # Parties without a state would only lengthen the legend.
    won = [(name, number) for name, number in seats.items() if number]
    legend = [
        (name, number, MARKS[colours[name] - 1], SIZE * ROWS + 10 + 22 * line, colours[name])
        for line, (name, number) in enumerate(won)
    ]
    return Tiles(shown, legend, SIZE * ROWS + 16 + 22 * len(won))
