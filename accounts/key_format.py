"""The form of an API key: random, and told from a mistyped one without asking anybody.

``pkg_``, thirty random Base62 characters, and six that are the CRC-32 of these (contract, section 7).
"""

import re
import secrets
from hashlib import sha256
from zlib import crc32

PREFIX = "pkg_"
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
RANDOM_CHARACTERS = 30
"""178 bits."""
CHECKSUM_CHARACTERS = 6
PREFIX_LENGTH = 8
PATTERN = re.compile(rf"{PREFIX}([0-9A-Za-z]{{{RANDOM_CHARACTERS}}})([0-9A-Za-z]{{{CHECKSUM_CHARACTERS}}})", re.ASCII)


def new_key() -> str:
    """A key that nobody had before; whoever gets it is the only one to know it."""
    characters = "".join(secrets.choice(DIGITS) for _ in range(RANDOM_CHARACTERS))
    return f"{PREFIX}{characters}{checksum(characters)}"


def checksum(characters: str) -> str:
    """The CRC-32 of the characters as six Base62 digits, the highest first."""
    number, digits = crc32(characters.encode()), ""
    for _ in range(CHECKSUM_CHARACTERS):
        number, digit = divmod(number, len(DIGITS))
        digits = DIGITS[digit] + digits
    return digits


def is_well_formed(text: str) -> bool:
    """Whether the text can be a key at all; a slip of one character never can."""
    found = PATTERN.fullmatch(text)
    return bool(found) and checksum(found[1]) == found[2]


def digest(key: str) -> str:
    """What is kept of a key: its SHA-256, as 64 hexadecimal digits. A key is too random to be guessed from it."""
    return sha256(key.encode()).hexdigest()


def key_prefix(key: str) -> str:
    """What a key is recognised by in lists and logs: its first eight characters."""
    return key[:PREFIX_LENGTH]
