"""Load the types of problems (errors) that problem documents, error pages and the OpenAPI document show."""

from dataclasses import dataclass
from pathlib import Path

import yaml


@dataclass(frozen=True)
class ProblemType:
    """A type of problem. The page ``/problems/<code>`` shows its ``meaning`` and its ``remedy``."""

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
"""Maps an HTTP status to the code of a problem type, for errors that name no problem type themselves."""


def code_of_status(status: int) -> str:
    """Return the code of the problem type for an HTTP status that is an error.

    A status that is not in ``CODES_BY_STATUS`` gives "bad-request" below 500 and "internal-error" from 500 on.
    """
    return CODES_BY_STATUS.get(status) or ("bad-request" if status < 500 else "internal-error")
