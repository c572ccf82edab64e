"""Last-Modified: when an answer last became what it is, by a write or by the mere passing of a day."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time

from django.db.models import Max
from django.utils import timezone

from graph.models import Change, Relationship
from graph.models.freshness import ONE_DAY


def of_entity(entity, shown: Iterable[Relationship], day: date, *, whole: bool) -> datetime:
    """For an entity's answers; ``whole`` says that no relationship is left out but by its kind.

    Needs ``with_last_change``. A status that turns changes the answer though nothing was written. One that is not
    shown may turn and come into sight: when there are such, the answer is as new as the day.
    """
    touched = [entity.updated_at] + ([entity.last_change_at] if entity.last_change_at else [])
    turned = [turning for row in shown for turning in row.status_change_days()] + _overdue_from(entity)
    days = [turning for turning in turned if turning <= day] + ([] if whole else [day])
    return _not_in_the_future(max(touched + [_midnight(turning) for turning in days]))


def of_list(day: date, *, by_status: bool) -> datetime:
    """For lists: the newest change in the journal; a list filtered by a status is also as new as the day."""
    newest = Change.objects.aggregate(at=Max("at"))["at"] or datetime.fromtimestamp(0, UTC)
    return _not_in_the_future(max(newest, _midnight(day)) if by_status else newest)


def _overdue_from(entity):
    date_last = getattr(entity.details, "date_last", None)
    return [date_last + ONE_DAY] if date_last else []


def _midnight(day):
    return datetime.combine(day, time.min, UTC)


def _not_in_the_future(moment):
    return min(moment, timezone.now())
