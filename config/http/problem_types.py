"""Load the types of errors, called problem types (RFC 9457), from a YAML file."""

from dataclasses import dataclass
from pathlib import Path

import yaml


@dataclass(frozen=True)
class ProblemType:
    """A type of error, such as "not-found" (its ``code``) with status 404. The page ``/problems/<code>`` explains
    it."""

    code: str
    status: int
    title: str
    meaning: str
    remedy: str


_DEFINITIONS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text())
PROBLEM_TYPES = {code: ProblemType(code, **definition) for code, definition in _DEFINITIONS.items()}
CODES_BY_STATUS = {kind.status: kind.code for kind in reversed(PROBLEM_TYPES.values())} | {404: "no-such-path"}
"""Maps an HTTP status such as 405 to the code of its usual problem type, such as "method-not-allowed". An error with
this status has this type, unless the exception names another one."""


def code_of_status(status: int) -> str:
    return CODES_BY_STATUS.get(status) or ("bad-request" if status < 500 else "internal-error")
