"""Compute on which days a relationship, such as a term of office, is certainly current. If the end date is unknown, the
last certain day is the earliest of these:

- the day two years after a source last confirmed the relationship
- for a term of office, the end of a term of the usual length
- for a term of office, the day of the next election of the office

If the end date is unknown and no source has confirmed the relationship, no day is certain."""

from collections.abc import Sequence
from datetime import date, timedelta

from graph.text import dates

YEARS_A_FACT_STAYS_FRESH = 2
ONE_DAY = timedelta(days=1)


def stale_before(day: date) -> date:
    """Return the day two years before ``day``. If a fact without an end date was last confirmed before the returned
    day, the fact is stale on ``day``: too old to be certain."""
    return _years_after(day, -YEARS_A_FACT_STAYS_FRESH)


def stale_from(verified_at: date) -> date:
    """Return the first day on which a fact without an end date is stale (too old to be certain). ``verified_at`` is the
    day of its last confirmation. The returned day is the first one that is more than two years later."""
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
    ``years`` is the length of a term, if known. A term begins on ``start``, on the day of each election, and at the end
    of the term before."""
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

    ``verified_at`` is the day on which a source last confirmed the relationship, or None. It is used only if the start
    or the end is unknown:

    - If ``verified_at`` is None, return None.
    - If the start is unknown, the first day is ``verified_at``.
    - The last day is the result of `last_confirmed_day` or, if this is earlier, the end.

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
