"""Create API keys and check their format: ``pkg_``, 30 random Base62 characters, and a checksum (CRC-32 in Base62).

With the checksum, a key with a typo is rejected without a database query (section 7 of the API contract).
"""

import re
import secrets
from hashlib import sha256
from zlib import crc32

MARK = "pkg_"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
RANDOM_CHARACTERS = 30
"""The number of random characters in an API key. 30 Base62 characters have 178 random bits."""
CHECKSUM_CHARACTERS = 6
PREFIX_LENGTH = 8
"""The number of characters of an API key that pages show. Owners recognise the key by these first characters."""
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
    """Return whether the text has the format of an API key and a correct checksum. Such a key need not exist."""
    found = PATTERN.fullmatch(text)
    return bool(found) and checksum(found[1]) == found[2]


def digest(key: str) -> str:
    """Return the SHA-256 of an API key in hexadecimal. The database stores the digest, not the key."""
    return sha256(key.encode()).hexdigest()
