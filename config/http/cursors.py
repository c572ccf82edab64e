"""Encode and decode cursors. A cursor is a text that says where the next page of a list begins. It contains the sort
values of a page's last row: the values by which the list is sorted. A digest in the cursor shows whether the text was
damaged. The values are not encrypted, so clients can read them."""

import base64
from datetime import date
from hashlib import sha256

import orjson

LONGEST = 3000
DIGEST_BYTES = 6
NUL = "\x00"
LARGEST_INTEGER = 2**63 - 1


class InvalidCursor(ValueError):
    """Raised for a text that is not a cursor, is damaged, or belongs to another list."""


def encode(values: list) -> str:
    payload = orjson.dumps(values)
    return base64.urlsafe_b64encode(_digest(payload) + payload).decode().rstrip("=")


def decode(text: str, types: tuple[type, ...]) -> list:
    """Return the values in a cursor. Raise InvalidCursor if it is damaged or has more than 3000 characters, or if its
    values do not have these ``types``. A type is str (without NUL), int (from 0 to 2**63 - 1) or date."""
    if len(text) > LONGEST:
        raise InvalidCursor
    try:
        raw = base64.b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
        digest, payload = raw[:DIGEST_BYTES], raw[DIGEST_BYTES:]
        values = orjson.loads(payload) if digest == _digest(payload) else None
    except ValueError:
        raise InvalidCursor from None
    # JSON has no dates: orjson writes them as ISO texts.
    in_json = [str if kind is date else kind for kind in types]
    if not isinstance(values, list) or [type(value) for value in values] != in_json:
        raise InvalidCursor
    if not all(NUL not in value if isinstance(value, str) else 0 <= value <= LARGEST_INTEGER for value in values):
        raise InvalidCursor
    try:
        return [date.fromisoformat(value) if kind is date else value for kind, value in zip(types, values, strict=True)]
    except ValueError:
        raise InvalidCursor from None


def _digest(payload):
    return sha256(payload).digest()[:DIGEST_BYTES]
