"""Compute on which days a relationship is current. Without an end date, it is current for two years after a source last
confirmed it."""

from datetime import date, timedelta

from graph.relations import TIMELESS
from graph.text import dates

YEARS_A_FACT_STAYS_FRESH = 2
ONE_DAY = timedelta(days=1)


def stale_before(day: date) -> date:
    """Return the day two years before ``day``. A fact without an end date is stale on ``day`` if no source has
    confirmed it since then."""
    return day.replace(year=day.year - YEARS_A_FACT_STAYS_FRESH, day=min(day.day, 28 if day.month == 2 else day.day))


def stale_from(verified_at: date) -> date:
    """Return the first day on which a fact is stale that has no end date and was last confirmed on ``verified_at``."""
    day = verified_at.replace(year=verified_at.year + YEARS_A_FACT_STAYS_FRESH, day=min(verified_at.day, 28))
    while stale_before(day) <= verified_at:
        day += ONE_DAY
    return day


def current_days(type: str, start_date: str, end_date: str, verified_at: date | None) -> tuple[date, date] | None:
    """Return the first and last day on which a relationship is certainly current, or None if there is none. If only the
    month or year of its start or end is known, days in this month or year are not certain. A `TIMELESS` type may be
    current from ``date.min``."""
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
