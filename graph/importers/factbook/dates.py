"""The Factbook's many ways to write a date, as partial dates."""

import re
from datetime import date, timedelta

from graph.text import dates

MONTHS = {
    name: number for number, name in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), start=1)
}
MONTH = rf"(?P<month>{'|'.join(MONTHS)})[a-z]*"
EXCEL_EPOCH = date(1899, 12, 30)
EXCEL_SERIAL = re.compile(r"[0-9]{5}")
AMERICAN = re.compile(r"(?P<month>[0-9]{1,2})/(?P<day>[0-9]{1,2})/(?P<year>[0-9]{4})")
# The first of several days, "16, 23, and 30 May and 4 June 2022": its month follows the days, its year comes last.
DAY = re.compile(rf"\b(?P<day>[0-9]{{1,2}})(?:(?: ?[-–] ?|, and |, | and )[0-9]{{1,2}})* {MONTH}\b")
MONTH_YEAR = re.compile(rf"\b{MONTH}\b")
YEAR = re.compile(r"\b(?P<year>(?:19|20)[0-9]{2})\b")
NOT_HELD = re.compile(r"\bnot held\b|\bnot been\b|\bdelayed\b|\bpostponed\b|\bno new date\b|\bnot yet\b")


def parse(text: str) -> str:
    """The first date that a text names, as precise as it is given: ``"10-12 December 2023"`` is ``2023-12-10``.

    Empty when the text names none, or tells why an election was not held.
    """
    if NOT_HELD.search(text):
        return ""
    if EXCEL_SERIAL.fullmatch(text):
        return (EXCEL_EPOCH + timedelta(days=int(text))).isoformat()
    try:
        return _american(text) or _written(text)
    except dates.NotAPartialDate:
        return ""


def period(text: str) -> tuple[str, str]:
    """Start and end of an office: ``"since 1997"`` has no end, ``"1 May 2024 - 2 June 2025"`` has both."""
    parts = [parse(part) for part in re.split(r" - ", text, maxsplit=1)]
    return (parts[0], parts[1]) if len(parts) > 1 else (parts[0], "")


def _american(text):
    match = AMERICAN.match(text)
    return dates.of(int(match["year"]), int(match["month"]), int(match["day"])) if match else ""


def _written(text):
    year = YEAR.search(text)
    if not year:
        return ""
    month = MONTH_YEAR.search(text, 0, year.start())
    day = DAY.search(text, 0, year.start())
    if not month:
        return dates.of(int(year["year"]))
    return dates.of(int(year["year"]), MONTHS[month["month"]], int(day["day"]) if day else None)
