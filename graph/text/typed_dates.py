"""Convert dates as people type them (``May 2019``, ``14.5.2019``, ``May 14, 2019``) to partial ISO dates."""

import calendar
import re

from graph.text import dates

ACCEPTED_FORMS = "2019, 2019-05, May 2019, 5/2019, 2019-05-14, 14 May 2019, May 14, 2019 or 14.5.2019"
MAXIMUM_LENGTH = 40
FULL_MONTHS = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
MONTHS = FULL_MONTHS | {name[:3]: number for name, number in FULL_MONTHS.items()} | {"sept": 9}
BETWEEN_WORDS = re.compile(r"[\s,]+|(?<=[a-z])\.|(?<=[0-9])\.(?=\s|[a-z]|$)|(?<=[0-9])(?:st|nd|rd|th)\b|\bof\b")
YEAR_FIRST = re.compile(r"([0-9]{4})(?:([-/.])([0-9]{1,2})(?:\2([0-9]{1,2}))?)?")
MONTH_AND_YEAR = re.compile(r"([0-9]{1,2})[-/.]([0-9]{4})")
YEAR_LAST = re.compile(r"([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4})")
LAST_MONTH = 12


class NotATypedDate(ValueError):
    """Raised for a text that is not a date, or that can mean two dates, such as ``5/6/2019``. The message explains how
    to write a date."""


def read(text: str) -> str:
    text = text.strip()
    if not text:
        return dates.UNKNOWN
    if len(text) > MAXIMUM_LENGTH:
        raise NotATypedDate(f"This is not a date. Write it like {ACCEPTED_FORMS}.")
    year, *rest = _parts(text)
    try:
        return dates.parse("-".join([year, *(f"{int(part):02d}" for part in rest if part is not None)]))
    except dates.NotAPartialDate:
        raise NotATypedDate(_not_in_the_calendar(text)) from None


def _not_in_the_calendar(text):
    years = f"between {dates.EARLIEST_YEAR} and {dates.LATEST_YEAR}"
    return f"“{text}” is not a day, month or year {years}. Write it like {ACCEPTED_FORMS}."


def _parts(text):
    if found := YEAR_FIRST.fullmatch(text):
        return found[1], found[3], found[4]
    if found := MONTH_AND_YEAR.fullmatch(text):
        return found[2], found[1]
    if found := YEAR_LAST.fullmatch(text):
        return found[4], *_month_and_day(text, int(found[1]), int(found[3]), by_dots=found[2] == ".")
    return _parts_in_words(text)


def _month_and_day(text, first, second, by_dots):
    """Return the numbers ``first`` and ``second`` of a date as (month, day). If dots separate them (14.5.), the day
    comes first. Otherwise, a number above 12 is the day. If both orders are possible, raise NotATypedDate with
    ``text``, the whole typed text, in the message."""
    if by_dots or first > LAST_MONTH or first == second:
        return second, first
    if second > LAST_MONTH:
        return first, second
    one, other = (f"{day} {calendar.month_name[month]}" for day, month in ((first, second), (second, first)))
    if not first or not second:
        raise NotATypedDate(_not_in_the_calendar(text))
    raise NotATypedDate(f"“{text}” can be {one} or {other}. Write the month as a word, or 2019-05-14.")


def _parts_in_words(text):
    words = BETWEEN_WORDS.sub(" ", text.lower()).split()
    months = [MONTHS[word] for word in words if word in MONTHS]
    years = [word for word in words if re.fullmatch("[0-9]{4}", word)]
    days = [word for word in words if re.fullmatch("[0-9]{1,2}", word)]
    if (len(months), len(years)) != (1, 1) or len(days) > 1 or len(words) != 2 + len(days):
        raise NotATypedDate(f"“{text}” is not a date. Write it like {ACCEPTED_FORMS}.")
    return years[0], months[0], *days
