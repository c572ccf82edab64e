"""That somebody has looked, and found what is said of an entity to be so still."""

from datetime import date

from django.utils import timezone

from graph.actions.editing import editing
from graph.actions.exceptions import ActionRejected
from graph.journal.revisions import current_revision
from graph.models import Entity, Relationship


def verify(*, entity: Entity, day: date, by=None, note="") -> int:
    """Date all statements that the entity is the subject of as verified on the day; return how many were not so.

    Raises ActionRejected for a day to come, and where nothing is stated.
    """
    if day > timezone.localdate():
        raise ActionRejected("Nobody can have verified it in the future.")
    with editing(entity, by=by, note=note):
        stated = Relationship.objects.filter(subject=entity)
        if not stated.exists():
            raise ActionRejected(f"'{entity.slug}' is the subject of no statement.")
        others = stated.exclude(verified_at=day)
        current_revision().record_before(others)
        return others.update(verified_at=day)
