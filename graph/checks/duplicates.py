"""Find pairs of politicians, or of parties, that have a name in common and may be the same. Pairs that are certainly
different are left out, so that editors have fewer pairs to check."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations, product

from django.db.models import Q
from django.db.models.functions import Coalesce

from graph.batches import batches
from graph.kinds import Kind, OfficeType
from graph.models import Entity, Identifier, NotDuplicate, OtherName, Relationship
from graph.relations import RelationshipType
from graph.text.folding import fold

LARGEST_GROUP = 10
"""If at most this many entities have the same name, all pairs of them are compared. In a larger group, the first entity
is compared with each of the others."""
YEARS = {Kind.POLITICIAN: ("Years of birth", "birth_year"), Kind.PARTY: ("Years of foundation", "founded_year")}
ONE_VALUE_SCHEMES = ["wikidata", "bioguide", "datadotparl", "partyfacts"]
"""Registers in which a person or party has only one number. Two entities with different numbers in one of them are
different persons or parties."""
LONGEST_CAREER = 70
"""The longest career in years. Terms of office that are further apart are assumed to belong to two different people."""


@dataclass
class Features:
    """Facts of an entity by which it can be distinguished from another one with the same name. ``year`` is the year of
    birth or foundation. ``registered`` maps a register to the entity's numbers in it. ``native`` has its names in other
    scripts. ``terms`` has (office, first day, last day) of each term in a legislature."""

    year: int | None
    registered: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    native: set[str] = field(default_factory=set)
    terms: list[tuple[int, date, date]] = field(default_factory=list)


def possible_duplicates(entities) -> Iterable[tuple[str, str, str]]:
    """Yield (slug, sentence, slug of the possible duplicate) for each pair of politicians, or of parties, in one
    country that have a name in common. Pairs that are certainly different are left out, and so are those that an editor
    has marked as different. If more than LARGEST_GROUP entities have one name, not all pairs are compared.
    ``entities(kind)`` returns the query set of the entities to compare."""
    marked = set(NotDuplicate.objects.values_list("one__slug", "other__slug"))
    for kind, (label, fact) in YEARS.items():
        pairs = {pair: name for pair, name in _pairs(entities(kind)).items() if pair not in marked}
        found = _features({slug for pair in pairs for slug in pair}, f"{kind}_details__{fact}")
        for (one, other), name in pairs.items():
            if not are_different(found[one], found[other], is_person=kind == Kind.POLITICIAN):
                known = ", ".join(str(found[slug].year or "unknown") for slug in (one, other))
                yield one, f"Both are called “{name}”. {label}: {known}.", other


def are_different(one: Features, other: Features, *, is_person: bool) -> bool:
    """Return True if two entities with the same name are certainly different. This is so in these cases:

    - They have different numbers in one register.
    - They have different names in another script.
    - They are persons with different years of birth.
    - They are persons who have the same office at the same time. Nobody has an office twice.
    - They are persons whose terms of office are more than `LONGEST_CAREER` years apart.
    """
    numbers = ((one.registered.get(scheme), other.registered.get(scheme)) for scheme in ONE_VALUE_SCHEMES)
    if any(a and b and a.isdisjoint(b) for a, b in numbers):
        return True
    if one.native and other.native and one.native.isdisjoint(other.native):
        return True
    if not is_person:
        return False
    if one.year and other.year and one.year != other.year:
        return True
    return any(_exclude_each_other(*terms) for terms in product(one.terms, other.terms))


def _exclude_each_other(term, other):
    (office, first, last), (other_office, other_first, other_last) = term, other
    days_in_common = (min(last, other_last) - max(first, other_first)).days
    if days_in_common > 1 and office == other_office:
        return True
    return -days_in_common > LONGEST_CAREER * 365


def _features(slugs, year) -> dict[str, Features]:
    found = {}
    for keys in batches(slugs):
        of_batch = Q(entity__slug__in=keys)
        for slug, value in Entity.objects.filter(slug__in=keys).values_list("slug", year):
            found[slug] = Features(value)
        registered = Identifier.objects.filter(of_batch, scheme__in=ONE_VALUE_SCHEMES)
        for slug, scheme, value in registered.values_list("entity__slug", "scheme", "value"):
            found[slug].registered[scheme].add(value)
        native = OtherName.objects.filter(of_batch, kind=OtherName.Kind.NATIVE)
        for slug, name in native.values_list("entity__slug", "name"):
            found[slug].native.add(name)
        for slug, *term in _terms(Q(subject__slug__in=keys)):
            found[slug].terms.append(tuple(term))
    return found


def _terms(condition):
    """Return tuples (slug of the person, office, first day, last day) for terms in a legislature. ``condition`` is a Q
    object that selects `Relationship` rows. If the end of a term is unknown, the last day is the day of the last
    confirmation. Terms without a first or last day are left out."""
    terms = Relationship.objects.filter(condition, type=RelationshipType.HOLDS_OFFICE, start_last__isnull=False)
    terms = terms.filter(object__office_details__office_type=OfficeType.LEGISLATOR)
    terms = terms.annotate(last=Coalesce("end_first", "verified_at")).filter(last__isnull=False)
    return terms.values_list("subject__slug", "object_id", "start_last", "last")


def _pairs(entities):
    """Return {(slug, slug): name} for each pair of entities that both have this name. If more than LARGEST_GROUP
    entities have one name, only pairs with the first of them are included. In a pair, the entity that was added to the
    graph earlier comes first."""
    names = {}
    for slugs, name in _groups(entities):
        pairs = combinations(slugs, 2) if len(slugs) <= LARGEST_GROUP else ((slugs[0], other) for other in slugs[1:])
        for pair in pairs:
            names.setdefault(pair, name)
    return names


def _groups(entities):
    """Yield (slugs, name) for each name that several entities of one country have. Names that differ only in case and
    accents count as the same."""
    slugs, spelling = defaultdict(dict), {}
    own = entities.values_list("pk", "slug", "country_code", "name")
    others = OtherName.objects.filter(entity__in=entities)
    others = others.values_list("entity_id", "entity__slug", "entity__country_code", "name")
    for rows in (own, others):
        for pk, slug, code, name in rows.order_by("pk").iterator(chunk_size=5000):
            key = code, fold(name)
            slugs[key][pk] = slug
            spelling.setdefault(key, name)
    for key, found in slugs.items():
        if key[1] and len(found) > 1:
            yield [slug for _, slug in sorted(found.items())], spelling[key]
