import re
import unicodedata

FORBIDDEN = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff0-\uffff\ud800-\udfff]"
)
"""Matches one invisible character that texts of the graph must not contain, such as a control character. ZWNJ and ZWJ
(U+200C, U+200D) are allowed, because Persian and Hindi names need them."""
BLANKS = re.compile(r"\s+")


def clean(text: str) -> str:
    """Return the text in Unicode form NFC. Control characters, characters for the text direction and zero-width
    characters become blanks, except ZWNJ and ZWJ. Then each run of blanks becomes one blank, and blanks at both ends
    are removed."""
    return BLANKS.sub(" ", FORBIDDEN.sub(" ", unicodedata.normalize("NFC", text))).strip()


def is_clean(text: str) -> bool:
    return text == clean(text)
