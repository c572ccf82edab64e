"""Parse the composed descriptions and overviews of entities into claims, and compare the claims with the database."""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from django.template.defaultfilters import floatformat

from graph.batches import batches
from graph.descriptions import composed
from graph.kinds import Kind
from graph.models import Entity, Relationship
from graph.text import dates

HOLDS, MEMBER = "politician_holds_office", "politician_member_of_party"
OPERATES, IDEOLOGY = "party_operates_in_country", "party_has_ideology"
IN_COUNTRY = (OPERATES, "election_occurs_in_country", "office_in_country", "institution_in_country")
STOOD = "politician_participated_in_election"
LONGEST_GAP = timedelta(days=92)
MONTHS = "January February March April May June July August September October November December".split()
DATE = rf"(?:(?:[0-9]{{1,2}} )?(?:{'|'.join(MONTHS)}) )?[0-9]{{4}}"
ROLES = "acting|caretaker|interim|provisional|transitional"
PERIOD = (
    rf"(?:(?:{ROLES}) )?(?:[0-9]{{4}}–(?:at least )?[0-9]{{4}}|[0-9]{{4}}–?|(?:from|until)(?: at least)? [0-9]{{4}})"
)
PERIODS = rf"{PERIOD}(?:(?:, | and ){PERIOD})*"
NAME = "\0([0-9]+)\0"
OFFICE = re.compile(
    rf"(?P<former>Former )?{NAME}(?:, (?P<role>{ROLES}))?(?: since (?P<since>{DATE})| from (?P<start>{DATE}))?"
    rf"(?P<unknown>, last confirmed in (?P<confirmed>[0-9]{{4}})|, end unknown)?(?: \((?P<years>{PERIODS})\))?"
    rf"(?:, before that (?P<before>{PERIODS}))?\.?(?: |\Z)"
)
CONFIRMED = r" \(last confirmed in "
PARTY = re.compile(
    rf"(?:(?:(?P<now>Party: )|(?P<formerly>Former party: ))(?!.*{CONFIRMED})|Party: (?=.*{CONFIRMED}))"
    rf"{NAME}(?:{CONFIRMED}(?P<confirmed>[0-9]{{4}})\))?\.?\Z"
)
OVERVIEW = re.compile(
    r"(?:Born in (?P<born>[0-9]{4})\.)?(?: ?Offices: (?P<offices>.*?)\.?)?(?: ?Parties: (?P<parties>.*?)\.?)?\Z",
    re.DOTALL,
)
CAREER = re.compile(rf"{NAME}(?: \((?P<years>{PERIODS})\))?(?:; |\Z)")
PARTY_TEXT = re.compile(
    rf"(?:(?P<former>Former )p|P)olitical party in (?P<country>.+?)(?:, founded in (?P<founded>[0-9]{{4}}))?"
    rf"(?:, ended in (?P<ended>[0-9]{{4}})|, last confirmed in (?P<confirmed>[0-9]{{4}}))?"
    rf"\.(?: Ideology: (?P<ideologies>{NAME}(?:, {NAME})*)\.?)?\Z"
)
ELECTION = re.compile(
    rf"[A-Z][-A-Za-z ]+ in .+?, (?:(?P<tense>held|due) (?:on|in) (?P<date>{DATE})"
    rf"(?:, with (?:a second|the deciding) round (?:on|in) (?P<last>{DATE}))?|planned for (?P<planned>{DATE}), "
    rf"(?P<state>overdue|cancelled))\.(?: Winner: (?P<winner>.*?)(?:, by (?P<margin>[0-9.]+) points)?[.!?])?"
    rf"(?: First and second are (?P<apart>[0-9.]+) points apart in votes\.)?"
    rf"(?: Turnout (?P<turnout>[0-9.]+) %\.)?\Z"
)


class Fact(NamedTuple):
    """A relationship. ``first`` and ``last`` are its first and last possible day, ``until`` the last certain one."""

    name: str
    start_date: str
    first: date | None
    last: date | None
    until: date | None
    status: str
    verified_at: date | None
    role: str


def false_claims(day: date) -> Iterator[str]:
    """Yield a text "slug: reason: texts" for each claim about an entity that is false on ``day``."""
    for batch in batches(Entity.objects.published().values_list("pk", flat=True)):
        facts = _facts(batch, day)
        for entity, description, overview in composed(batch, day):
            yield from false_claims_of(entity, description, overview, facts[entity.pk], day)


def false_claims_of(entity, description, overview, facts, day) -> Iterator[str]:
    checks = {Kind.POLITICIAN: _politician, Kind.PARTY: _party, Kind.ELECTION: _election}
    found = checks.get(entity.kind, _other)(entity, description, facts, day)
    countries = _names(facts, *IN_COUNTRY)
    if countries and not any(name in description for name in countries):
        found = [*found, "a country that no relationship has"]
    if overview:
        found = [*found, *_overview(entity, overview, facts)]
    yield from (f"{entity.slug}: {reason}: {description} {overview}" for reason in found if reason)


def _facts(pks, day):
    rows = Relationship.objects.filter(subject__in=pks, type__in=(HOLDS, MEMBER, IDEOLOGY, STOOD, *IN_COUNTRY))
    rows = rows.filter(object__status=Entity.Status.PUBLISHED).with_status(day)
    columns = "subject type object__name start_date start_first end_date end_last verified_at role status".split()
    found = defaultdict(lambda: defaultdict(list))
    for pk, kind, name, start, first, end, last, verified, role, status in rows.values_list(*columns):
        until = last or (day if status == "current" else verified)
        found[pk][kind].append(Fact(name, start, first, last if end else None, until, status, verified, role))
    return found


def _masked(text, names):
    """Replace each name in a text by its index in ``names``, the longest first: a name can be a part of another."""
    for number, name in sorted(enumerate(names), key=lambda pair: -len(pair[1])):
        text = text.replace(name, f"\0{number}\0")
    return text


def _names(facts, *kinds):
    return list(dict.fromkeys(row.name for kind in kinds for row in facts[kind]))


def _politician(entity, text, facts, day):
    if not facts[HOLDS]:
        stood = [(row.first, row.name) for row in facts[STOOD] if row.first <= day]
        expected = f"Candidate in the {max(stood)[1]}." if stood else "Politician in "
        yield None if text.startswith(expected) else "an office or election without a relationship"
        return
    names = _names(facts, HOLDS, MEMBER)
    masked = _masked(text, names)
    position = 0
    while (match := OFFICE.match(masked, position)) and match.end() > position:
        rows = [row for row in facts[HOLDS] if row.name == names[int(match[2])]]
        yield from _office(match, rows, day)
        position = match.end()
    rest = masked[position:]
    match = PARTY.match(rest)
    if match:
        rows = [row for row in facts[MEMBER] if row.name == names[int(match[3])]]
        yield from _membership(match, rows)
    elif rest and not text.endswith("…"):
        yield f"cannot be read: {rest!a}"
    if any(row.status == "current" for row in facts[MEMBER]) and not (match and match["now"]):
        yield "the party of now is missing"


def _office(match, rows, day):
    for years in (match["years"], match["before"]):
        yield from _periods(rows, years)
    statuses = {row.status for row in rows}
    if match["former"] and statuses != {"ended"}:
        yield "a former office that has not ended"
    if not match["years"]:
        rows = _in_role(rows, match["role"])
        statuses = {row.status for row in rows}
    if match["since"]:
        yield None if "current" in statuses else "an office that is not current"
        yield from _covered(rows, match["since"], day)
    if not any(match.groupdict().values()) and "current" not in statuses:
        yield "an office that is not current"
    if match["start"]:
        yield from _start(match, rows, statuses)
    if match["confirmed"] and not _is_confirmed(rows, match["confirmed"]):
        yield "a confirmation that no relationship has"


def _start(match, rows, statuses):
    if not any(_in_words(row.start_date) == match["start"] for row in rows):
        yield "a start that no relationship has"
    if not match["unknown"] and "future" not in statuses:
        yield "a start in the future"


def _membership(match, rows):
    statuses = {row.status for row in rows}
    if match["now"] and "current" not in statuses:
        yield "a party that is not current"
    if match["formerly"] and statuses != {"ended"}:
        yield "a former party that has not ended"
    if match["confirmed"] and not _is_confirmed(rows, match["confirmed"]):
        yield "a confirmation that no relationship has"


def _is_confirmed(rows, year):
    return any(row.status == "unknown" and row.verified_at and str(row.verified_at.year) == year for row in rows)


def _in_role(rows, role):
    """Return the facts with this temporary role, such as "acting", or without a temporary role if it is empty."""
    return [row for row in rows if (row.role if row.role in ROLES.split("|") else "") == (role or "")]


def _periods(all_rows, text):
    for words in re.split(", | and ", text) if text else ():
        role, period = re.fullmatch(f"(?:({ROLES}) )?(.*)", words).groups()
        rows = _in_role(all_rows, role)
        start, dash, end = period.partition("–")
        if period.startswith("until "):
            start, end = "", period.removeprefix("until ")
        elif period.startswith("from "):
            start = period.removeprefix("from ")
        elif not dash:
            end = start
        yield from _period(rows, start, end.removeprefix("at least "))


def _period(rows, start, end):
    begun = [row.first for row in rows if row.start_date[:4] == start and (row.first or not start)]
    if not begun:
        yield f"a start in {start or 'an unknown year'}"
    elif not end:
        lasting = [row.first for row in rows if row.first and (row.status == "current" or not row.last)]
        if not any(_without_gap(rows, first, last) for first in begun for last in lasting):
            yield "a period that lasts"
    elif not (ends := [row.until for row in rows if row.until and str(row.until.year) == end]):
        yield f"an end in {end}"
    elif start and not any(_without_gap(rows, first, last) for first in begun for last in ends):
        yield f"a gap between {start} and {end}"


def _covered(rows, since, day):
    begun = [row.first for row in rows if _in_words(row.start_date) == since]
    if not begun:
        yield "a start that no relationship has"
    elif not _without_gap(rows, min(begun), day):
        yield f"a gap since {since}"


def _without_gap(rows, start, end):
    reached = start
    for row in sorted((row for row in rows if row.first), key=lambda row: row.first):
        if row.first <= reached + LONGEST_GAP and row.until:
            reached = max(reached, row.until)
    return reached >= end


def _overview(entity, text, facts):
    names = _names(facts, HOLDS, MEMBER)
    match = OVERVIEW.match(_masked(text, names))
    if match["born"] and int(match["born"]) != entity.details.birth_year:
        yield "another year of birth"
    for kind, group in ((HOLDS, "offices"), (MEMBER, "parties")):
        masked, position, named = match[group] or "", 0, set()
        while (part := CAREER.match(masked, position)) and part.end() > position:
            name = names[int(part[1])]
            named.add(name)
            yield from _periods([row for row in facts[kind] if row.name == name], part["years"])
            position = part.end()
        if named != {row.name for row in facts[kind]}:
            yield f"{group} that are not those of the relationships"


def _party(entity, text, facts, day):
    names, rows = _names(facts, IDEOLOGY), facts[OPERATES]
    match = PARTY_TEXT.match(_masked(text, names))
    if not match:
        yield "cannot be read"
        return
    statuses = {row.status for row in rows}
    if match["founded"] and int(match["founded"]) != entity.details.founded_year:
        yield "another year of foundation"
    if bool(match["former"]) != (statuses == {"ended"}):
        yield "an end that no relationship has, or no word of the end"
    if match["ended"] and match["ended"] != str(max(row.until for row in rows).year):
        yield "another year of the end"
    if match["confirmed"] and ("current" in statuses or not _is_confirmed(rows, match["confirmed"])):
        yield "a confirmation that no relationship has"
    if not match["confirmed"] and rows and not statuses & {"current", "ended", "future"}:
        yield None if not any(row.verified_at and not row.last for row in rows) else "no word of the last confirmation"


def _election(entity, text, facts, day):
    details, match = entity.details, ELECTION.match(text)
    if not match:
        yield "cannot be read"
        return
    is_of_rounds = details.rounds and details.status == "held"
    days = [details.rounds[0]["date"], details.date] if is_of_rounds else [details.date]
    named = [match["date"] or match["planned"], match["last"]]
    if [day for day in named if day] != [_in_words(day) for day in days]:
        yield "another date"
    state = match["tense"] or match["state"]
    is_past = dates.last_day(details.date) < day
    right = {"held": "held", "cancelled": "cancelled", "scheduled": "overdue" if is_past else "due"}[details.status]
    if state != right:
        yield f"{state} instead of {right}"
    if (match["winner"] or "").rstrip(".!?") != details.winner.rstrip(".!?"):
        yield "another winner"
    if match["margin"] and details.kind not in ("presidential", "by-election"):
        yield "a winner by votes in an election for seats"
    for name, value in (
        ("margin", details.result_margin),
        ("apart", details.result_margin),
        ("turnout", details.turnout),
    ):
        if match[name] and floatformat(value, 1) != match[name]:
            yield f"another {name}"


def _other(entity, text, facts, day):
    """Yield a text such as "the number 7" for each number in ``text`` that no detail of the entity has."""
    known = re.findall("[0-9]+", " ".join(str(value) for value in vars(entity.details or entity).values()))
    yield from (f"the number {number}" for number in re.findall("[0-9]+", text.replace(",", "")) if number not in known)


def _in_words(text):
    if len(text) <= len("2017"):
        return text
    month = f"{MONTHS[int(text[5:7]) - 1]} {text[:4]}"
    return f"{int(text[8:])} {month}" if len(text) > len("2017-05") else month
