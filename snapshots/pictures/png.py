"""Draw a chamber as a PNG image. Other sites show such images next to a link, and do not support SVG.

A library for images or SVG would add 1.4 to 15 MB, and would need a font for names. An image without text needs
neither."""

import struct
import zlib
from math import sqrt

from snapshots.pictures.colours import party_colours
from snapshots.pictures.seats import Hemicycle

WIDTH, HEIGHT = 1200, 630
"""The size that sites recommend for images of OpenGraph."""
LEFT, TOP, SCALE = 100, 80, 5
SIGNATURE = b"\x89PNG\r\n\x1a\n"
INDEXED = 3
"""The colour type of a PNG whose pixels are indexes of a palette."""


def seats_image(picture: Hemicycle) -> bytes:
    """Return the bytes of a PNG image of a chamber, 1200 pixels wide and 630 high. Only the first 127 parties have
    dots."""
    rows = [bytearray(WIDTH) for _ in range(HEIGHT)]
    # The palette has at most 256 colours: one for the page, and two for each of 127 parties.
    palette = [b"\xff\xff\xff"]
    for wedge in picture.rows[:127]:
        colour = bytes.fromhex(party_colours(wedge.slug)[0][1:])
        # The pixels on the edge of a dot have a colour between dot and page, so that the dot looks round.
        palette += [colour, bytes((channel + 255) // 2 for channel in colour)]
        for seat in wedge.seats:
            _draw_dot(rows, LEFT + SCALE * seat.x, TOP + SCALE * seat.y, SCALE * picture.radius, len(palette) - 2)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 5)
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, INDEXED, 0, 0, 0)
    chunks = (b"IHDR", header), (b"PLTE", b"".join(palette)), (b"IDAT", pixels), (b"IEND", b"")
    return SIGNATURE + b"".join(_chunk(name, content) for name, content in chunks)


def _draw_dot(rows, x, y, radius, colour):
    for row in range(round(y - radius), round(y + radius) + 1):
        half = sqrt(max(radius**2 - (row - y) ** 2, 0))
        start, end = round(x - half), round(x + half)
        if end > start:
            rows[row][start:end] = bytes([colour]) * (end - start)
            rows[row][start] = rows[row][end] = colour + 1


def _chunk(name, content):
    checksum = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)
