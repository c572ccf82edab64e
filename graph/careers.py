"""Write the sentences for the descriptions of politicians and parties, as they are true on a given day. The facts come
from relationships, such as terms of office, which are passed as `TextRow` tuples. Days are ISO texts, such as
"2017-05-14"."""

import calendar
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from graph.kinds import HEADS, OFFICE_RANKS, OfficeType
from graph.queries.statuses import CURRENT, ENDED, FUTURE, UNKNOWN
from graph.queries.texts import TextRow
from graph.text.grammar import closed

BETWEEN_TERMS = timedelta(days=92)
"""Two terms of office with a gap of up to 92 days count as one, because after a dissolution a chamber has no members
until the next election."""
TEMPORARY_ROLES = frozenset(("acting", "caretaker", "interim", "provisional", "transitional"))
"""Roles of a person who holds an office only for a while, in place of the usual holder. The sentences mention these
roles, and no others."""
LATEST = date.max.isoformat()
SEAT = OFFICE_RANKS[OfficeType.LEGISLATOR]
# Copy the names once: calendar.month_name formats a date each time when it is read.
MONTHS = tuple(calendar.month_name)
Rows = Sequence[TextRow]
"""The relationships of one politician or party, as `TextRow` tuples."""


class Period(NamedTuple):
    """A continuous period in one office or party, made of one or more relationships. ``first`` is the relationship that
    begins first, and ``last`` the one that ends last. ``status`` is the status of the whole period on a day, such as
    "current". If a relationship of the period has a temporary role, such as "acting", all of them have this role."""

    first: TextRow
    last: TextRow
    status: str

    @property
    def role(self) -> str:
        """Return the temporary role during the period, such as "acting", or "" if there is none."""
        return _temporary_role(self.last)


def politician_text(offices: Rows, parties: Rows, candidacies: Rows, day: str, country: str) -> str:
    """Return the description of a politician as of the ISO date ``day``, such as "President of France since 14 May
    2017. Party: Renaissance." The description names the most important office, and the current or last party. If the
    most important office is not a current one, the description also names a current seat in a legislature. Without
    offices, it names only the last election up to ``day`` in which the politician was a candidate. Without offices and
    candidacies, it names only the country.

    ``offices``, ``parties`` and ``candidacies`` are the politician's relationships with offices, parties and elections.
    ``country`` is the name of the politician's country, or "" if it is unknown."""
    if not offices:
        stood = [row for row in candidacies if (row.start_first or "") <= day]
        if stood:
            return f"Candidate in the {stood[-1].name}."
        return f"Politician in {country}." if country else "Politician."
    main = offices[0] if len(offices) == 1 else min(offices, key=lambda row: importance(row, day))
    sentences = [office_sentence([row for row in offices if row.object == main.object], day)]
    is_former = len(offices) > 1 and main.status(day) != CURRENT
    seats = [row for row in offices if _is_current_seat(row, day)] if is_former else []
    seat = min(seats, key=lambda row: row.position, default=main)
    if seat.object != main.object:
        sentences.append(office_sentence([row for row in offices if row.object == seat.object], day))
    return " ".join([*sentences, *party_sentence(parties, day)])


def importance(row: TextRow, day: str) -> tuple:
    """Return the sort key of one of a politician's offices on the ISO date ``day``. The most important office has the
    lowest key. The order is:

    1. current offices, except those of group 3
    2. offices of heads of state or government that are not current but have begun
    3. current seats in a legislature, and current offices of unknown type
    4. all other offices that have begun
    5. offices that have not begun

    Within groups 1 to 4, the office with the more important type comes first (`OFFICE_RANKS`). If the types are equally
    important, an office in the politician's own country comes first."""
    # The SQL for the metadata field ``office`` has the same rules, but leaves out offices that have not begun.
    status, rank = row.status(day), OFFICE_RANKS.get(row.fact, len(OFFICE_RANKS))
    if status == FUTURE:
        return 4, row.start_first
    is_current = status == CURRENT
    group = 0 if is_current else 1 if row.fact in HEADS else 3
    if is_current and rank >= SEAT:
        group = 2
    until = None if is_current else row.end_last or row.verified_at
    position = row.position if is_current else 0
    return group, rank, row.abroad, position, _latest_first(until), _latest_first(row.start_first), row.position


def _latest_first(day):
    return -date.fromisoformat(day).toordinal() if day else 0


def _is_current_seat(row, day):
    return row.fact == OfficeType.LEGISLATOR and row.status(day) == CURRENT


def _temporary_role(row):
    return row.role if row.role in TEMPORARY_ROLES else ""


def periods(rows: Rows, day: str) -> list[Period]:
    """Join the relationships of a politician with one office or one party into continuous periods. Return the periods,
    the earliest first. Their status is the one on the ISO date ``day``."""
    found = []
    for row in sorted(rows, key=lambda row: (row.start_first or "", row.end_last or LATEST)):
        if found and _follows(row, found[-1]):
            first, last, status = found[-1]
            if _end(row) >= _end(last):
                found[-1] = Period(first, row, row.status(day) if status != CURRENT else status)
        else:
            found.append(Period(row, row, row.status(day)))
    return found


def _follows(row, period):
    """Return True if the relationship ``row`` continues the period. This is so if both of these conditions are met:

    - The relationship and the period have the same temporary role, such as "acting", or both have no temporary role.
    - The relationship has no known start, or begins at most BETWEEN_TERMS after the end of the period.

    If a current period has no end date, the second condition is met. If a period that is not current has no end date,
    the day of its last confirmation counts as the end."""
    if _temporary_role(row) != period.role:
        return False
    if row.start_first is None:
        return True
    until = period.last.end_last or (LATEST if period.status == CURRENT else period.last.verified_at)
    return until is not None and date.fromisoformat(row.start_first) - BETWEEN_TERMS <= date.fromisoformat(until)


def _end(row):
    return row.end_last or LATEST


def office_sentence(rows: Rows, day: str) -> str:
    """Return a sentence about one office as of the ISO date ``day``, such as "Former President of France (2007–2012)."
    ``rows`` are the politician's terms in this office, at least one."""
    *earlier, last = sorted(periods(rows, day), key=lambda period: (_end(period.last), period.status == CURRENT))
    name = f"{last.last.name}, {last.role}" if last.role else last.last.name
    if last.status == CURRENT:
        start = date_in_words(last.first.start_date)
        text = f"{name} since {start}" if start else name
        return closed(text + _before(earlier))
    if last.status == FUTURE:
        start = date_in_words(last.first.start_date)
        return closed(f"{name} from {start}" + _before(earlier))
    if last.last.end_date:
        former = "Former " if last.status == ENDED else ""
        return closed(f"{former}{last.last.name} ({_joined(map(years, (*earlier, last)))})")
    start = date_in_words(last.first.start_date)
    confirmed = f", last confirmed in {last.last.verified_at[:4]}" if _is_confirmed(last.last) else ", end unknown"
    return closed(name + (f" from {start}" if start else "") + confirmed + _before(earlier))


def _before(earlier):
    return f", before that {_joined(map(years, earlier))}" if earlier else ""


def years(period: Period) -> str:
    """Return the years of a period as text, after the temporary role if there is one. Return "" if no year is known.
    Examples:

    - "2006–2007", or "acting 2006–2007"
    - "2006–": the period has not ended
    - "2006–at least 2015": the end is unknown, and a source last confirmed the period in 2015
    - "from 2006": the end is unknown, and no source has confirmed the period after its start
    - "until 2007": the start is unknown
    """
    known = _years(period)
    return f"{period.role} {known}".strip() if known.strip("–") else known


def _years(period):
    start, end = period.first.start_date[:4], _until(period)
    if end and not start:
        return f"until {end}"
    if not end and period.status == UNKNOWN:
        return f"from {start}" if start else ""
    return start if start == end else f"{start}–{end}"


def _until(period):
    row = period.last
    if row.end_date:
        return row.end_date[:4]
    if period.status != UNKNOWN or not _is_confirmed(row):
        return ""
    verified = row.verified_at[:4]
    return verified if period.first.start_date.startswith(verified) else f"at least {verified}"


def _is_confirmed(row):
    """Return True if a source has confirmed the relationship on the day of its start or later."""
    return row.verified_at is not None and row.verified_at >= (row.start_first or "")


def party_sentence(rows: Rows, day: str) -> list[str]:
    """Return a list with one sentence about the politician's party on the ISO date ``day``, such as ["Party:
    Renaissance."]. The sentence names the current party, otherwise the last one. ``rows`` are the politician's
    memberships of parties. The list is empty in these cases:

    - No membership has begun.
    - The status of the last membership is "unknown", and it has an end date.
    - The status of the last membership is "unknown", and no source has confirmed it since its start.
    """
    known = [row for row in rows if row.status(day) != FUTURE]
    current = [row for row in known if row.status(day) == CURRENT]
    if current:
        last = max(current, key=lambda row: row.start_first or "")
        return [closed(f"Party: {last.name}")]
    last = max(known, key=lambda row: (_end(row), row.start_first or ""), default=None)
    if last is None:
        return []
    if last.status(day) == ENDED:
        return [closed(f"Former party: {last.name}")]
    if not _is_confirmed(last) or last.end_date:
        return []
    return [closed(f"Party: {last.name} (last confirmed in {last.verified_at[:4]})")]


def overview(birth_year: int | None, offices: Rows, parties: Rows, day: str) -> str:
    """Return a short career of a politician as of the ISO date ``day``: "Born in 1977. Offices: President of France
    (2017–). Parties: …" It names all offices and parties with their years. ``offices`` and ``parties`` are the
    politician's relationships with offices and parties. Parts without data are left out. Without any data, return
    ""."""
    sentences = [f"Born in {birth_year}."] if birth_year else []
    for label, rows in (("Offices", offices), ("Parties", parties)):
        by_object = {row.object: [] for row in rows}
        for row in rows:
            by_object[row.object].append(row)
        if by_object:
            sentences.append(closed(f"{label}: {'; '.join(_with_years(same, day) for same in by_object.values())}"))
    return " ".join(sentences)


def _with_years(rows, day):
    known = [text for text in map(years, periods(rows, day)) if text.strip("–")]
    return f"{rows[0].name} ({', '.join(known)})" if known else rows[0].name


def party_text(founded_year: int | None, ideologies: Sequence[str], operates: Rows, day: str, country: str) -> str:
    """Return the description of a party as of the ISO date ``day``, such as "Political party in France, founded in
    2016." If the party has ended, the description says so. If the party may have ended, it says when a source last
    confirmed the party. ``ideologies`` are names. ``operates`` are the relationships of the party with its country.
    ``country`` is the name of this country with its article, such as "the United States"."""
    known = [row for row in operates if row.status(day) != FUTURE]
    statuses = {row.status(day) for row in known}
    founded = f", founded in {founded_year}" if founded_year else ""
    ideology = closed(f" Ideology: {', '.join(ideologies)}") if ideologies else ""
    if statuses == {ENDED}:
        ended = max(map(_end, known))[:4]
        return f"Former political party in {country}{founded}, ended in {ended}.{ideology}"
    verified = max((row.verified_at for row in known if row.verified_at and not row.end_date), default="")
    is_stale = statuses and CURRENT not in statuses and verified
    confirmed = f", last confirmed in {verified[:4]}" if is_stale else ""
    return f"Political party in {country}{founded}{confirmed}.{ideology}"


def _joined(texts):
    *head, last = texts
    return f"{', '.join(head)} and {last}" if head else last


def date_in_words(text: str) -> str:
    """Return a partial date as English text: ``14 May 2017``, ``May 2017`` or ``2017``. For an unknown date (""),
    return "" too."""
    if len(text) <= len("2017"):
        return text
    month = MONTHS[int(text[5:7])]
    return f"{int(text[8:])} {month} {text[:4]}" if len(text) > len("2017-05") else f"{month} {text[:4]}"
