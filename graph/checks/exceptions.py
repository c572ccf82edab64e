"""Read the findings that are not errors, like two heads of state in Andorra. A file lists them with reasons."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import orjson

from graph.checks import Finding

FILE = Path(__file__).resolve().parents[1] / "catalogue" / "exceptions.jsonl"


def read_exceptions(path: Path = FILE) -> dict[tuple[str, str], str]:
    """Map (check, slug) to the reason, from a file with lines like ``{"check": …, "slug": …, "reason": …}``."""
    rows = map(orjson.loads, path.read_bytes().splitlines())
    return {(row["check"], row["slug"]): row["reason"] for row in rows}


def without_exceptions(found: Iterable[Finding], exceptions: dict[tuple[str, str], str]) -> Iterator[Finding]:
    return (finding for finding in found if (finding.check, finding.slug) not in exceptions)


def unused(found: Iterable[Finding], exceptions: dict[tuple[str, str], str]) -> list[tuple[str, str]]:
    """Return (check, slug) of each exception for which there is no finding any more."""
    return sorted(set(exceptions) - {(finding.check, finding.slug) for finding in found})
