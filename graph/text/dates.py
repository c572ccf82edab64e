import calendar
import re
from datetime import date

UNKNOWN = ""
EARLIEST_YEAR = 1000
LATEST_YEAR = 2200
PATTERN = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


class NotAPartialDate(ValueError):
    """Raised for a text that is not a partial date such as ``2022``, ``2022-04`` or ``2022-04-24``, between the years
    1000 and 2200."""


def parse(text: str) -> str:
    """Return the text unchanged if it is a partial date or empty. Raise NotAPartialDate otherwise."""
    if text != UNKNOWN:
        first_day(text)
    return text


def first_day(text: str) -> date | None:
    """Return the first day of a partial date: 1 April 2022 for ``2022-04``. Return None for "". Raise NotAPartialDate
    if the text is neither."""
    return _edge(text, is_last=False)


def last_day(text: str) -> date | None:
    """Return the last day of a partial date: 30 April 2022 for ``2022-04``. Return None for "". Raise NotAPartialDate
    if the text is neither."""
    return _edge(text, is_last=True)


def year_of(text: str) -> int | None:
    return int(text[:4]) if text else None


def overlap(one: str, other: str) -> bool:
    """Return True if two partial dates can mean the same day. An unknown date ("") matches nothing."""
    return bool(one and other) and first_day(one) <= last_day(other) and first_day(other) <= last_day(one)


def _edge(text, is_last):
    if text == UNKNOWN:
        return None
    match = PATTERN.fullmatch(text)
    if not match:
        raise NotAPartialDate(f"{text!r} is no date like 2022, 2022-04 or 2022-04-24")
    year, month = int(match[1]), int(match[2] or (12 if is_last else 1))
    try:
        day = date(year, month, int(match[3] or (calendar.monthrange(year, month)[1] if is_last else 1)))
    except (ValueError, calendar.IllegalMonthError):
        raise NotAPartialDate(f"{text!r} is not in the calendar") from None
    if not EARLIEST_YEAR <= year <= LATEST_YEAR:
        raise NotAPartialDate(f"{text!r} is not between the years {EARLIEST_YEAR} and {LATEST_YEAR}")
    return day
