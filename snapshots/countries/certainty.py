"""Whether what is shown of a day is known to have held on it, or may have: its dates are too coarse to tell."""

from graph.models import Status

CERTAIN = "certain"
POSSIBLE = "possible"


def of_status(status: str) -> str:
    """The certainty of a statement with this status on the day."""
    return CERTAIN if status == Status.CURRENT else POSSIBLE


def of_end(last_day, day) -> str:
    """The certainty of what was over or begun on some day up to ``last_day``."""
    return CERTAIN if last_day is None or last_day <= day else POSSIBLE
