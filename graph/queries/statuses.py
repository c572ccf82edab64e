"""Find the status of a relationship on a day: "current", "ended", "future" or "unknown". There are conditions in SQL,
and the function `status_on`. In the SQL, ``r`` is the relationship, %(day)s is the day, and %(days_left)s is the number
that `days_left` returns for the day."""

from datetime import date

from graph.models import Status
from graph.models.display_order import LATEST, NUMBERS_OF_A_TYPE

# Read the members of the enumeration only once, at import, because reading a member is slow.
CURRENT, ENDED, FUTURE, UNKNOWN = Status.values

IS_CURRENT = "r.current_first <= %(day)s AND r.current_last >= %(day)s"
IS_NOT_CURRENT = "(r.current_first IS NULL OR r.current_first > %(day)s OR r.current_last < %(day)s)"
# ``display_order`` contains `days_left` of the start. The comparison with it can use the index of ``display_order``.
STARTS_LATER = f"r.display_order %% {NUMBERS_OF_A_TYPE} < %(days_left)s"
HAS_UNKNOWN_START = f"r.display_order %% {NUMBERS_OF_A_TYPE} = {LATEST - 1}"
HAS_STATUS = {
    "current": IS_CURRENT,
    "ended": "r.end_last < %(day)s",
    "future": STARTS_LATER,
    "unknown": f"{IS_NOT_CURRENT} AND (r.end_last IS NULL OR r.end_last >= %(day)s) AND NOT {STARTS_LATER}",
}


def days_left(day: date) -> int:
    """Return the number of days from ``day`` to 9999-12-31, the last date in Python."""
    return LATEST - day.toordinal()


def status_on(row, day: str) -> str:
    """Return the status of a relationship on the ISO date ``day``: "current", "ended", "future" or "unknown". ``row``
    has the days of the relationship as ISO texts, such as ``start_first``."""
    if row.current_first is not None and row.current_first <= day <= row.current_last:
        return CURRENT
    if row.end_last is not None and row.end_last < day:
        return ENDED
    if row.start_first is not None and row.start_first > day:
        return FUTURE
    return UNKNOWN
