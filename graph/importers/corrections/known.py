"""Find the entities that the corrections name. An unknown name raises an error, because it is probably a typo."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from graph.importers.corrections.entries import InvalidEntry
from graph.kinds import Kind, OfficeType
from graph.models import Entity, Identifier, OtherName, Relationship
from graph.models.names import SHARED_SCHEMES
from graph.relations import RelationshipType
from graph.text.folding import fold, fold_unordered

OURS = "corrections"


class NotKnown(InvalidEntry):
    """The corrections use a name that no entity of the graph has, or that several entities have."""


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """An entity that the corrections name. ``pk`` is its primary key, or 0 if it is not in the graph. ``identifiers``
    is empty, or has one pair (scheme, value). In the graph, only this entity has this identifier."""

    pk: int
    name: str
    identifiers: tuple[tuple[str, str], ...] = ()
    birth_year: int | None = None


class Known:
    """Finds entities of the graph by country and name. Case and accents do not matter."""

    def __init__(self):
        self._names: dict[tuple[str, str], tuple[dict, dict]] = {}

    def find(
        self, kind: Kind, country_code: str, name: str, *, active_only: bool = False, birth_year: int | None = None
    ) -> KnownEntity:
        """Return the only entity of this kind with this name in the country. Raise NotKnown if there is none, or if
        there are several. With ``active_only``, ignore dissolved parties. With ``birth_year``, search politicians who
        were born in this year. If none has the name, search politicians whose year of birth is unknown."""
        found = self._named(kind, country_code, name, self._dissolved if active_only else ())
        if birth_year:
            same_year = [entity for entity in found if entity.birth_year == birth_year]
            found = same_year or [entity for entity in found if entity.birth_year is None]
        if len(found) != 1:
            raise NotKnown(f"{country_code} has {'several' if found else 'no'} {kind} {name!r}")
        return found[0]

    def with_slug(self, kind: Kind, slug: str) -> tuple[str, KnownEntity]:
        """Return (country code, entity) of the entity that has or had this slug. Raise NotKnown if there is none."""
        try:
            entity = Entity.objects.of_kind(kind).with_slug(slug)
        except Entity.DoesNotExist as error:
            raise NotKnown(f"the graph has no {kind} {slug!r}") from error
        own = entity.identifiers.exclude(scheme__in=SHARED_SCHEMES).values_list("scheme", "value")
        return entity.country_code, KnownEntity(entity.pk, entity.name, tuple(own[:1]))

    def holder(self, country_code: str, name: str, office: str, *, home: str, birth_year=None) -> KnownEntity | None:
        """Return the only politician of the country ``home`` with this name who has held this office, or None. With
        ``birth_year``, leave out politicians with another year of birth. Terms of legislators do not count."""
        try:
            office_pk = self.find(Kind.OFFICE, country_code, office).pk
        except NotKnown:
            return None
        found = [person for person in self._named(Kind.POLITICIAN, home, name) if (person.pk, office_pk) in self._terms]
        found = [one for one in found if not (one.birth_year and birth_year) or one.birth_year == birth_year]
        return found[0] if len(found) == 1 else None

    def member_since(self, person: KnownEntity, party: KnownEntity) -> str:
        """Return the date on which the person's last membership of the party began, or "" if it is unknown."""
        type_ = RelationshipType.MEMBER_OF_PARTY
        rows = Relationship.objects.filter(type=type_, subject=person.pk, object=party.pk)
        return max(rows.values_list("start_date", flat=True), default="")

    def is_member(self, country_code: str, names: Iterable[str], party: KnownEntity) -> bool:
        """Return True if a politician with one of the ``names`` is a member of ``party`` in the graph, or in the list
        ``members`` of a file. Memberships that an earlier import has derived from a term do not count."""
        persons = (person for name in names for person in self._named(Kind.POLITICIAN, country_code, name))
        return any((person.pk, party.pk) in self.members for person in persons)

    def _named(self, kind, country_code, name, without=()):
        """Return the entities with the display name ``name`` or, if there are none, those with this other name. For
        politicians, always return both groups. Leave out entities whose primary key is in ``without``."""
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
    def _terms(self):
        rows = Relationship.objects.filter(type=RelationshipType.HOLDS_OFFICE)
        rows = rows.exclude(object__office_details__office_type=OfficeType.LEGISLATOR)
        return frozenset(rows.values_list("subject", "object"))

    @cached_property
    def members(self) -> set[tuple[int, int]]:
        rows = Relationship.objects.filter(type=RelationshipType.MEMBER_OF_PARTY)
        # Leave out memberships that a term of office has added (without a start): each import must yield them again.
        rows = rows.exclude(source__slug=OURS, start_date="")
        return set(rows.values_list("subject", "object"))


def _key(kind, name):
    return fold_unordered(name) if kind == Kind.POLITICIAN else fold(name)


def _names(kind, country_code):
    """Return two dictionaries, for the display names and for the other names of entities. They map a name, converted by
    `_key`, to the entities with this name (a collection of `KnownEntity`)."""
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
