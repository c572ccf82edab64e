import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from django.db.models import Count, Max, Q, Value
from django.db.models.functions import Coalesce, Left

from graph.batches import batches
from graph.kinds import ElectionKind, Kind, OfficeType
from graph.models import Entity, Identifier, OtherName, Relationship, SeatShare, Status
from graph.relations import RelationshipType
from search.countries import all_names
from search.index_document import ACRONYM, ALIAS, FOREIGN_SCRIPT, MAX_IMPORTANCE, IndexDocument, build_document
from search.query import is_foreign
from search.vocabulary import NICKNAMES

MAX_GAPS = 2
MEMBER, HOLDER = RelationshipType.MEMBER_OF_PARTY, RelationshipType.HOLDS_OFFICE
CANDIDATE = RelationshipType.PARTICIPATED_IN_ELECTION
ALPHA_3, WIKIDATA = "iso3166-1-alpha-3", "wikidata"
WIKIDATA_ITEM = re.compile("Q[1-9][0-9]*")
HEADS = (OfficeType.HEAD_OF_STATE_AND_GOVERNMENT, OfficeType.HEAD_OF_STATE, OfficeType.HEAD_OF_GOVERNMENT)
FIELDS_READ = ("pk", "kind", "country_code", "name", "slug", "election_details__result_margin")
COMPUTED = {
    "detail": Coalesce(
        *("office_details__office_type", "institution_details__institution_type", "election_details__kind"), Value("")
    ),
    "year": Left(Coalesce("election_details__date", Value("")), 4),
}

KIND_IMPORTANCE = {Kind.COUNTRY: 500, Kind.OFFICE: 20, Kind.INSTITUTION: 30}
DETAIL_IMPORTANCE = {**dict.fromkeys(HEADS, 200), "lower chamber": 300, "legislature": 300, "upper chamber": 200}
ELECTED_PRESIDENT = 10
"""Points of importance for an election in which the people elect a president, so that it comes before a parliamentary
election in the same year."""
CURRENT_HEAD, FORMER_HEAD, PRESIDENTIAL_CANDIDATE, OTHER_OFFICE = 800, 120, 60, 25
HAS_SEATS, MAX_FOR_SEATS, RECENT = 50, 250, timedelta(days=6 * 365)
MAX_FOR_RELATIONSHIPS, PER_NAME, FIRST_ELECTION_YEAR = 40, 3, 1990
PER_E_FOLD, LAST_FAMOUS_ITEM = 12, 8_000_000
"""An entity with the Wikidata identifier Qn gets ``PER_E_FOLD * log(LAST_FAMOUS_ITEM / n)`` points of importance, but
never less than 0. Famous entities have low numbers in Wikidata, and so get many points."""


def extract(pks: Iterable[int] | None, day: date) -> Iterator[IndexDocument]:
    """Yield the index document of each published entity among ``pks``, or of all published entities if ``pks`` is None.
    The importance of the entities is computed for this ``day``: for example, a party that has ended before is less
    important."""
    entities = Entity.objects.published().order_by("pk")
    for batch in batches(entities.values_list("pk", flat=True) if pks is None else pks):
        # A condition on a range of keys is faster than a list of keys, but also finds other entities in the range. So
        # use a range only if all published entities are wanted.
        yield from _batch(entities.filter(_is_one_of("pk", batch) if pks is None else Q(pk__in=batch)), day)


def _is_one_of(field, pks):
    """Return a condition (`Q`) that a ``field`` has one of the keys ``pks``. ``pks`` must be sorted. If it has few
    gaps, the condition is the range from the first key to the last, which is faster. A range also matches the keys in
    the gaps, and the caller must ignore such rows."""
    if pks and pks[-1] - pks[0] <= MAX_GAPS * len(pks):
        return Q((f"{field}__gte", pks[0]), (f"{field}__lte", pks[-1]))
    return Q((f"{field}__in", pks))


def _batch(entities, day):
    rows = list(entities.annotate(**COMPUTED).values_list(*FIELDS_READ, *COMPUTED, named=True))
    pks = [row.pk for row in rows]
    codes, wikidata = _identifiers(pks)
    names, related_names, relationships = _other_names(pks, codes), _related_names(pks), _relationship_counts(pks)
    achieved = (_from_offices(pks, day) | _from_candidacies(pks)) + _from_seats(pks, day) + wikidata
    ended = _ended_parties(pks, day)
    for row in rows:
        importance = achieved[row.pk] + PER_NAME * len(names[row.pk]) + _kind_importance(row)
        counted = MAX_FOR_RELATIONSHIPS if row.kind in (Kind.POLITICIAN, Kind.OFFICE) else MAX_IMPORTANCE
        importance = min(MAX_IMPORTANCE, importance + min(counted, relationships[row.pk]))
        yield build_document(
            row,
            importance=importance // 2 if row.pk in ended else importance,
            other_names=[*names[row.pk], *_everyday_names(row)],
            related=related_names[row.pk],
        )


def _everyday_names(entity):
    """Return additional names that people type but the graph does not have, as pairs (name, type of name). These are
    nicknames and, for a country, its code, its demonyms, and its names in other languages."""
    nicknames = [(name, _type_of(name)) for name in NICKNAMES.get(entity.slug, ())]
    return nicknames + (all_names(entity.country_code) if entity.kind == Kind.COUNTRY else [])


def _type_of(nickname):
    if is_foreign(nickname):
        return FOREIGN_SCRIPT
    return ACRONYM if nickname.isupper() else ALIAS


def _kind_importance(row):
    recent = max(0, int(row.year) - FIRST_ELECTION_YEAR) if row.year else 0
    # Only presidents elected by the people have a margin in the graph; those elected by a parliament have none.
    is_by_people = row.detail == ElectionKind.PRESIDENTIAL and row.election_details__result_margin is not None
    recent += ELECTED_PRESIDENT * is_by_people
    return KIND_IMPORTANCE.get(row.kind, 0) + DETAIL_IMPORTANCE.get(row.detail, 0) + recent


def _identifiers(pks):
    """Return (country codes, importance) of the entities ``pks``. The country codes are a list of pairs (primary key of
    the entity, code of three letters). The importance is the dict {primary key: points} that `_from_wikidata`
    returns."""
    # Filter by scheme in Python: otherwise SQLite uses the database index by scheme, and reads the rows of all
    # entities.
    rows = Identifier.objects.filter(_is_one_of("entity", pks)).order_by("entity", "pk")
    rows = list(rows.values_list("entity", "scheme", "value"))
    codes = [(pk, value) for pk, scheme, value in rows if scheme == ALPHA_3]
    return codes, _from_wikidata((pk, value) for pk, scheme, value in rows if scheme == WIKIDATA)


def _other_names(pks, codes):
    names = defaultdict(list)
    rows = OtherName.objects.filter(_is_one_of("entity", pks)).order_by("entity", "pk")
    for pk, name, kind in rows.values_list("entity", "name", "kind"):
        names[pk].append((name, ACRONYM if kind == OtherName.Kind.ACRONYM else ALIAS))
    for pk, code in codes:
        names[pk].append((code, ACRONYM))
    return names


def _related_names(pks):
    published = Relationship.objects.between_published().order_by("pk")
    related = published.filter(_is_one_of("subject", pks), type__in=(HOLDER, MEMBER))
    elected = published.filter(_is_one_of("object", pks), type=RelationshipType.ELECTED_IN_ELECTION)
    names, parties = defaultdict(list), []
    for pk, relation, related_pk, name, slug in related.values_list(
        "subject", "type", "object", "object__name", "object__slug"
    ):
        names[pk].append(name)
        if relation == MEMBER:
            parties.append((pk, related_pk, slug))
    acronyms = _acronyms({party for _, party, _ in parties})
    for pk, party, slug in parties:
        names[pk] += [*acronyms[party], *NICKNAMES.get(slug, ())]
    for pk, name in elected.values_list("object", "subject__name"):
        names[pk].append(name)
    return names


def _acronyms(parties):
    acronyms = defaultdict(list)
    rows = OtherName.objects.filter(entity__in=parties, kind=OtherName.Kind.ACRONYM).order_by("pk")
    for party, name in rows.values_list("entity", "name"):
        acronyms[party].append(name)
    return acronyms


def _relationship_counts(pks):
    counts = Counter()
    for end in ("subject", "object"):
        rows = Relationship.objects.filter(_is_one_of(end, pks)).values_list(end).annotate(number=Count("pk"))
        counts.update(dict(rows.order_by(end)))
    return counts


def _from_offices(pks, day):
    """Return {primary key of a politician: points of importance}. The points are those of the most important office
    that the politician ever held. Seats in a legislature give no points."""
    importance = Counter()
    rows = Relationship.objects.filter(_is_one_of("subject", pks), type=HOLDER).with_status(day)
    rows = rows.exclude(object__office_details__office_type=OfficeType.LEGISLATOR)
    for pk, office_type, status in rows.values_list("subject", "object__office_details__office_type", "status"):
        head = CURRENT_HEAD if status == Status.CURRENT else FORMER_HEAD
        importance[pk] = max(importance[pk], head if office_type in HEADS else OTHER_OFFICE)
    return importance


def _from_candidacies(pks):
    rows = Relationship.objects.between_published().filter(_is_one_of("subject", pks), type=CANDIDATE)
    rows = rows.filter(object__election_details__kind=ElectionKind.PRESIDENTIAL)
    return Counter(dict.fromkeys(rows.values_list("subject", flat=True), PRESIDENTIAL_CANDIDATE))


def _from_seats(pks, day):
    rows = SeatShare.objects.filter(_is_one_of("party", pks), composition__start_last__gte=day - RECENT)
    won = rows.values_list("party").annotate(most=Max("seats")).filter(most__gt=0)
    return Counter({pk: HAS_SEATS + min(most, MAX_FOR_SEATS) for pk, most in won.order_by("party")})


def _from_wikidata(items):
    """Return {primary key: points of importance}, computed from Wikidata identifiers. ``items`` are pairs (primary key
    of an entity, identifier). Q10000 gives 80 points, and Q8000000 or a higher number gives 0. If an entity has several
    identifiers, the lowest number counts."""
    importance = Counter()
    for pk, item in items:
        if WIKIDATA_ITEM.fullmatch(item):
            importance[pk] = max(importance[pk], int(PER_E_FOLD * math.log(LAST_FAMOUS_ITEM / int(item[1:]))))
    return importance


def _ended_parties(pks, day):
    """Return the primary keys of the parties in ``pks`` that no longer exist on ``day``. The set may also have ended
    parties that are not in ``pks``. The caller must ignore them."""
    rows = Relationship.objects.between_published().filter(_is_one_of("subject", pks))
    rows = rows.filter(type=RelationshipType.OPERATES_IN_COUNTRY)
    statuses = set(rows.with_status(day).values_list("subject", "status"))
    return {pk for pk, _ in statuses} - {pk for pk, status in statuses if status != Status.ENDED}
