"""An open end is believed for two years after a source last confirmed it."""

from datetime import date, timedelta

YEARS_A_FACT_STAYS_FRESH = 2
ONE_DAY = timedelta(days=1)


def stale_before(day: date) -> date:
    """Relationships without an end that were verified before this date may have ended unnoticed on ``day``."""
    return day.replace(year=day.year - YEARS_A_FACT_STAYS_FRESH, day=min(day.day, 28 if day.month == 2 else day.day))


def stale_from(verified_at: date) -> date:
    """The first day on which a fact verified on this day is no longer fresh; the inverse of `stale_before`."""
    day = verified_at.replace(year=verified_at.year + YEARS_A_FACT_STAYS_FRESH, day=min(verified_at.day, 28))
    while stale_before(day) <= verified_at:
        day += ONE_DAY
    return day
