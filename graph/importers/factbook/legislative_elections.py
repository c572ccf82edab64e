"""Elections of parliaments: of the lower or only chamber, and of an upper chamber that is elected on another day.

Upper chambers whose members are appointed or chosen by councils are renewed without an election of the people; such
renewals are not told. A lower chamber chosen indirectly is told: there is no other election of the parliament.
"""

import re
from collections.abc import Iterator

from graph.importers.factbook import dates
from graph.importers.factbook.chambers import Chamber
from graph.importers.factbook.corrections import (
    CHOSEN_BY_COUNCILLORS,
    LAST_LEGISLATIVE,
    NEXT_LEGISLATIVE,
    NO_LEGISLATIVE_RESULTS,
    SWAPPED_CHAMBERS,
)
from graph.importers.factbook.election_records import election_records, scheduled
from graph.importers.factbook.page import LEGISLATIVE, LOWER, UPPER, Page
from graph.importers.factbook.parties import Parties, seat_list
from graph.importers.factbook.seats import largest
from graph.importers.records import Record
from graph.kinds import ElectionKind
from graph.text import dates as partial

NUMBER = "number of seats"
LAST = "most recent election date"
NEXT = "expected date of next election"
ELECTED = re.compile(r"elected")
DIRECTLY_ELECTED = re.compile(r"\bdirectly elected")


def records(page: Page, chambers: list[Chamber], parties: Parties) -> Iterator[Record]:
    """The last and the next election of each chamber that is elected."""
    offices = {chamber.section: chamber.office_key for chamber in chambers if chamber.has_members}
    has_chambers = page.text(LOWER, "chamber name")
    section = LOWER if has_chambers else LEGISLATIVE
    yield from _of_lower(page, section, offices.get(section, ""), parties)
    if has_chambers:
        yield from _of_upper(page, offices.get(UPPER, ""), parties)


def last_election(page: Page, section: str) -> tuple[ElectionKind, str] | None:
    """Kind and date of the last election that filled a chamber, None where none is told."""
    if section != UPPER:
        date = _lower_date(page, section)
        return (ElectionKind.LEGISLATIVE, date) if date else None
    date, lower = last_date(page, UPPER), _lower_date(page, LOWER)
    if partial.overlap(date, lower):
        return ElectionKind.LEGISLATIVE, lower
    return (ElectionKind.UPPER_HOUSE, date) if date and _is_upper_elected(page) else None


def last_date(page: Page, section: str) -> str:
    """The day on which a chamber was last renewed, whoever chose its members; empty where it is not told."""
    return dates.parse(_last_text(page, section))


def _lower_date(page, section):
    return dates.parse(LAST_LEGISLATIVE.get(page.code, _last_text(page, section))) if _is_elected(page, section) else ""


def _is_elected(page, section):
    seats = page.text(section, NUMBER)
    # Without a number of seats nothing is told of the members, as after a coup: then the date speaks for itself.
    return not seats or bool(ELECTED.search(seats))


def _is_upper_elected(page):
    return bool(DIRECTLY_ELECTED.search(page.text(UPPER, NUMBER))) and page.code not in CHOSEN_BY_COUNCILLORS


def _of_lower(page, section, office, parties):
    date = _lower_date(page, section)
    if date:
        yield from _held(page, section, ElectionKind.LEGISLATIVE, date, office, parties)
    text = NEXT_LEGISLATIVE.get(page.code, page.text(section, NEXT) if _is_elected(page, section) else "")
    if text:
        line = page.line(section, NEXT)
        yield from scheduled(page, ElectionKind.LEGISLATIVE, text, date, line, office=office)


def _of_upper(page, office, parties):
    if not _is_upper_elected(page):
        return
    date = last_date(page, UPPER)
    if last_election(page, UPPER) == (ElectionKind.UPPER_HOUSE, date):
        yield from _held(page, UPPER, ElectionKind.UPPER_HOUSE, date, office, parties)
    text = page.text(UPPER, NEXT)
    if text and not partial.overlap(dates.parse(text), dates.parse(page.text(LOWER, NEXT))):
        yield from scheduled(page, ElectionKind.UPPER_HOUSE, text, date, page.line(UPPER, NEXT), office=office)


def _last_text(page, section):
    if page.code in SWAPPED_CHAMBERS:
        section = {LOWER: UPPER, UPPER: LOWER}.get(section, section)
    return page.text(section, LAST)


def _held(page, section, kind, date, office, parties):
    first = "" if page.code in NO_LEGISLATIVE_RESULTS else largest(seat_list(page, section))
    details = {"winner": parties.shown(first)} if first else {}
    yield from election_records(page, kind, date, page.line(section, LAST), office=office, details=details)
