"""Text that may be stored: no control, bidirectional or zero-width characters, no stray blanks."""

import re
import unicodedata

FORBIDDEN = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff0-\uffff\ud800-\udfff]"
)
"""ZWJ and ZWNJ (U+200C, U+200D) stay: Persian, Hindi and Sinhala names are spelled with them."""
BLANKS = re.compile(r"\s+")


def clean(text: str) -> str:
    """The text in NFC without forbidden characters, blanks folded to one and trimmed."""
    return BLANKS.sub(" ", FORBIDDEN.sub(" ", unicodedata.normalize("NFC", text))).strip()


def is_clean(text: str) -> bool:
    """Whether the text may be stored as it is."""
    return text == clean(text)
