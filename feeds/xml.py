"""Text that XML 1.0 can hold."""

import re

FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Everything outside its production Char: a single one would make the whole document unreadable."""


def allowed(text: str) -> str:
    """The text without the characters that no XML document can hold, escaped or not."""
    return FORBIDDEN.sub("", text)
