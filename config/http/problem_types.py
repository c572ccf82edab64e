"""Load the types of errors of the service from a YAML file. A type of error is called a problem type (RFC 9457)."""

from dataclasses import dataclass
from pathlib import Path

import yaml


@dataclass(frozen=True)
class ProblemType:
    """A type of error. The page ``/problems/<code>`` shows what the error means, and what a client can do about it."""

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
"""Maps an HTTP status to the code of a problem type, for errors that do not name a problem type themselves."""


def code_of_status(status: int) -> str:
    """Return the code of the problem type for an HTTP status of 400 or higher.

    The code is "bad-request" for other statuses below 500, and "internal-error" for other statuses from 500 on.
    """
    return CODES_BY_STATUS.get(status) or ("bad-request" if status < 500 else "internal-error")
