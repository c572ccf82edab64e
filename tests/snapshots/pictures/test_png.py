import struct
import zlib

import pytest

from snapshots.pictures.png import HEIGHT, SIGNATURE, WIDTH, seats_image
from snapshots.pictures.seats import hemicycle

LABOUR = "labour-party-gb"


def chunks(image):
    """Map the type of each chunk of a PNG image, such as ``b"IHDR"``, to its content. Fail if a checksum is wrong."""
    assert image.startswith(SIGNATURE)
    found, position = {}, len(SIGNATURE)
    while position < len(image):
        (length,) = struct.unpack_from(">I", image, position)
        name, content = image[position + 4 : position + 8], image[position + 8 : position + 8 + length]
        assert struct.unpack_from(">I", image, position + 8 + length) == (zlib.crc32(name + content),)
        found[name] = content
        position += 12 + length
    return found


def test_image_has_the_colours_of_its_parties():
    picture = hemicycle([{"name": "Labour", "party": {"slug": LABOUR}, "seats": 60}, {"name": "Others", "seats": 40}])

    found = chunks(seats_image(picture))

    assert struct.unpack_from(">II", found[b"IHDR"]) == (WIDTH, HEIGHT)
    assert found[b"PLTE"][3:6] == bytes.fromhex("e4003b")
    pixels = zlib.decompress(found[b"IDAT"])
    assert len(pixels) == HEIGHT * (WIDTH + 1)
    # The palette has the colour of the page, and two colours for each of the two parties.
    assert set(pixels) == {0, 1, 2, 3, 4}
    assert 1.2 < pixels.count(1) / pixels.count(3) < 1.8


@pytest.mark.parametrize("parties", [1, 200])
def test_image_of_any_number_of_parties_is_complete(parties):
    image = seats_image(hemicycle([{"name": str(number), "seats": 2} for number in range(parties)]))

    assert chunks(image)[b"IEND"] == b""
