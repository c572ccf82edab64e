"""Format log messages without secrets such as keys, passwords, tokens and cookies. Each message is one line."""

import copy
import logging
import re
import unicodedata

REMOVED = "[removed]"
NAMES = (
    "access_token|api_?key|client_secret|code|code_verifier|csrfmiddlewaretoken|csrftoken|id_token|nonce|passw(?:or)?d|"
    "refresh_token|secret|sessionid|state|token"
)
BEFORE_NAME = "(?:(?<![a-z])|(?<=%3f)|(?<=%26))"
SECRETS = (
    # Headers, up to the end of the line, because a cookie has several parts.
    (re.compile(r"(?i)(?<![a-z])((?:proxy-)?authorization|(?:set-)?cookie)(['\"]?\s*[:=]\s*).+"), rf"\1\2{REMOVED}"),
    (re.compile(r"(?i)\b(bearer|basic|token)\s+(?=[\w.~+/=-]{8})[\w.~+/=-]*[\d._~+/=-][\w.~+/=-]*"), rf"\1 {REMOVED}"),
    # Values in a query string, a form, a dict or JSON.
    (
        re.compile(rf"(?i){BEFORE_NAME}({NAMES})(=|%3D|['\"]\s*:\s*\[?['\"]|:\s?['\"])[^\s&;'\"]+"),
        rf"\1\2{REMOVED}",
    ),
    (re.compile(r"(?i)\bpkg(?:_|%5f)[0-9a-z]{5,}"), f"pkg_{REMOVED}"),
    (re.compile(r"\bwh(?:sec|sk)_[\w+/=-]+"), f"whsec_{REMOVED}"),
    (re.compile(r"\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?"), REMOVED),
    # The password in a URL, such as redis://user:password@host.
    (re.compile(r"(://[^\s:/@]*:)[^\s/@]+@"), rf"\1{REMOVED}@"),
)
ESCAPED_CATEGORIES = {"Cc", "Cf", "Zl", "Zp"}
"""Unicode categories of characters that could start a new line, or change a line on a terminal. Log messages contain
the code of such a character instead."""


class CleanFormatter(logging.Formatter):
    """Formats log messages without secrets. Each message is one line, and the lines of a traceback are indented."""

    def format(self, record):
        # A formatter stores its text of the traceback in the record, where other formatters find it. Use a copy of the
        # record, so that no other formatter uses our text, and we use none of theirs.
        record = copy.copy(record)
        record.exc_text = None
        return super().format(record)

    def formatMessage(self, record):  # noqa: N802 - a method of logging
        return clean(super().formatMessage(record))

    def formatException(self, exc_info):  # noqa: N802 - a method of logging
        return _indent(super().formatException(exc_info))

    def formatStack(self, stack_info):  # noqa: N802 - a method of logging
        return _indent(super().formatStack(stack_info))


def clean(text: str) -> str:
    for pattern, replacement in SECRETS:
        text = pattern.sub(replacement, text)
    return "".join(f"\\u{ord(c):04x}" if unicodedata.category(c) in ESCAPED_CATEGORIES else c for c in text)


def _indent(text):
    return "\n".join(f"  {clean(line)}" for line in text.splitlines())
