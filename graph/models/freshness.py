"""A fact without an end date is fresh for two years after a source last confirmed it. After that it is stale."""

from datetime import date, timedelta

YEARS_A_FACT_STAYS_FRESH = 2
ONE_DAY = timedelta(days=1)


def stale_before(day: date) -> date:
    """Return the day two years before ``day``. A fact without an end, last verified before it, is stale on ``day``."""
    return day.replace(year=day.year - YEARS_A_FACT_STAYS_FRESH, day=min(day.day, 28 if day.month == 2 else day.day))


def stale_from(verified_at: date) -> date:
    """Return the first day on which a fact last verified on ``verified_at`` is stale (see `stale_before`)."""
    day = verified_at.replace(year=verified_at.year + YEARS_A_FACT_STAYS_FRESH, day=min(verified_at.day, 28))
    while stale_before(day) <= verified_at:
        day += ONE_DAY
    return day
