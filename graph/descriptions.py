import calendar
import csv
from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path

from graph.batches import batches
from graph.journal.journal import Journal
from graph.journal.revisions import write_many
from graph.kinds import OFFICE_RANKS, ElectionStatus, Kind, OfficeType
from graph.models import DETAILS, Change, Entity, Relationship, Status
from graph.relations import RelationshipType
from graph.text import dates
from graph.text.grammar import closed, with_article

LONGEST = 600
MOST_IDEOLOGIES = 3
BETWEEN_TERMS = timedelta(days=92)
"""Terms of office with a gap of up to 92 days count as one, because a dissolved chamber has no members for a while."""
with Path(__file__).with_name("labels.csv").open() as table:
    LABELS = {(row["kind"], row["value"]): row["label"] for row in csv.DictReader(table)}
DESCRIBED_TYPES = (RelationshipType.HOLDS_OFFICE, RelationshipType.MEMBER_OF_PARTY, RelationshipType.HAS_IDEOLOGY)


def describe(pks: Iterable[int], day: date, journal: Journal) -> int:
    """Write the descriptions of these entities as of ``day``, and the overviews (careers) of politicians. Texts that an
    editor wrote are not changed. Return how many descriptions changed."""
    # The journal records a new description only if it records no other change, from which the description follows.
    changed_entities = journal.entities
    return sum(_describe_batch(batch, day, journal, changed_entities) for batch in batches(pks))


def described_by(pks: Iterable[int]) -> set[int]:
    relationships = Relationship.objects.filter(object__in=list(pks), type__in=DESCRIBED_TYPES)
    return set(relationships.values_list("subject", flat=True))


def _describe_batch(pks, day, journal, changed_entities):
    countries = dict(Entity.objects.of_kind(Kind.COUNTRY).values_list("country_code", "name"))
    relationships = _relationships(pks, day)
    changed, overviews, changes = [], [], {}
    for entity in Entity.objects.filter(pk__in=pks).with_details():
        overviews += _overview(entity, relationships[entity.pk])
        country = with_article(countries.get(entity.country_code, ""))
        details = entity.details or DETAILS[entity.kind]()
        text = _truncate(COMPOSERS[entity.kind](details, country, relationships[entity.pk]))
        if entity.description_is_composed and text != entity.description:
            changes[entity.pk] = {"description": [entity.description or None, text]}
            entity.description = text
            changed.append(entity)
    write_many(changed, ["description"])
    write_many(overviews, ["overview"])
    changes = {row.pk: {"overview": [None, row.overview]} for row in overviews} | changes
    for pk in sorted(changes.keys() - changed_entities):
        journal.record(pk, Change.Action.UPDATED, changes[pk])
    return len(changed)


def _relationships(pks, day):
    # Descriptions are public, so they must not name a draft.
    rows = Relationship.objects.filter(type__in=DESCRIBED_TYPES, object__status=Entity.Status.PUBLISHED)
    rows = rows.filter(subject__in=pks).with_status(day).select_related("object__office_details")
    relationships = defaultdict(lambda: defaultdict(list))
    for row in rows.order_by("position", "start_first", "object__slug"):
        relationships[row.subject_id][row.type].append(row)
    return relationships


def _truncate(text):
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rsplit(" ", 1)[0] + "…"


def _overview(politician, relationships):
    """Set the overview (career) of a politician. Return a list with the changed row of details, or an empty list."""
    details = politician.details
    if politician.kind != Kind.POLITICIAN or details is None or not details.overview_is_composed:
        return []
    text = " ".join(_career(details, relationships))
    if text == details.overview:
        return []
    details.overview = text
    return [details]


def _career(details, relationships):
    if details.birth_year:
        yield f"Born in {details.birth_year}."
    for label, name in (("Offices", RelationshipType.HOLDS_OFFICE), ("Parties", RelationshipType.MEMBER_OF_PARTY)):
        by_object = defaultdict(list)
        for row in relationships[name]:
            by_object[row.object_id].append(row)
        if by_object:
            yield closed(f"{label}: {'; '.join(_terms(rows) for rows in by_object.values())}")


def _terms(rows):
    """Return the name of an office or party with the years of all terms, such as ``Prime Minister (2017–2020)``."""
    first, last = rows[0], _last(rows)
    start, end = str(dates.year_of(first.start_date) or ""), _until(last)
    years = start if start == end else f"{start}–{end}"
    return f"{first.object.name} ({years})" if years.strip("–") else first.object.name


def _until(row):
    """Return the year in which a term ended, such as "2019". Without an end, return the last confirmation, such as "at
    least 2019". Return "" for a current term."""
    if row.end_date:
        return str(dates.year_of(row.end_date))
    if row.status == Status.CURRENT or row.verified_at is None:
        return ""
    verified = str(row.verified_at.year)
    return verified if row.start_date.startswith(verified) else f"at least {verified}"


def _last(rows):
    return max(rows, key=lambda row: (row.end_date == "", row.end_last or date.min, row.start_first or date.min))


def _politician(details, country, relationships):
    offices = relationships[RelationshipType.HOLDS_OFFICE]
    if not offices:
        return f"Politician in {country}."
    office = min(offices, key=_importance)
    same = [row for row in offices if row.object_id == office.object_id]
    parties = relationships[RelationshipType.MEMBER_OF_PARTY]
    membership = closed(f" Party: {_last(parties).object.name}") if parties else ""
    return f"{office.object.name}{_when(same)}.{membership}"


def _importance(row):
    """Return a sort key for a politician's offices: current ones first, then past ones, then future ones."""
    weight = OFFICE_RANKS[row.object.office_details.office_type or OfficeType.LEGISLATOR]
    latest = -(row.start_first or date.min).toordinal()
    if row.status == Status.CURRENT:
        return 0, weight, row.position, latest
    until = -(row.end_last or row.verified_at or date.min).toordinal()
    return 2 if row.status == Status.FUTURE else 1, until, latest, weight, row.position


def _when(rows):
    last = _last(rows)
    if last.status == Status.CURRENT:
        start = date_in_words(_start_without_gaps(rows, last))
        return f" since {start}" if start else ""
    if last.end_date:
        return _between(rows[0].start_date, last.end_date)
    stale = last.status == Status.UNKNOWN and last.verified_at
    start = date_in_words(rows[0].start_date)
    return (f" from {start}" if start else "") + (f", last confirmed in {last.verified_at.year}" if stale else "")


def _start_without_gaps(rows, last):
    start = last
    for row in reversed(rows):
        if row.end_last and start.start_first and row.start_first and row.start_first < start.start_first:
            if row.end_last + BETWEEN_TERMS < start.start_first:
                break
            start = row
    return start.start_date


def _between(start, end):
    first, last = dates.year_of(start), dates.year_of(end)
    if first is None:
        return f" until {last}"
    return f" in {first}" if first == last else f" between {first} and {last}"


def _party(details, country, relationships):
    founded = f", founded in {details.founded_year}" if details.founded_year else ""
    names = [row.object.name for row in relationships[RelationshipType.HAS_IDEOLOGY][:MOST_IDEOLOGIES]]
    ideology = f" Ideology: {', '.join(names)}." if names else ""
    return f"Political party in {country}{founded}.{ideology}"


def _election(details, country, relationships):
    held = "due" if details.status == ElectionStatus.SCHEDULED else "held"
    preposition = "on" if len(details.date) == len("2022-04-24") else "in"
    when = f"{held} {preposition} {date_in_words(details.date)}"
    margin = f" by {details.result_margin:.1f} points" if details.result_margin is not None else ""
    winner = closed(f" Won by {details.winner}{margin}") if details.winner else ""
    turnout = f" Turnout {details.turnout:.1f} %." if details.turnout is not None else ""
    return f"{LABELS['election', details.kind]} in {country}, {when}.{winner}{turnout}"


def _office(details, country, relationships):
    if details.office_type == OfficeType.LEGISLATOR:
        return f"Seat in the national legislature of {country}."
    label = "executive office" if details.office_type in ("", OfficeType.EXECUTIVE) else details.office_type
    term = f", for terms of {details.term_length} years" if details.term_length else ""
    return f"{label.capitalize()} of {country}{term}."


def _institution(details, country, relationships):
    label = LABELS["institution", details.institution_type]
    seats = f", with {details.seats:,} seats" if details.seats else ""
    return f"{label} of {country}{seats}."


def _country(details, country, relationships):
    capital = f" with its capital at {details.capital}" if details.capital else ""
    where = f" in {details.continent}" if details.continent else ""
    government = f" Government: {details.government_type}." if details.government_type else ""
    return f"Country{where}{capital}.{government}"


def _ideology(details, country, relationships):
    return f"Political ideology of the {details.spectrum}." if details.spectrum else "Political ideology."


def date_in_words(text: str) -> str:
    """Write a partial date in English: ``14 May 2017``, ``May 2017`` or ``2017``. Return "" for an unknown date."""
    if len(text) <= len("2017"):
        return text
    month = calendar.month_name[int(text[5:7])]
    return f"{int(text[8:])} {month} {text[:4]}" if len(text) > len("2017-05") else f"{month} {text[:4]}"


COMPOSERS = dict(zip(Kind, (_country, _politician, _party, _election, _office, _institution, _ideology), strict=True))
