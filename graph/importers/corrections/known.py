"""Find entities that the graph has already, by name, for lists that must not create entities."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from graph.kinds import Kind
from graph.models import Entity, Identifier, OtherName, Relationship
from graph.models.names import SHARED_SCHEMES
from graph.relations import RelationshipType
from graph.text.folding import fold, fold_unordered

OURS = "corrections"


class NotKnown(Exception):
    """Raised when no entity or several entities match the name in a correction. The message says which of the two."""


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """An entity of the graph by its display name. ``identifiers`` has at most one, which no other entity has."""

    pk: int
    name: str
    identifiers: tuple[tuple[str, str], ...] = ()
    birth_year: int | None = None


class Known:
    """Finds entities by country and name, in any spelling that `fold` makes equal. Reads the graph at the first use."""

    def __init__(self):
        self._names: dict[tuple[str, str], tuple[dict, dict]] = {}

    def office(self, country_code: str, name: str) -> KnownEntity:
        """Return the only office with that name. Raise NotKnown if there is none or several."""
        return _only(self._named(Kind.OFFICE, country_code, name), country_code, Kind.OFFICE, name)

    def party(self, country_code: str, name: str, *, active_only: bool = False) -> KnownEntity:
        """Return the party with that display name, otherwise that other name. Raise NotKnown for none or several."""
        dissolved = self._dissolved if active_only else frozenset()
        return _only(self._named(Kind.PARTY, country_code, name, dissolved), country_code, Kind.PARTY, name)

    def politician(self, country_code: str, name: str, birth_year: int | None = None) -> KnownEntity:
        """Return the only politician with that name in any word order. Raise NotKnown if there is none or several.

        With ``birth_year``, persons born in that year count; if there are none, persons whose birth year is unknown.
        """
        found = self._named(Kind.POLITICIAN, country_code, name)
        if birth_year:
            same_year = [entity for entity in found if entity.birth_year == birth_year]
            found = same_year or [entity for entity in found if entity.birth_year is None]
        return _only(found, country_code, Kind.POLITICIAN, name)

    def member_since(self, person: KnownEntity, party: KnownEntity) -> str:
        """Return the latest start date of the person's memberships of the party. Empty if none has a start date."""
        type_ = RelationshipType.MEMBER_OF_PARTY
        rows = Relationship.objects.filter(type=type_, subject=person.pk, object=party.pk)
        return max(rows.values_list("start_date", flat=True), default="")

    def is_member(self, country_code: str, names: Iterable[str], party: KnownEntity) -> bool:
        """Return whether another source or an entry in ``members`` makes a person with one of the names a member.

        Both know the dates of the membership better than a term of office does.
        """
        persons = (person for name in names for person in self._named(Kind.POLITICIAN, country_code, name))
        return any((person.pk, party.pk) in self._members for person in persons)

    def add_member(self, person: KnownEntity, party: KnownEntity) -> None:
        """Remember that the person's membership of the party has an entry in ``members``."""
        self._members.add((person.pk, party.pk))

    def _named(self, kind, country_code, name, without=frozenset()):
        """Return the entities with that display name; if none, with that other name. Politicians are found by both."""
        if (kind, country_code) not in self._names:
            self._names[kind, country_code] = _names(kind, country_code)
        by_display_name, by_other_name = self._names[kind, country_code]
        key = _key(kind, name)
        shown = [entity for entity in by_display_name[key] if entity.pk not in without]
        others = [entity for entity in by_other_name[key] if entity.pk not in without and entity not in shown]
        return shown + others if kind == Kind.POLITICIAN else shown or others

    @cached_property
    def _dissolved(self):
        ended = Relationship.objects.filter(type=RelationshipType.OPERATES_IN_COUNTRY).exclude(end_date="")
        return frozenset(ended.values_list("subject", flat=True))

    @cached_property
    def _members(self):
        rows = Relationship.objects.filter(type=RelationshipType.MEMBER_OF_PARTY).exclude(source__slug=OURS)
        return set(rows.values_list("subject", "object"))


def _only(found, country_code, kind, name):
    if len(found) != 1:
        raise NotKnown(f"{country_code} has {'several' if found else 'no'} {kind} {name!r}")
    return found[0]


def _key(kind, name):
    return fold_unordered(name) if kind == Kind.POLITICIAN else fold(name)


def _names(kind, country_code):
    """Return two mappings from folded name to entities of a kind in a country: by display name, and by other name."""
    of_country = {"entity__kind": kind, "entity__country_code": country_code}
    identifiers = Identifier.objects.filter(**of_country).exclude(scheme__in=SHARED_SCHEMES)
    known = {pk: (tuple(entry),) for pk, *entry in identifiers.values_list("entity", "scheme", "value")}
    by_display_name, by_other_name = defaultdict(list), defaultdict(dict)
    entities = {}
    rows = Entity.objects.of_kind(kind).in_country(country_code)
    for pk, name, year in rows.values_list("pk", "name", "politician_details__birth_year"):
        entities[pk] = KnownEntity(pk, name, known.get(pk, ()), year)
        by_display_name[_key(kind, name)].append(entities[pk])
    for pk, name in OtherName.objects.filter(**of_country).values_list("entity", "name"):
        by_other_name[_key(kind, name)][entities[pk]] = None
    return by_display_name, by_other_name
