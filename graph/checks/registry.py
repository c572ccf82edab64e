"""Define a data check: it finds rows with errors, counts and describes them, and filters lists."""

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
    """A problem of an entity, as slug and sentence. ``other`` is the slug of a possible duplicate, or empty."""

    check: str
    slug: str
    sentence: str
    other: str = ""


@dataclass(frozen=True)
class Check:
    """A data check. It finds rows that an editor should correct.

    ``function(day)`` returns a query set of entities, relationships or compositions, or an iterable of tuples.
    ``sentence`` is the format string that describes a row. A tuple has a slug, a sentence and maybe a second slug.
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
        """Return the sentence about a row that the check has found."""
        label = RELATIONSHIP_TYPES[row.type].label if isinstance(row, Relationship) else ""
        return self.sentence.format(row, label=label)

    def rows(self, day: date, kinds: Collection[str]) -> QuerySet | list[tuple[str, ...]]:
        """Return the rows that the check finds on the day, for entities of the kinds.

        Tuples are not filtered by kind. Their list is empty if the check finds none of the kinds.
        """
        found = self.function(day)
        if not isinstance(found, QuerySet):
            return list(found) if set(self.kinds) & set(kinds) else []
        if found.model is Relationship:
            types = [name for name, definition in RELATIONSHIP_TYPES.items() if definition.subject in kinds]
            return found.filter(type__in=types)
        return found.filter(kind__in=kinds)

    def count(self, day: date) -> dict[str, int]:
        """Map each kind to the number of rows that the check finds on the day. Kinds without rows may be absent."""
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
        """Filter the query set ``entities``: return only the entities that the check finds on the day."""
        found = self.function(day).order_by()
        return entities.filter(pk__in=found.values("pk" if found.model is Entity else "subject"))

    def is_filter_of(self, kind: Kind) -> bool:
        return "filter" in self.use and kind in self.kinds


def entity_of(row: Entity | Relationship | Composition) -> Entity:
    """Return the row itself if it is an entity, the subject of a relationship, or the institution of a composition."""
    return row if isinstance(row, Entity) else row.subject if isinstance(row, Relationship) else row.institution
