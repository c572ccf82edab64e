from datetime import UTC, date, datetime, time

from django.utils import timezone

from graph.models.freshness import ONE_DAY
from graph.queries.cached import JournalHead
from graph.queries.entities import EntityRecord
from graph.queries.relationships import Relationships, last_status_change


def of_entity(entity: EntityRecord, page: Relationships, day: date, *, is_complete: bool) -> datetime:
    """Return the time when a response with this entity and the relationships in ``page`` last changed. It is never in
    the future.

    The status of a relationship can change at the start of a day, without a write to the database. If ``is_complete``
    is False, ``page`` does not have all relationships of the entity, and the others are not checked. Then the returned
    time is at least the start of ``day``."""
    writes = [entity.updated_at] + ([page.changed_at] if page.changed_at else [])
    # If the page is not complete, a relationship that was not shown may be shown from this day on, because its status
    # has changed without a write to the database.
    days = [_first_overdue_day(entity, day), last_status_change(page.rows, day) if is_complete else day]
    return _not_in_the_future(max(writes + [_midnight(changed) for changed in days if changed]))


def of_journal(journal: JournalHead, day: date | None) -> datetime:
    """Return the time of the newest change in the journal. If ``day`` is given, the response depends on the day, so
    return at least the start of ``day``. The returned time is never in the future."""
    return _not_in_the_future(max(journal.newest, _midnight(day)) if day else journal.newest)


def _first_overdue_day(entity, day):
    date_last = getattr(entity.details, "date_last", None)
    return date_last + ONE_DAY if date_last and date_last < day else None


def _midnight(day):
    return datetime.combine(day, time.min, UTC)


def _not_in_the_future(timestamp):
    # RFC 9110 forbids a Last-Modified that is later than the response.
    return min(timestamp, timezone.now())
