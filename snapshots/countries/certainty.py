"""The `certainty` of a row: whether it is known to have held on the day, or its dates are too coarse to say so."""

from config.http.documents import one_of
from graph.models import Status

CERTAIN = "certain"
POSSIBLE = "possible"
CERTAINTY = one_of([CERTAIN, POSSIBLE]) | {
    "description": "`possible` where the dates are too coarse to say whether it held on the day",
}


def certainty_of_status(status: str) -> str:
    """The certainty of a relationship with this status on the day."""
    # The other statuses of rows on a day come from coarse dates or from an open end that is long unconfirmed.
    return CERTAIN if status == Status.CURRENT else POSSIBLE


def certainty_of_date(last_day, day) -> str:
    """The certainty that an event had happened by the day, when ``last_day`` is the latest day it may have happened."""
    return CERTAIN if last_day is None or last_day <= day else POSSIBLE
