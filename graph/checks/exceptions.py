"""Findings that are right after all: two co-princes of one country. Each stands in a list, with its reason."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import orjson

from graph.checks import Finding

LIST = Path(__file__).resolve().parents[1] / "catalogue" / "exceptions.jsonl"


def listed(path: Path = LIST) -> dict[tuple[str, str], str]:
    """The reasons by rule and slug, from lines like ``{"rule": …, "slug": …, "reason": …}``."""
    rows = map(orjson.loads, path.read_bytes().splitlines())
    return {(row["rule"], row["slug"]): row["reason"] for row in rows}


def unexcused(found: Iterable[Finding], excused: dict[tuple[str, str], str]) -> Iterator[Finding]:
    """The findings that no exception is listed for."""
    return (finding for finding in found if (finding.rule, finding.slug) not in excused)


def idle(found: Iterable[Finding], excused: dict[tuple[str, str], str]) -> list[tuple[str, str]]:
    """The exceptions that no finding needs any more."""
    return sorted(set(excused) - {(finding.rule, finding.slug) for finding in found})
