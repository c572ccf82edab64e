"""Create and check API keys. A key consists of ``pkg_``, 30 random Base62 characters, and a checksum of six characters
that detects typos."""

import re
import secrets
from hashlib import sha256
from zlib import crc32

MARK = "pkg_"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
RANDOM_CHARACTERS = 30
"""The number of random characters in a key. Thirty Base62 characters have 178 random bits."""
CHECKSUM_CHARACTERS = 6
PREFIX_LENGTH = 8
"""The number of characters at the start of a key that pages show, so that owners recognise the key."""
PATTERN = re.compile(rf"{MARK}([0-9A-Za-z]{{{RANDOM_CHARACTERS}}})([0-9A-Za-z]{{{CHECKSUM_CHARACTERS}}})", re.ASCII)


def new_key() -> str:
    characters = "".join(secrets.choice(DIGITS) for _ in range(RANDOM_CHARACTERS))
    return f"{MARK}{characters}{checksum(characters)}"


def checksum(characters: str) -> str:
    """Return the CRC-32 of the text as six Base62 digits, the most significant digit first."""
    number, digits = crc32(characters.encode()), ""
    for _ in range(CHECKSUM_CHARACTERS):
        number, digit = divmod(number, len(DIGITS))
        digits = DIGITS[digit] + digits
    return digits


def is_well_formed(text: str) -> bool:
    """Return True if a text has the format and the checksum of an API key. The key may still be unknown."""
    found = PATTERN.fullmatch(text)
    return bool(found) and checksum(found[1]) == found[2]


def digest(key: str) -> str:
    """Return the SHA-256 of an API key in hexadecimal. The database stores this instead of the key."""
    return sha256(key.encode()).hexdigest()
