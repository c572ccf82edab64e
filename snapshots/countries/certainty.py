from config.http.documents import one_of

CERTAIN = "certain"
POSSIBLE = "possible"
CERTAINTY = one_of([CERTAIN, POSSIBLE]) | {
    "description": "`possible` where the dates are too coarse to say whether it held on the day",
}


def certainty_of_status(is_current: bool | None) -> str:
    # Rows that are not current are here because their dates are coarse, or their open end is long unconfirmed.
    return CERTAIN if is_current else POSSIBLE


def certainty_of_date(last_day, day) -> str:
    """Return "certain" if the event happened by ``day``, otherwise "possible". ``last_day`` is the last day on which it
    can have happened; None means that the event has no date."""
    return CERTAIN if last_day is None or last_day <= day else POSSIBLE
