"""Compute the header Last-Modified. A response changes by a write to the database, or because a day has passed."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time

from django.db.models import Max
from django.utils import timezone

from graph.models import Change, Relationship
from graph.models.freshness import ONE_DAY


def of_entity(entity, shown: Iterable[Relationship], day: date, *, is_complete: bool) -> datetime:
    """Return when the response about an entity last changed. The entity needs ``with_last_change``.

    If ``shown`` lacks relationships (``is_complete`` is False), the result is at least the start of ``day``.
    """
    writes = [entity.updated_at] + ([entity.last_change_at] if entity.last_change_at else [])
    # A status that changes with the day changes the response, although nobody has written anything.
    turning_days = [turning_day for row in shown for turning_day in row.status_change_days()] + _first_overdue_day(
        entity
    )
    # A relationship that is not shown may change its status and then be shown, so the response is as new as the day.
    days = [turning_day for turning_day in turning_days if turning_day <= day] + ([] if is_complete else [day])
    return _not_in_the_future(max(writes + [_midnight(turning_day) for turning_day in days]))


def of_list(day: date, *, by_status: bool) -> datetime:
    """Return the time of the newest change in the journal; with ``by_status``, at least the start of ``day``."""
    newest = Change.objects.aggregate(at=Max("at"))["at"] or datetime.fromtimestamp(0, UTC)
    return _not_in_the_future(max(newest, _midnight(day)) if by_status else newest)


def _first_overdue_day(entity):
    date_last = getattr(entity.details, "date_last", None)
    return [date_last + ONE_DAY] if date_last else []


def _midnight(day):
    return datetime.combine(day, time.min, UTC)


def _not_in_the_future(timestamp):
    # RFC 9110 forbids a Last-Modified that is later than the response.
    return min(timestamp, timezone.now())
