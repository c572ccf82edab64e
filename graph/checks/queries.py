"""Query sets that checks begin with. A withdrawn entity needs no check."""

from django.db.models import QuerySet

from graph.models import Composition, Entity, Relationship


def entities(kind: str | None = None) -> QuerySet:
    """Entities of one kind or of all kinds that are not withdrawn."""
    found = Entity.objects.exclude(status=Entity.Status.WITHDRAWN)
    return found.of_kind(kind) if kind else found


def relationships(*types: str) -> QuerySet:
    """Relationships of these types, or of all types, neither end of which is withdrawn; ordered by subject."""
    withdrawn = Entity.Status.WITHDRAWN
    found = Relationship.objects.exclude(subject__status=withdrawn).exclude(object__status=withdrawn)
    return (found.filter(type__in=types) if types else found).order_by("subject__slug", "pk")


def compositions() -> QuerySet:
    """Compositions of institutions that are not withdrawn; ordered by institution and date."""
    found = Composition.objects.exclude(institution__status=Entity.Status.WITHDRAWN)
    return found.order_by("institution__slug", "start_date")
