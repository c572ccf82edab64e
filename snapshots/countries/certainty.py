"""Compute `certainty`: "certain" if a row is known to be true on the day, "possible" if its dates are not exact."""

from config.http.documents import one_of
from graph.models import Status

CERTAIN = "certain"
POSSIBLE = "possible"
CERTAINTY = one_of([CERTAIN, POSSIBLE]) | {
    "description": "`possible` where the dates are too coarse to say whether it held on the day",
}


def certainty_of_status(status: str) -> str:
    """Return "certain" if the status of a relationship on the day is current, otherwise "possible"."""
    # The other statuses of rows on a day come from coarse dates or from an open end that is long unconfirmed.
    return CERTAIN if status == Status.CURRENT else POSSIBLE


def certainty_of_date(last_day, day) -> str:
    """Return "possible" if ``last_day``, the latest possible day of an event, is after ``day``, otherwise "certain"."""
    return CERTAIN if last_day is None or last_day <= day else POSSIBLE
