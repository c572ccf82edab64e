"""What stands in no log: keys, passwords, tokens, cookies; and no line passes for another's."""

import copy
import logging
import re
import unicodedata

BLANK = "[blanked]"
NAMED = (
    "access_token|api_?key|client_secret|code|code_verifier|csrfmiddlewaretoken|csrftoken|id_token|nonce|passw(?:or)?d|"
    "refresh_token|secret|sessionid|state|token"
)
BEFORE = "(?:(?<![a-z])|(?<=%3f)|(?<=%26))"
SECRETS = (
    # Headers, to the end of the line: a cookie has several parts.
    (re.compile(r"(?i)(?<![a-z])((?:proxy-)?authorization|(?:set-)?cookie)(['\"]?\s*[:=]\s*).+"), rf"\1\2{BLANK}"),
    (re.compile(r"(?i)\b(bearer|basic|token)\s+(?=[\w.~+/=-]{8})[\w.~+/=-]*[\d._~+/=-][\w.~+/=-]*"), rf"\1 {BLANK}"),
    # Of a query, a form, a dictionary or JSON.
    (
        re.compile(rf"(?i){BEFORE}({NAMED})(=|%3D|['\"]\s*:\s*\[?['\"]|:\s?['\"])[^\s&;'\"]+"),
        rf"\1\2{BLANK}",
    ),
    (re.compile(r"(?i)\bpkg(?:_|%5f)[0-9a-z]{5,}"), f"pkg_{BLANK}"),
    (re.compile(r"\bwh(?:sec|sk)_[\w+/=-]+"), f"whsec_{BLANK}"),
    (re.compile(r"\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?"), BLANK),
    # The password of an address.
    (re.compile(r"(://[^\s:/@]*:)[^\s/@]+@"), rf"\1{BLANK}@"),
)
NOT_OF_A_LINE = {"Cc", "Cf", "Zl", "Zp"}
"""Unicode's control and format characters, which colour, overwrite or turn a line, and its two separators of lines."""


class CleanFormatter(logging.Formatter):
    """One line for each message, and its traceback in lines that are indented."""

    def format(self, record):
        # The text of a traceback is kept with the record: another's must not come in, nor ours go out.
        record = copy.copy(record)
        record.exc_text = None
        return super().format(record)

    def formatMessage(self, record):  # noqa: N802 - as logging calls it
        return clean(super().formatMessage(record))

    def formatException(self, exc_info):  # noqa: N802 - as logging calls it
        return _indented(super().formatException(exc_info))

    def formatStack(self, stack_info):  # noqa: N802 - as logging calls it
        return _indented(super().formatStack(stack_info))


def clean(text: str) -> str:
    """The text without secrets, in one line of characters that only stand for themselves."""
    for pattern, blanked in SECRETS:
        text = pattern.sub(blanked, text)
    return "".join(_visible(character) for character in text)


def _visible(character):
    return f"\\u{ord(character):04x}" if unicodedata.category(character) in NOT_OF_A_LINE else character


def _indented(text):
    return "\n".join(f"  {clean(line)}" for line in text.splitlines())
