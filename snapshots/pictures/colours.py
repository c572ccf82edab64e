"""Choose the colours of parties in pictures and tables. If a party's own colour is hard to see on the page, it is made
darker or lighter."""

from functools import lru_cache
from zlib import crc32

from config.http.tables import read_csv

LIGHT_PAGE, DARK_PAGE = "#ffffff", "#121316"
"""The backgrounds of pages and pictures, as in site.css and pictures.css."""
LEAST_CONTRAST = 3.0
"""The contrast that WCAG 2.2 (1.4.11) requires for parts of a picture."""
NEUTRAL = ("#5b6472", "#7a6a58", "#5f6f5b", "#6d5b72", "#4f6d73", "#75605a")
"""Colours for parties whose colour is unknown. They are pale, because strong colours could be mistaken for those of
other parties."""
OTHERS = "#6b7280"
"""The colour of seats and votes that belong to no party of the graph."""
STEPS = 40
PARTIES = {row["slug"]: row["colour"] for row in read_csv(__file__, "party_colours.csv")}


@lru_cache(maxsize=4096)
def party_fill(slug: str | None) -> str:
    """Return the colour of a party as a value of the SVG attribute ``fill``, for light and dark pages. A party without
    a known colour gets one of six neutral colours, always the same one. ``slug`` is None if the seats or votes belong
    to no party of the graph."""
    light, dark = party_colours(slug)
    return light if light == dark else f"light-dark({light},{dark})"


def party_colours(slug: str | None) -> tuple[str, str]:
    """Return (colour on a light page, colour on a dark page) of a party, such as "#e4003b". ``slug`` is None if the
    seats or votes belong to no party of the graph."""
    # Python's hash() would be different in each process.
    known = PARTIES.get(slug) or (NEUTRAL[crc32(slug.encode()) % len(NEUTRAL)] if slug else OTHERS)
    return _visible(known, LIGHT_PAGE, "#000000"), _visible(known, DARK_PAGE, "#ffffff")


def slug_of(row: dict) -> str | None:
    """Return the slug of the party in a row of a JSON document, or None if the row names no party of the graph."""
    return (row.get("party") or {}).get("slug")


def text_fill(slug: str | None) -> str:
    """Return the colour of a text whose background has the colour of the party: black or white, whichever is easier to
    read. The result is a value of the SVG attribute ``fill`` for light and dark pages."""
    light, dark = (
        max(("#ffffff", "#000000"), key=lambda text: contrast(text, colour)) for colour in party_colours(slug)
    )
    return f"light-dark({light},{dark})"


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours by WCAG 2.2, from 1 to 21."""
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _visible(colour, page, towards):
    """Return ``colour`` if it contrasts with ``page``, the colour of the page. Otherwise, mix it with ``towards``
    (black or white), just enough for the contrast."""
    # A mix has the same hue, so readers still recognise the party.
    mixed = (_mixed(colour, towards, step / STEPS) for step in range(STEPS + 1))
    return next(found for found in mixed if contrast(found, page) >= LEAST_CONTRAST)


def _mixed(colour, other, part):
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def _luminance(colour):
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in _channels(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour):
    return [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
