from datetime import date

from django.utils import timezone

from graph.actions.editing import editing
from graph.actions.preconditions import ActionRejected
from graph.journal.revisions import write_many
from graph.models import Entity, Relationship
from graph.relations import RELATIONSHIP_TYPES


def relate(*, subject: Entity, type: str, object: Entity, source, by=None, note="", **values) -> Relationship:
    """Create a relationship. ``values`` are its dates, role, position and day of verification.

    Raises ActionRejected if the type does not join these kinds, ValidationError for an invalid value or a duplicate.
    """
    with editing(subject, by=by, note=note) as journal:
        definition = RELATIONSHIP_TYPES.get(type)
        if definition is None or (definition.subject, definition.object) != (subject.kind, object.kind):
            raise ActionRejected(f"'{type}' does not join a {subject.kind} and a {object.kind}.")
        ends = {"subject": subject, "object": object, "type": type}
        relationship = Relationship(**ends, source=source, updated_at=journal.at, **values)
        relationship.set_computed_days()
        relationship.full_clean()
        relationship.save()
    return relationship


def unrelate(*, relationship: Relationship, by=None, note="") -> None:
    """Delete a relationship that was never true. For one that has ended, set the end date instead."""
    with editing(relationship.subject, by=by, note=note):
        if not Relationship.objects.filter(pk=relationship.pk).delete()[0]:
            raise ActionRejected("The relationship no longer exists.")


def verify(*, entity: Entity, day: date, by=None, note="") -> int:
    """Set the verified date of the outgoing relationships, and return how many had another one.

    Raises ActionRejected for a day in the future, and for an entity without outgoing relationships.
    """
    if day > timezone.localdate():
        raise ActionRejected("The day of verification is in the future.")
    with editing(entity, by=by, note=note):
        outgoing = Relationship.objects.filter(subject=entity)
        if not outgoing.exists():
            raise ActionRejected(f"'{entity.slug}' is the subject of no relationship.")
        others = list(outgoing.exclude(verified_at=day))
        for relationship in others:
            relationship.verified_at = day
        write_many(others, ["verified_at"])
        return len(others)
