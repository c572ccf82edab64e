"""The types of problems that the service responds with: for problem documents, error pages and OpenAPI."""

from dataclasses import dataclass
from pathlib import Path

import yaml


@dataclass(frozen=True)
class ProblemType:
    """``meaning`` and ``remedy`` are on the page at ``/problems/<code>``."""

    code: str
    status: int
    title: str
    meaning: str
    remedy: str


_DEFINITIONS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text())
PROBLEM_TYPES = {code: ProblemType(code, **definition) for code, definition in _DEFINITIONS.items()}
CODES_BY_STATUS = {
    400: "bad-request",
    401: "unauthorized",
    403: "forbidden",
    404: "no-such-path",
    405: "method-not-allowed",
    406: "not-acceptable",
    412: "precondition-failed",
    429: "too-many-requests",
    503: "database-unavailable",
}
"""The type of an error of which only the status is known."""


def code_of_status(status: int) -> str:
    """The problem type for a status; any other client error is a bad request, any other error an internal one."""
    return CODES_BY_STATUS.get(status) or ("bad-request" if status < 500 else "internal-error")
