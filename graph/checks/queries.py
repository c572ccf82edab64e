"""Return the query sets that checks filter further. They leave out withdrawn entities."""

from django.db.models import QuerySet

from graph.models import Composition, Entity, Relationship


def entities(kind: str | None = None) -> QuerySet:
    """Return the entities that are not withdrawn, of one kind or, without a kind, of all kinds."""
    found = Entity.objects.exclude(status=Entity.Status.WITHDRAWN)
    return found.of_kind(kind) if kind else found


def relationships(*types: str) -> QuerySet:
    """Return relationships of the types (all, if none is given) between entities that are not withdrawn, by subject."""
    withdrawn = Entity.Status.WITHDRAWN
    found = Relationship.objects.exclude(subject__status=withdrawn).exclude(object__status=withdrawn)
    return (found.filter(type__in=types) if types else found).order_by("subject__slug", "pk")


def compositions() -> QuerySet:
    """Return the compositions of institutions that are not withdrawn, ordered by institution and start date."""
    found = Composition.objects.exclude(institution__status=Entity.Status.WITHDRAWN)
    return found.order_by("institution__slug", "start_date")
