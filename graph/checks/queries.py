"""What the rules ask of the graph. A withdrawn entity is nobody's concern any more."""

from django.db.models import Exists, OuterRef, QuerySet

from graph.models import Composition, Entity, Relationship


def entities(kind: str | None = None) -> QuerySet:
    """The entities that the rules are about, of one kind or of all."""
    shown = Entity.objects.exclude(status=Entity.Status.WITHDRAWN)
    return shown.of_kind(kind) if kind else shown


def statements(*types: str) -> QuerySet:
    """The relationships that the rules are about, of the types named or of all."""
    withdrawn = Entity.Status.WITHDRAWN
    shown = Relationship.objects.exclude(subject__status=withdrawn).exclude(object__status=withdrawn)
    return shown.filter(type__in=types) if types else shown


def compositions() -> QuerySet:
    """The compositions that the rules are about: those of any chamber that is not withdrawn."""
    return Composition.objects.exclude(institution__status=Entity.Status.WITHDRAWN)


def without(kind: str, relation_type: str) -> QuerySet:
    """Slugs and names of the entities of a kind that are the subject of no relationship of the type."""
    said = Relationship.objects.filter(subject=OuterRef("pk"), type=relation_type)
    return entities(kind).filter(~Exists(said)).values_list("slug", "name")
