from datetime import date

from django.utils import timezone

from graph.actions.editing import editing
from graph.actions.exceptions import ActionRejected
from graph.actions.locking import locked
from graph.descriptions import describe
from graph.journal.journal import journalled
from graph.journal.revisions import current_revision
from graph.models import Change, Entity, Relationship
from graph.relations import RELATIONSHIP_TYPES


def relate(*, subject: Entity, type: str, object: Entity, source, by=None, note="", **values) -> Relationship:
    """Create a relationship; ``values`` are its dates, role, position and day of verification.

    Raises ActionRejected if the type does not join these kinds, ValidationError for an invalid value or a duplicate.
    """
    with journalled(by=by, note=note) as journal:
        subject, object = locked(subject, object)
        definition = RELATIONSHIP_TYPES.get(type)
        if definition is None or (definition.subject, definition.object) != (subject.kind, object.kind):
            raise ActionRejected(f"'{type}' does not join a {subject.kind} and a {object.kind}.")
        ends = {"subject": subject, "object": object, "type": type}
        relationship = Relationship(**ends, source=source, updated_at=journal.at, **values)
        relationship.set_boundary_days()
        relationship.full_clean()
        relationship.save()
        journal.record(subject.pk, Change.Action.RELATED, {type: [None, object.slug]})
        describe([subject.pk], timezone.localdate(), journal)
    return relationship


def unrelate(*, relationship: Relationship, by=None, note="") -> None:
    """Delete a relationship that was never true. For a relationship that has ended, set the end date instead."""
    with journalled(by=by, note=note) as journal:
        subject, object = locked(relationship.subject, relationship.object)
        if not Relationship.objects.filter(pk=relationship.pk).delete()[0]:
            raise ActionRejected("The relationship no longer exists.")
        journal.record(subject.pk, Change.Action.UNRELATED, {relationship.type: [object.slug, None]})
        describe([subject.pk], timezone.localdate(), journal)


def verify(*, entity: Entity, day: date, by=None, note="") -> int:
    """Set the day of verification of all outgoing relationships; return how many had another day before.

    Raises ActionRejected for a day in the future, and for an entity without outgoing relationships.
    """
    if day > timezone.localdate():
        raise ActionRejected("The day of verification is in the future.")
    with editing(entity, by=by, note=note):
        outgoing = Relationship.objects.filter(subject=entity)
        if not outgoing.exists():
            raise ActionRejected(f"'{entity.slug}' is the subject of no relationship.")
        others = outgoing.exclude(verified_at=day)
        current_revision().record_before(others)
        return others.update(verified_at=day)
