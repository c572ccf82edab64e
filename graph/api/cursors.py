"""Cursors: the place in a list after which the next page begins, as one opaque word.

The digest tells a garbled cursor from a whole one. It is no secret: a cursor says nothing that a client may not say,
and every server makes the same one for the same place.
"""

import base64
from hashlib import sha256

import orjson

LONGEST = 3000
DIGEST_BYTES = 6
NUL = "\x00"
LARGEST_INTEGER = 2**63 - 1


class NotACursor(ValueError):
    """The text is no cursor of ours, or one of another list."""


def encode(values: list) -> str:
    """URL-safe text for a list of strings and integers."""
    payload = orjson.dumps(values)
    return base64.urlsafe_b64encode(_digest(payload) + payload).decode().rstrip("=")


def decode(text: str, types: tuple[type, ...]) -> list:
    """The values of the cursor, exactly of these types; raise NotACursor for anything else."""
    values = _loads(_whole(text))
    if not isinstance(values, list) or [type(value) for value in values] != list(types):
        raise NotACursor
    if not all(_is_storable(value) for value in values):
        raise NotACursor
    return values


def _is_storable(value):
    """PostgreSQL takes no NUL in a text, and neither database an integer past 63 bits."""
    return NUL not in value if isinstance(value, str) else 0 <= value <= LARGEST_INTEGER


def _whole(text):
    if len(text) > LONGEST:
        raise NotACursor
    try:
        raw = base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise NotACursor from None
    digest, payload = raw[:DIGEST_BYTES], raw[DIGEST_BYTES:]
    if digest != _digest(payload):
        raise NotACursor
    return payload


def _loads(payload):
    try:
        return orjson.loads(payload)
    except orjson.JSONDecodeError:
        raise NotACursor from None


def _digest(payload):
    return sha256(payload).digest()[:DIGEST_BYTES]
