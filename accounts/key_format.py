"""Create and check API keys: ``pkg_``, 30 random Base62 characters, and their CRC-32 as 6 Base62 characters.

The checksum shows a typo without a database query (section 7 of the API contract).
"""

import re
import secrets
from hashlib import sha256
from zlib import crc32

MARK = "pkg_"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
RANDOM_CHARACTERS = 30
"""30 Base62 characters have 178 random bits."""
CHECKSUM_CHARACTERS = 6
PREFIX_LENGTH = 8
PATTERN = re.compile(rf"{MARK}([0-9A-Za-z]{{{RANDOM_CHARACTERS}}})([0-9A-Za-z]{{{CHECKSUM_CHARACTERS}}})", re.ASCII)


def new_key() -> str:
    characters = "".join(secrets.choice(DIGITS) for _ in range(RANDOM_CHARACTERS))
    return f"{MARK}{characters}{checksum(characters)}"


def checksum(characters: str) -> str:
    """Return the CRC-32 of the characters as six Base62 digits, the most significant first."""
    number, digits = crc32(characters.encode()), ""
    for _ in range(CHECKSUM_CHARACTERS):
        number, digit = divmod(number, len(DIGITS))
        digits = DIGITS[digit] + digits
    return digits


def is_well_formed(text: str) -> bool:
    """Return whether the text has the format and the correct checksum of a key. The key need not exist."""
    found = PATTERN.fullmatch(text)
    return bool(found) and checksum(found[1]) == found[2]


def digest(key: str) -> str:
    """Return the SHA-256 of a key in hexadecimal. The database stores it instead of the key."""
    return sha256(key.encode()).hexdigest()


def key_prefix(key: str) -> str:
    """Return the first eight characters of a key, by which owners recognise the key in lists."""
    return key[:PREFIX_LENGTH]
