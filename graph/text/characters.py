"""Clean text has no control, bidirectional or zero-width characters and no extra spaces."""

import re
import unicodedata

FORBIDDEN = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff0-\uffff\ud800-\udfff]"
)
"""ZWNJ and ZWJ (U+200C, U+200D) are allowed: Persian, Hindi and Sinhala names need them."""
BLANKS = re.compile(r"\s+")


def clean(text: str) -> str:
    """The text in NFC without forbidden characters, with single spaces, trimmed."""
    return BLANKS.sub(" ", FORBIDDEN.sub(" ", unicodedata.normalize("NFC", text))).strip()


def is_clean(text: str) -> bool:
    """Whether the text may be stored as it is."""
    return text == clean(text)
