"""Compute the days on which a relationship is current. One without an end date is current until two years after the
last confirmation by a source."""

from datetime import date, timedelta

from graph.relations import TIMELESS
from graph.text import dates

YEARS_A_FACT_STAYS_FRESH = 2
ONE_DAY = timedelta(days=1)


def stale_before(day: date) -> date:
    """Return the day two years before ``day``. On ``day``, a fact without an end date is stale if its last confirmation
    by a source is older than that."""
    return day.replace(year=day.year - YEARS_A_FACT_STAYS_FRESH, day=min(day.day, 28 if day.month == 2 else day.day))


def stale_from(verified_at: date) -> date:
    """Return the first day on which a fact without an end date is stale, if last confirmed on ``verified_at``."""
    day = verified_at.replace(year=verified_at.year + YEARS_A_FACT_STAYS_FRESH, day=min(verified_at.day, 28))
    while stale_before(day) <= verified_at:
        day += ONE_DAY
    return day


def current_days(type: str, start_date: str, end_date: str, verified_at: date | None) -> tuple[date, date] | None:
    """Return the first and last day on which a relationship is surely current, or None if there is no such day. If only
    the month or year of a start or end is known, its days are left out. `TIMELESS` types may begin at ``date.min``."""
    first, last = dates.last_day(start_date) or date.min, date.max
    if end_date:
        last = dates.first_day(end_date)
        if last != dates.last_day(end_date):
            last -= ONE_DAY
    if not start_date or not end_date:
        if verified_at is None:
            return None
        last = min(last, stale_from(verified_at) - ONE_DAY)
    # If it was verified only later, a relationship without a start may have begun after the day.
    if not start_date and type not in TIMELESS:
        first = verified_at
    return (first, last) if first <= last else None
