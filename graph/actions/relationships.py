"""What is said of two entities."""

from django.utils import timezone

from graph.actions.exceptions import ActionRejected
from graph.actions.locking import locked
from graph.descriptions import describe
from graph.journal.journal import journalled
from graph.models import Change, Entity, Relationship
from graph.relations import RELATIONSHIP_TYPES


def relate(*, subject: Entity, type: str, object: Entity, source, by=None, note="", **told) -> Relationship:
    """State a relationship; ``told`` are its dates, role, position and when it was verified.

    Raises ActionRejected for kinds that the type does not join, ValidationError for what is no value or stated already.
    """
    with journalled(by=by, note=note) as journal:
        subject, object = locked(subject, object)
        relation = RELATIONSHIP_TYPES.get(type)
        if relation is None or (relation.subject, relation.object) != (subject.kind, object.kind):
            raise ActionRejected(f"'{type}' does not join a {subject.kind} and a {object.kind}.")
        ends = {"subject": subject, "object": object, "type": type}
        statement = Relationship(**ends, source=source, updated_at=journal.at, **told)
        statement.set_boundary_days()
        statement.full_clean()
        statement.save()
        journal.record(subject.pk, Change.Action.RELATED, {type: [None, object.slug]})
        describe([subject.pk], timezone.localdate(), journal)
    return statement


def unrelate(*, relationship: Relationship, by=None, note="") -> None:
    """Take a statement back: it should never have been made. What merely ended has an end instead."""
    with journalled(by=by, note=note) as journal:
        subject, object = locked(relationship.subject, relationship.object)
        if not Relationship.objects.filter(pk=relationship.pk).delete()[0]:
            raise ActionRejected("The statement is no longer there.")
        journal.record(subject.pk, Change.Action.UNRELATED, {relationship.type: [object.slug, None]})
        describe([subject.pk], timezone.localdate(), journal)
