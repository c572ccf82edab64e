"""What differs between two texts, word by word."""

import difflib
import re

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

MOST_WORDS = 150
WORDS = re.compile(r"\s+|[^\s]+")


def both_sides(before: str, after: str) -> tuple[SafeString, SafeString]:
    """The two texts as HTML; what goes is struck through, what comes is underlined."""
    words = [WORDS.findall(text) for text in (before, after)]
    if not before or not after or max(map(len, words)) > MOST_WORDS:
        return _marked("del", [(True, before)]), _marked("ins", [(True, after)])
    steps = difflib.SequenceMatcher(None, *words, autojunk=False).get_opcodes()
    gone = [(step != "equal", "".join(words[0][start:end])) for step, start, end, *_ in steps]
    come = [(step != "equal", "".join(words[1][start:end])) for step, _, _, start, end in steps]
    return _marked("del", gone), _marked("ins", come)


def _marked(tag, pieces):
    marked = (format_html(f"<{tag}>{{}}</{tag}>" if differs else "{}", text) for differs, text in pieces if text)
    return format_html_join("", "{}", ((piece,) for piece in marked))
