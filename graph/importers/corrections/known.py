"""Offices, parties and memberships the graph has already: a list of holders names them and must not invent any."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from graph.folding import fold, fold_unordered
from graph.kinds import Kind
from graph.models import Entity, Identifier, OtherName, Relationship
from graph.models.names import SHARED_SCHEMES

OURS = "corrections"


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

    def party(self, country_code: str, name: str) -> KnownEntity:
        """The party of that name, acronym or former name; NotKnown where there is none or several bear it."""
        return self._found(Kind.PARTY, country_code, name)

    def is_member(self, country_code: str, names: Iterable[str], party: KnownEntity) -> bool:
        """Whether another source tells of a person of one of the names in the party: it knows the dates better."""
        return any((country_code, fold_unordered(name), party.pk) in self._members for name in names)

    def _found(self, kind, country_code, name):
        by_display_name, by_any_name = self._entities[kind]
        key = country_code, fold(name)
        found = by_display_name[key] or by_any_name[key]
        if len(found) != 1:
            raise NotKnown(f"{country_code} has {'several' if found else 'no'} {kind} {name!r}")
        return found[0]

    @cached_property
    def _entities(self):
        return {kind: _by_name(kind) for kind in (Kind.OFFICE, Kind.PARTY)}

    @cached_property
    def _members(self):
        told = Relationship.objects.filter(type="politician_member_of_party").exclude(source__slug=OURS)
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


def _by_name(kind):
    identifiers = {
        pk: (scheme, value)
        for pk, scheme, value in Identifier.objects.filter(entity__kind=kind).values_list("entity", "scheme", "value")
        if scheme not in SHARED_SCHEMES
    }
    by_display_name, by_any_name, known = defaultdict(list), defaultdict(list), {}
    for pk, code, name in Entity.objects.of_kind(kind).values_list("pk", "country_code", "name"):
        known[pk] = code, KnownEntity(pk, name, *identifiers.get(pk, ("", "")))
        by_display_name[code, fold(name)].append(known[pk][1])
    for pk, name in OtherName.objects.filter(entity__kind=kind).values_list("entity", "name"):
        code, entity = known[pk]
        if entity not in by_any_name[code, fold(name)]:
            by_any_name[code, fold(name)].append(entity)
    return by_display_name, by_any_name
