"""Compose the descriptions of entities: one or two English sentences from facts, without text of a source."""

import calendar
from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta

from graph.batches import batches
from graph.journal.journal import Journal
from graph.journal.revisions import current_revision
from graph.kinds import ElectionKind, ElectionStatus, InstitutionType, Kind, OfficeType
from graph.models import Change, Entity, Relationship, Status
from graph.relations import RelationshipType
from graph.text import dates
from graph.text.grammar import closed, with_article

LONGEST = 600
MOST_IDEOLOGIES = 3
BETWEEN_TERMS = timedelta(days=92)
"""Terms with a gap of at most 92 days count as one: a dissolved chamber has no members during the campaign."""
DESCRIBED_TYPES = (RelationshipType.HOLDS_OFFICE, RelationshipType.MEMBER_OF_PARTY, RelationshipType.HAS_IDEOLOGY)


def describe(pks: Iterable[int], day: date, journal: Journal) -> int:
    """Compose the descriptions of these entities and the overviews of politicians.

    Return how many descriptions changed. Text of an editor does not change. ``day`` decides whether a text says "since"
    or "last confirmed".
    """
    # The journal records a new description only if it records no other change, from which the description follows.
    changed_entities = journal.entities
    return sum(_describe_batch(batch, day, journal, changed_entities) for batch in batches(pks))


def described_by(pks: Iterable[int]) -> set[int]:
    """Return the primary keys of the entities whose descriptions may mention one of the entities ``pks``."""
    relationships = Relationship.objects.filter(object__in=list(pks), type__in=DESCRIBED_TYPES)
    return set(relationships.values_list("subject", flat=True))


def _describe_batch(pks, day, journal, changed_entities):
    entities = Entity.objects.filter(pk__in=pks).with_details()
    countries = _country_names()
    relationships = _relationships(pks, day)
    changed, overviews, changes = [], [], {}
    for entity in entities:
        overviews += _overview(entity, relationships[entity.pk])
        country = countries.get(entity.country_code, "")
        text = _truncate(COMPOSERS[entity.kind](entity, country, relationships[entity.pk]))
        if entity.description_is_composed and text != entity.description:
            changes[entity.pk] = {"description": [entity.description or None, text]}
            entity.description = text
            changed.append(entity)
    _write(changed, "description")
    _write(overviews, "overview")
    changes = {row.pk: {"overview": [None, row.overview]} for row in overviews} | changes
    for pk in sorted(changes.keys() - changed_entities):
        journal.record(pk, Change.Action.UPDATED, changes[pk])
    return len(changed)


def _write(rows, column):
    if rows:
        objects = type(rows[0]).objects
        if revision := current_revision():
            revision.record_before(objects.filter(pk__in=[row.pk for row in rows]))
        objects.bulk_update(rows, [column], batch_size=500)


def _country_names():
    return dict(Entity.objects.of_kind(Kind.COUNTRY).values_list("country_code", "name"))


def _relationships(pks, day):
    """Return the relationships that descriptions mention, by primary key of the subject and by type."""
    # Descriptions are public, so they must not name a draft.
    rows = Relationship.objects.filter(
        subject__in=pks, type__in=DESCRIBED_TYPES, object__status=Entity.Status.PUBLISHED
    )
    rows = rows.with_status(day)
    relationships = defaultdict(lambda: defaultdict(list))
    for row in rows.select_related("object__office_details").order_by("position", "start_first", "object__slug"):
        relationships[row.subject_id][row.type].append(row)
    return relationships


def _truncate(text):
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rsplit(" ", 1)[0] + "…"


def _overview(politician, relationships):
    if politician.kind != Kind.POLITICIAN or politician.details is None or not politician.details.overview_is_composed:
        return []
    text = " ".join(_career(politician, relationships))
    if text == politician.details.overview:
        return []
    politician.details.overview = text
    return [politician.details]


def _career(politician, relationships):
    if politician.details.birth_year:
        yield f"Born in {politician.details.birth_year}."
    for label, name in (("Offices", RelationshipType.HOLDS_OFFICE), ("Parties", RelationshipType.MEMBER_OF_PARTY)):
        terms = [_terms(rows) for rows in _by_object(relationships[name])]
        if terms:
            yield closed(f"{label}: {'; '.join(terms)}")


def _by_object(rows):
    """Return a list of rows for each object. The lists are in the order in which the objects first occur."""
    grouped = defaultdict(list)
    for row in rows:
        grouped[row.object_id].append(row)
    return list(grouped.values())


def _terms(rows):
    """Describe all terms in one office or party by its name and years, such as ``Prime Minister (2017–2020)``."""
    first, last = rows[0], _last(rows)
    start, end = str(dates.year_of(first.start_date) or ""), _until(last)
    years = start if start == end else f"{start}–{end}"
    return f"{first.object.name} ({years})" if years.strip("–") else first.object.name


def _until(row):
    """Return the year of the end, or "" for a term that is current or was never verified.

    If the end is unknown, return the year of the last verification, such as "at least 2019".
    """
    if row.end_date:
        return str(dates.year_of(row.end_date))
    if row.status == Status.CURRENT or row.verified_at is None:
        return ""
    verified = str(row.verified_at.year)
    return verified if row.start_date.startswith(verified) else f"at least {verified}"


def _last(rows):
    return max(rows, key=lambda row: (row.end_date == "", row.end_last or date.min, row.start_first or date.min))


def _politician(entity, country, relationships):
    offices = relationships[RelationshipType.HOLDS_OFFICE]
    if not offices:
        return f"Politician in {with_article(country)}."
    office = min(offices, key=_importance)
    same = [row for row in offices if row.object_id == office.object_id]
    return f"{office.object.name}{_when(same)}.{_membership(relationships)}"


def _importance(row):
    """Return a sort key like `most_important_first`: current offices first, then past ones, then future ones."""
    order = [office.value for office in OfficeType]
    weight = order.index(row.object.office_details.office_type or order[-1])
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
    """Return the start of the current term, or that of the first term that leads to it without a gap."""
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


def _membership(relationships):
    parties = relationships[RelationshipType.MEMBER_OF_PARTY]
    return closed(f" Party: {_last(parties).object.name}") if parties else ""


def _party(entity, country, relationships):
    founded = f", founded in {entity.details.founded_year}" if entity.details and entity.details.founded_year else ""
    names = [row.object.name for row in relationships[RelationshipType.HAS_IDEOLOGY][:MOST_IDEOLOGIES]]
    ideology = f" Ideology: {', '.join(names)}."
    return f"Political party in {with_article(country)}{founded}.{ideology if names else ''}"


ELECTION_LABELS = {
    ElectionKind.PRESIDENTIAL: "Presidential election",
    ElectionKind.LEGISLATIVE: "Legislative election",
    ElectionKind.UPPER_HOUSE: "Upper house election",
    ElectionKind.EUROPEAN: "European Parliament election",
    ElectionKind.BY_ELECTION: "By-election",
}


def _election(entity, country, relationships):
    details = entity.details
    held = "due" if details.status == ElectionStatus.SCHEDULED else "held"
    preposition = "on" if len(details.date) == len("2022-04-24") else "in"
    when = f"{held} {preposition} {date_in_words(details.date)}"
    first = f"{ELECTION_LABELS[details.kind]} in {with_article(country)}, {when}."
    return " ".join([first, *_result(details)])


def _result(details):
    if details.winner:
        margin = f" by {_number(details.result_margin)} points" if details.result_margin is not None else ""
        yield closed(f"Won by {details.winner}{margin}")
    if details.turnout is not None:
        yield f"Turnout {_number(details.turnout)} %."


def _number(value):
    return f"{value:.1f}"


def _office(entity, country, relationships):
    kind = entity.details.office_type if entity.details else ""
    country = with_article(country)
    if kind == OfficeType.LEGISLATOR:
        return f"Seat in the national legislature of {country}."
    label = kind or OfficeType.EXECUTIVE
    label = "executive office" if label == OfficeType.EXECUTIVE else label
    term = entity.details.term_length if entity.details else None
    return f"{label.capitalize()} of {country}" + (f", for terms of {term} years." if term else ".")


INSTITUTION_LABELS = {
    InstitutionType.LEGISLATURE: "National legislature",
    InstitutionType.LOWER_CHAMBER: "Lower chamber of the national legislature",
    InstitutionType.UPPER_CHAMBER: "Upper chamber of the national legislature",
    InstitutionType.CABINET: "Cabinet",
    InstitutionType.HIGHEST_COURT: "Highest court",
}


def _institution(entity, country, relationships):
    label = INSTITUTION_LABELS.get(entity.details.institution_type if entity.details else "", "Institution")
    seats = f", with {entity.details.seats:,} seats" if entity.details and entity.details.seats else ""
    return f"{label} of {with_article(country)}{seats}."


def _country(entity, country, relationships):
    details = entity.details
    capital = f" with its capital at {details.capital}" if details and details.capital else ""
    where = f" in {details.continent}" if details and details.continent else ""
    government = f" Government: {details.government_type}." if details and details.government_type else ""
    return f"Country{where}{capital}.{government}"


def _ideology(entity, country, relationships):
    spectrum = entity.details.spectrum if entity.details else ""
    return f"Political ideology of the {spectrum}." if spectrum else "Political ideology."


def date_in_words(text: str) -> str:
    """Write a partial date in English: ``14 May 2017``, ``May 2017`` or ``2017``. Return "" for an unknown date."""
    if len(text) <= len("2017"):
        return text
    month = calendar.month_name[int(text[5:7])]
    return f"{int(text[8:])} {month} {text[:4]}" if len(text) > len("2017-05") else f"{month} {text[:4]}"


COMPOSERS = {
    Kind.COUNTRY: _country,
    Kind.POLITICIAN: _politician,
    Kind.PARTY: _party,
    Kind.ELECTION: _election,
    Kind.OFFICE: _office,
    Kind.INSTITUTION: _institution,
    Kind.IDEOLOGY: _ideology,
}
