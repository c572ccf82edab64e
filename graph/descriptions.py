from collections.abc import Iterable, Iterator
from datetime import date
from itertools import chain

from django.template.defaultfilters import floatformat

from config.http.tables import read_csv
from graph.batches import batches
from graph.careers import date_in_words, overview, party_text, politician_text
from graph.journal.journal import Journal
from graph.journal.revisions import write_many
from graph.kinds import ElectionKind, ElectionStatus, Kind, OfficeType
from graph.models import DETAILS, Change, Entity, Relationship
from graph.models.entities import details_name
from graph.queries.texts import TextRow, text_rows
from graph.relations import RelationshipType
from graph.renewals import renew
from graph.text.grammar import closed, with_article

LONGEST = 600
MOST_IDEOLOGIES = 3
HOLDS_OFFICE, MEMBER_OF_PARTY = RelationshipType.HOLDS_OFFICE, RelationshipType.MEMBER_OF_PARTY
HAS_IDEOLOGY, OPERATES_IN_COUNTRY = RelationshipType.HAS_IDEOLOGY, RelationshipType.OPERATES_IN_COUNTRY
LABELS = {(row["kind"], row["value"]): row["label"] for row in read_csv(__file__, "labels.csv")}
PARTICIPATED_IN_ELECTION = RelationshipType.PARTICIPATED_IN_ELECTION
DESCRIBED_TYPES = (HOLDS_OFFICE, MEMBER_OF_PARTY, HAS_IDEOLOGY, PARTICIPATED_IN_ELECTION)


def describe(pks: Iterable[int], day: date, journal: Journal) -> int:
    """Write the descriptions of the entities ``pks`` as of ``day`` to the database, and for politicians also the
    overviews (careers). Return how many descriptions changed. Texts that an editor wrote do not change. Call this
    inside `journalled`, with its ``journal``.

    If ``journal`` has a change of an entity already, the new texts of this entity are not recorded, because they follow
    from this change. For any other entity with a new text, record a change with the new description. If only the
    overview is new, record a change with the overview.

    The texts say which terms of office are current. So this function first calls `renew` for the entities ``pks`` and
    for all entities that have a change in ``journal``. `renew` computes the last day on which each term is certainly
    current. If this day changes, the politician gets new texts too."""
    pks = set(pks)
    # If the journal records another change of the entity, it does not record the new description, which follows from
    # it.
    changed_entities = journal.entities
    pks |= renew(pks | changed_entities)
    return sum(_describe_batch(batch, day, journal, changed_entities) for batch in batches(pks))


def outdated(pks: Iterable[int], day: date) -> Iterator[int]:
    """Yield the primary keys of the entities whose stored texts differ from those that the service would write on
    ``day``. Texts by editors are left out. This function does not write."""
    for batch in batches(pks):
        for entity, text, career in composed(batch, day):
            if _has_new_description(entity, text) or _has_new_overview(entity, career):
                yield entity.pk


def _has_new_description(entity, text):
    return entity.description_is_composed and text != entity.description


def _has_new_overview(entity, career):
    details = entity.details
    return career is not None and details.overview_is_composed and career != details.overview


def described_by(pks: Iterable[int]) -> set[int]:
    relationships = Relationship.objects.filter(object__in=list(pks), type__in=DESCRIBED_TYPES)
    return set(relationships.values_list("subject", flat=True))


def _describe_batch(pks, day, journal, changed_entities):
    changed, overviews, changes = [], [], {}
    for entity, text, career in composed(pks, day):
        details = entity.details
        if _has_new_overview(entity, career):
            changes[entity.pk] = {"overview": [details.overview or None, career or None]}
            details.overview = career
            overviews.append(details)
        if _has_new_description(entity, text):
            changes[entity.pk] = {"description": [entity.description or None, text]}
            entity.description = text
            changed.append(entity)
    write_many(changed, ["description"])
    write_many(overviews, ["overview"])
    for pk in sorted(changes.keys() - changed_entities):
        journal.record(pk, Change.Action.UPDATED, changes[pk])
    return len(changed)


def composed(pks: list[int], day: date) -> Iterator[tuple[Entity, str, str | None]]:
    """Compose the texts of these entities as of ``day``, without storing them. Yield (entity, description, overview)
    for each. The overview is the career of a politician, and None for all other entities."""
    countries = dict(Entity.objects.of_kind(Kind.COUNTRY).values_list("country_code", "name"))
    rows = text_rows(column="id", values=pks)
    entities = Entity.objects.filter(pk__in=pks)
    # Read the details in separate queries: a join of all tables takes twice as long.
    kinds = entities.order_by("kind").values_list("kind", flat=True).distinct()
    for entity in chain.from_iterable(entities.of_kind(kind).select_related(details_name(kind)) for kind in kinds):
        details, own = entity.details or DETAILS[entity.kind](), rows[entity.slug]
        is_person = entity.kind == Kind.POLITICIAN and entity.details
        career = compose_overview(details, own, day) if is_person else None
        yield entity, compose(entity.kind, details, own, day, countries.get(entity.country_code, "")), career


def compose(kind: str, details, rows: dict[str, list[TextRow]], day: date, country: str) -> str:
    """Return the description of an entity as of ``day``, cut to 600 characters. ``details`` has the facts of its
    ``kind``, for example a `PartyDetails` object. ``rows`` maps types of relationships to the entity's relationships.
    ``country`` is the name of its country, or "" if it is unknown."""
    return _truncate(COMPOSERS[kind](details, rows, day, with_article(country)))


def _truncate(text):
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rsplit(" ", 1)[0] + "…"


def compose_overview(details, rows: dict[str, list[TextRow]], day: date) -> str:
    """Return the overview (career) of a politician as of ``day``, or "" if nothing is known. ``details`` is the
    `PoliticianDetails` object, and ``rows`` maps types of relationships to the politician's relationships."""
    careers = rows.get(HOLDS_OFFICE, []), rows.get(MEMBER_OF_PARTY, [])
    return overview(details.birth_year, *careers, day.isoformat())


def _politician(details, rows, day, country):
    by_type = (rows.get(type_, []) for type_ in (HOLDS_OFFICE, MEMBER_OF_PARTY, PARTICIPATED_IN_ELECTION))
    return politician_text(*by_type, day.isoformat(), country)


def _party(details, rows, day, country):
    ideologies = [row.name for row in rows.get(HAS_IDEOLOGY, [])[:MOST_IDEOLOGIES]]
    return party_text(details.founded_year, ideologies, rows.get(OPERATES_IN_COUNTRY, []), day.isoformat(), country)


def _election(details, rows, day, country):
    winner = _winner(details) if details.winner else ""
    turnout = f" Turnout {floatformat(details.turnout, 1)} %." if details.turnout is not None else ""
    return f"{LABELS['election', details.kind]} in {country}, {_when(details, day)}.{winner}{turnout}"


def _winner(details):
    points = f"{floatformat(details.result_margin, 1)} points" if details.result_margin is not None else ""
    if details.kind in (ElectionKind.PRESIDENTIAL, ElectionKind.BY_ELECTION):
        return closed(f" Winner: {details.winner}{points and f', by {points}'}")
    # The winner has the most seats, but others may have more votes.
    return closed(f" Winner: {details.winner}") + (points and f" First and second are {points} apart in votes.")


def _when(details, day):
    date_text = _on(details.date)
    if details.status == ElectionStatus.HELD and details.rounds:
        last = "a second round" if len(details.rounds) == 2 else "the deciding round"
        return f"held {_on(details.rounds[0]['date'])}, with {last} {date_text}"
    if details.status == ElectionStatus.HELD:
        return f"held {date_text}"
    planned = f"planned for {date_in_words(details.date)}"
    if details.status == ElectionStatus.CANCELLED:
        return f"{planned}, cancelled"
    return f"{planned}, overdue" if details.date_last < day else f"due {date_text}"


def _on(text):
    return f"{'on' if len(text) == len('2022-04-24') else 'in'} {date_in_words(text)}"


def _office(details, rows, day, country):
    if details.office_type == OfficeType.LEGISLATOR:
        return f"Seat in the national legislature of {country}."
    label = "executive office" if details.office_type in ("", OfficeType.EXECUTIVE) else details.office_type
    years = f"{details.term_length} year{'' if details.term_length == 1 else 's'}"
    term = f", for terms of {years}" if details.term_length else ""
    return f"{label.capitalize()} of {country}{term}."


def _institution(details, rows, day, country):
    label = LABELS["institution", details.institution_type]
    seats = f", with {details.seats:,} seats" if details.seats else ""
    return f"{label} of {country}{seats}."


def _country(details, rows, day, country):
    capital = f" with its capital at {details.capital}" if details.capital else ""
    where = f" in {details.continent}" if details.continent else ""
    government = f" Government: {details.government_type}." if details.government_type else ""
    return closed(f"Country{where}{capital}") + government


def _ideology(details, rows, day, country):
    return f"Political ideology of the {details.spectrum}." if details.spectrum else "Political ideology."


COMPOSERS = dict(zip(Kind, (_country, _politician, _party, _election, _office, _institution, _ideology), strict=True))
