"""Formulas: a cell that a spreadsheet would compute is told apart by an apostrophe before it, and read without it."""

import re

TAKEN_FOR_A_FORMULA = re.compile(r"'*[=+\-@\t\r]")
ESCAPED = re.compile(r"'+[=+\-@\t\r]")


def escape(text: str) -> str:
    """Also of what looks escaped already, so that every text comes back as it was."""
    return f"'{text}" if TAKEN_FOR_A_FORMULA.match(text) else text


def unescape(text: str) -> str:
    return text[1:] if ESCAPED.match(text) else text
