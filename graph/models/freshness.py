"""Compute on which days a relationship is certainly current. Without an end date, this is certain until the earliest of
three days: two years after a source last confirmed it, the end of the term of office, and the next election. Without an
end date and without any confirmation, no day is certain."""

from collections.abc import Sequence
from datetime import date, timedelta

from graph.text import dates

YEARS_A_FACT_STAYS_FRESH = 2
ONE_DAY = timedelta(days=1)


def stale_before(day: date) -> date:
    """Return the day two years before ``day``. If a fact without an end date was last confirmed before the returned
    day, it is stale on ``day``, which means too old to be certain."""
    return _years_after(day, -YEARS_A_FACT_STAYS_FRESH)


def stale_from(verified_at: date) -> date:
    """Return the first day on which a fact without an end date is stale, which means too old to be certain. This is the
    first day that is more than two years after ``verified_at``, the day of its last confirmation."""
    day = _years_after(verified_at, YEARS_A_FACT_STAYS_FRESH)
    while stale_before(day) <= verified_at:
        day += ONE_DAY
    return day


def last_confirmed_day(
    start: date | None, verified_at: date, years: int | None = None, elections: Sequence[date] = ()
) -> date:
    """Return the last day on which a fact without an end date, such as a term of office, is certain. This is the
    earliest of these days:

    - the day two years after ``verified_at``, the day of the last confirmation
    - the day of the next election after ``verified_at``
    - the end of the term that is running on ``verified_at``

    ``start`` is the first day of the fact, if known. ``elections`` are the sorted days of all elections to the office.
    ``years`` is the length of a term, if known. A term begins on ``start`` and on the day of each election, or when the
    term before it ends."""
    last = stale_from(verified_at) - ONE_DAY
    later = [day for day in elections if day > verified_at]
    if later:
        last = min(last, later[0])
    begins = [day for day in (start, *elections) if day is not None and day <= verified_at]
    if years and begins:
        end = max(begins)
        while end <= verified_at:
            end = _years_after(end, years)
        last = min(last, end)
    return last


def current_days(
    start_date: str,
    end_date: str,
    verified_at: date | None,
    years: int | None = None,
    elections: Sequence[date] = (),
) -> tuple[date, date] | None:
    """Return the first and last day on which a relationship is certainly current, or None if there is no such day. The
    start and the end are partial dates, or "" if unknown. A start ``2022-04`` counts as the last day of the month, 30
    April. An end ``2022-04`` counts as the day before the month, 31 March.

    ``verified_at`` is the day of the last confirmation. If the start is unknown, this is the first day. If the start or
    the end is unknown, `last_confirmed_day` is the last day at most; without a confirmation, no day is certain.

    ``years`` is the length of the term of office, and ``elections`` are the sorted days of the elections to the office.
    They are used only if the end is unknown."""
    start = dates.last_day(start_date)
    first, last = start or date.min, date.max
    if end_date:
        last = dates.first_day(end_date)
        if last != dates.last_day(end_date):
            last -= ONE_DAY
    if not start_date or not end_date:
        if verified_at is None:
            return None
        rule = (start, verified_at) if end_date else (start, verified_at, years, elections)
        last = min(last, last_confirmed_day(*rule))
    if not start_date:
        first = verified_at
    return (first, last) if first <= last else None


def _years_after(day, years):
    return day.replace(year=day.year + years, day=min(day.day, 28 if day.month == 2 else day.day))
