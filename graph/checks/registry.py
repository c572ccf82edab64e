"""What a check is, and how its rows are counted, described and used as a filter."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, QuerySet

from graph.kinds import KINDS, Kind
from graph.models import Composition, Entity, Relationship
from graph.relations import RELATIONSHIP_TYPES

FETCHED = {
    Entity: [f"{kind}_details" for kind in KINDS],
    Relationship: ["subject", "object"],
    Composition: ["institution__institution_details", "election"],
}


@dataclass(frozen=True, order=True)
class Finding:
    """The slug of an entity and a sentence about it; ``other`` is the slug of its possible duplicate."""

    check: str
    slug: str
    sentence: str
    other: str = ""


@dataclass(frozen=True)
class Check:
    """A question about the data on a day.

    ``function(day)`` returns a query set of entities, relationships or compositions, which ``sentence`` describes; or
    it returns tuples of slug, sentence and, for duplicates, the other slug.
    """

    name: str
    title: str
    function: Callable[[date], QuerySet | Iterable[tuple[str, ...]]]
    sentence: str = ""
    kinds: Collection[str] = tuple(KINDS)
    use: Collection[str] = ("error",)
    about: str = ""

    def findings(self, day: date) -> Iterator[Finding]:
        found = self.function(day)
        if isinstance(found, QuerySet):
            rows = found.select_related(*FETCHED[found.model]).iterator()
            found = ((entity_of(row).slug, self.describe(row)) for row in rows)
        return (Finding(self.name, *parts) for parts in found)

    def describe(self, row: Entity | Relationship | Composition) -> str:
        """The sentence about a row of the query set."""
        label = RELATIONSHIP_TYPES[row.type].label if isinstance(row, Relationship) else ""
        return self.sentence.format(row, label=label)

    def rows(self, day: date, kinds: Collection[str]) -> QuerySet | list[tuple[str, ...]]:
        """What the function returns, for entities of these kinds."""
        found = self.function(day)
        if not isinstance(found, QuerySet):
            return list(found) if set(self.kinds) & set(kinds) else []
        if found.model is Relationship:
            types = [name for name, definition in RELATIONSHIP_TYPES.items() if definition.subject in kinds]
            return found.filter(type__in=types)
        return found.filter(kind__in=kinds)

    def count(self, day: date) -> dict[str, int]:
        """The number of rows by kind. The type of a relationship implies the kind, so entities are not read."""
        found = self.rows(day, KINDS)
        if not isinstance(found, QuerySet):
            return {self.kinds[0]: len(found)}
        if found.model is Entity:
            return dict(found.order_by().values_list("kind").annotate(Count("pk")))
        numbers = Counter()
        for name, number in found.order_by().values_list("type").annotate(Count("pk")):
            numbers[RELATIONSHIP_TYPES[name].subject.value] += number
        return dict(numbers)

    def narrow(self, entities: QuerySet, day: date) -> QuerySet:
        """Only the entities that the check finds."""
        found = self.function(day).order_by()
        return entities.filter(pk__in=found.values("pk" if found.model is Entity else "subject"))

    def is_filter_of(self, kind: Kind) -> bool:
        return "filter" in self.use and kind in self.kinds


def entity_of(row: Entity | Relationship | Composition) -> Entity:
    """The entity that a row of a query set is about."""
    return row if isinstance(row, Entity) else row.subject if isinstance(row, Relationship) else row.institution
