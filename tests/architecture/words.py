"""List the words that this project does not use, and find where they occur.

``python -m tests.architecture.words [PATH …]`` lists all occurrences in the paths.
"""

import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source import PACKAGES, ROOT

NOT_CHECKED = re.compile(
    r"/migrations/|graph/catalogue/|\.venv|tests/architecture/(words|test_words)\.py|tests/search/judged|__pycache__"
)
FORBIDDEN = {
    r"told|tells?|telling|untold": "public, visible, response data, says",
    r"kept": "cached, stored",
    r"deeds?": "action, operation",
    r"desks?": "editorial admin",
    r"slips?|slip of the pen": "typo",
    r"spells?": "term (of office)",
    r"(?<!sql )statements?(?![_ ]timeout)": "relationship; SQL statement",
    r"bearers|(?:the|an?|its|one|each|every|other) bearer(?! (?:token|scheme))": "entity with that name",
    r"twins?": "possible duplicates",
    r"set aside|sets aside": "mark as not duplicate",
    r"amiss": "error, invalid",
    r"vouch\w*": "verified",
    r"refus\w+": "rejected record, error",
    r"is away|are away|(?<!--)quiet\w*": "unavailable, fail-safe",
    r"companions?": "child process",
    r"mended|mends?": "spelling-corrected, fixed",
    r"by ear|heard": "phonetic match",
    r"worth": "score, weight",
    r"stands?|bears?|gapes?|anew|whoever|whomever|beside": "is, has, is missing, again, any caller, next to",
    r"(?<=[,;] )else": "otherwise",
    r"make my first|take pro back|go on": "Create API key, Revoke pro, Continue",
    r"possibly the same|look again": "possible duplicates, retry",
    r"post office|goodbye|bring in": "mail server, account deleted, import",
}
PATTERNS = {re.compile(rf"(?<![a-z])(?:{words})(?![a-z])"): instead for words, instead in FORBIDDEN.items()}
ANY = re.compile("|".join(pattern.pattern for pattern in PATTERNS))
"""Matches if a text has any forbidden word. This is many times as fast as searching for one pattern after another."""
# Names in the public API that contain forbidden words. They cannot change, because clients already use them.
API_MEMBERS = {("accounts/api.py", "refused"), ("tests/contract/test_me.py", "refused")}
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
TEXT_FILES = (".html", ".md", ".css", ".js", ".sql", ".txt")


def files(*paths: str) -> list[Path]:
    """Return all checked files in the paths, or in the whole project if there are no paths."""
    tops = [ROOT / path for path in paths or (*PACKAGES, "templates", "tests", "README.md", "CHANGELOG.md", "Makefile")]
    found = [path for top in tops for path in ([top] if top.is_file() else sorted(top.rglob("*")))]
    return [path for path in found if path.is_file() and not NOT_CHECKED.search(path.as_posix())]


def occurrences(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield (number of the line, forbidden word, what to use instead) for each forbidden word in a file. In a Python
    file, only names, comments and strings are checked. The path of the file is checked too, as line 0."""
    name = path.relative_to(ROOT).as_posix()
    yield from ((0, *found) for found in forbidden_words(name.replace("/", " ").replace("_", " ")))
    if path.suffix == ".py":
        lines = _python_texts(path.read_text())
    elif path.suffix in TEXT_FILES or path.name == "Makefile":
        lines = enumerate(path.read_text().splitlines(), start=1)
    else:
        lines = []
    for number, text in lines:
        yield from ((number, *pair) for pair in forbidden_words(text) if (name, pair[0]) not in API_MEMBERS)


def forbidden_words(text: str) -> list[tuple[str, str]]:
    """Return (forbidden word, what to use instead) for each occurrence in a text. Also find words that are parts of
    identifiers such as ``is_forbidden``."""
    words = CAMEL.sub(" ", text).replace("_", " ").lower()
    if not ANY.search(words):
        return []
    return [(match[0], instead) for pattern, instead in PATTERNS.items() for match in pattern.finditer(words)]


def _python_texts(source):
    """Yield (line, text) for each name that the file defines or uses, for each comment and for each string."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.NAME, tokenize.COMMENT):
            yield token.start[0], token.string
        elif token.type == tokenize.STRING:
            for offset, line in enumerate(token.string.splitlines()):
                yield token.start[0] + offset, line


if __name__ == "__main__":
    for path in files(*sys.argv[1:]):
        for line, words, instead in occurrences(path):
            print(f"{path.relative_to(ROOT)}:{line}: {words!r} -> {instead}")  # noqa: T201 - a command
