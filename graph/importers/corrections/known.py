"""What the graph has already, by name: a list of holders or members names it and must not invent any."""

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
MEMBER = RelationshipType.MEMBER_OF_PARTY


class NotKnown(Exception):
    """The graph has no such entity, or several; the text says which."""


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """An entity of the graph by its display name, and an identifier that leads to it and to no other."""

    pk: int
    name: str
    scheme: str
    value: str


class Known:
    """Looks up by country and name, whatever the spelling; reads the graph when first asked."""

    def office(self, country_code: str, name: str) -> KnownEntity:
        """The office of that name; NotKnown where there is none."""
        return self._found(Kind.OFFICE, country_code, name)

    def party(self, country_code: str, name: str, *, still_there: bool = False) -> KnownEntity:
        """The party of that name, acronym or former name; NotKnown where there is none or several bear it.

        ``still_there`` leaves out the parties that have come to their end.
        """
        return self._found(Kind.PARTY, country_code, name, self._dissolved if still_there else frozenset())

    def politician(self, country_code: str, name: str, birth_year: int | None = None) -> KnownEntity:
        """The politician of that name, whatever the order of its words; NotKnown where there is none, or several.

        The year tells namesakes apart; who was born in another year is not meant.
        """
        found = self._persons(country_code)[fold_unordered(name)]
        if birth_year:
            found = [one for one in found if one[1] == birth_year] or [one for one in found if one[1] is None]
        return _only_one([entity for entity, _ in found], country_code, Kind.POLITICIAN, name)

    def member_since(self, person: KnownEntity, party: KnownEntity) -> str:
        """The start of the person's last membership of the party that the graph tells; empty when unknown."""
        told = Relationship.objects.filter(type=MEMBER, subject=person.pk, object=party.pk)
        return max(told.values_list("start_date", flat=True), default="")

    def is_member(self, country_code: str, names: Iterable[str], party: KnownEntity) -> bool:
        """Whether another source, or a line of its own, tells of a person of one of the names in the party.

        It knows the dates better than a term does.
        """
        return any((country_code, fold_unordered(name), party.pk) in self._members for name in names)

    def tell_member(self, country_code: str, names: Iterable[str], party: KnownEntity) -> None:
        """Remember that a line of its own tells of the person in the party."""
        self._members.update((country_code, fold_unordered(name), party.pk) for name in names)

    def _found(self, kind, country_code, name, without=frozenset()):
        key = country_code, fold(name)
        by_display_name, by_any_name = (
            [entity for entity in names[key] if entity.pk not in without] for names in self._entities[kind]
        )
        return _only_one(by_display_name or by_any_name, country_code, kind, name)

    @cached_property
    def _dissolved(self):
        ended = Relationship.objects.filter(type=RelationshipType.OPERATES_IN_COUNTRY).exclude(end_date="")
        return frozenset(ended.values_list("subject", flat=True))

    def _persons(self, country_code):
        if country_code not in self._persons_read:
            self._persons_read[country_code] = _persons_by_name(country_code)
        return self._persons_read[country_code]

    @cached_property
    def _persons_read(self):
        return {}

    @cached_property
    def _entities(self):
        return {kind: _by_name(kind) for kind in (Kind.OFFICE, Kind.PARTY)}

    @cached_property
    def _members(self):
        told = Relationship.objects.filter(type=MEMBER).exclude(source__slug=OURS)
        aliases = defaultdict(list)
        for pk, name in OtherName.objects.filter(entity__kind=Kind.POLITICIAN).values_list("entity", "name"):
            aliases[pk].append(name)
        return {
            (code, fold_unordered(name), party)
            for pk, code, display, party in told.values_list(
                "subject", "subject__country_code", "subject__name", "object"
            )
            for name in (display, *aliases[pk])
        }


def _only_one(found, country_code, kind, name):
    if len(found) != 1:
        raise NotKnown(f"{country_code} has {'several' if found else 'no'} {kind} {name!r}")
    return found[0]


def _by_name(kind):
    identifiers = _identifiers(entity__kind=kind)
    by_display_name, by_any_name, known = defaultdict(list), defaultdict(list), {}
    for pk, code, name in Entity.objects.of_kind(kind).values_list("pk", "country_code", "name"):
        known[pk] = code, KnownEntity(pk, name, *identifiers.get(pk, ("", "")))
        by_display_name[code, fold(name)].append(known[pk][1])
    for pk, name in OtherName.objects.filter(entity__kind=kind).values_list("entity", "name"):
        code, entity = known[pk]
        if entity not in by_any_name[code, fold(name)]:
            by_any_name[code, fold(name)].append(entity)
    return by_display_name, by_any_name


def _persons_by_name(country_code):
    """The politicians of a country with their years of birth (None: unknown), by each of their names."""
    of_country = {"entity__kind": Kind.POLITICIAN, "entity__country_code": country_code}
    identifiers, by_name, known = _identifiers(**of_country), defaultdict(list), {}
    persons = Entity.objects.of_kind(Kind.POLITICIAN).in_country(country_code)
    for pk, name, year in persons.values_list("pk", "name", "politician_details__birth_year"):
        known[pk] = KnownEntity(pk, name, *identifiers.get(pk, ("", ""))), year
        by_name[fold_unordered(name)].append(known[pk])
    for pk, name in OtherName.objects.filter(**of_country).values_list("entity", "name"):
        if known[pk] not in by_name[fold_unordered(name)]:
            by_name[fold_unordered(name)].append(known[pk])
    return by_name


def _identifiers(**entities):
    """(scheme, value) by entity: one that leads to it and to no other."""
    rows = Identifier.objects.filter(**entities).values_list("entity", "scheme", "value")
    return {pk: (scheme, value) for pk, scheme, value in rows if scheme not in SHARED_SCHEMES}
