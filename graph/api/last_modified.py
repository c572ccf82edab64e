from datetime import UTC, date, datetime, time

from django.utils import timezone

from graph.models.freshness import ONE_DAY
from graph.queries.cached import JournalHead
from graph.queries.entities import EntityRecord
from graph.queries.relationships import Relationships, last_status_change


def of_entity(entity: EntityRecord, page: Relationships, day: date, *, is_complete: bool) -> datetime:
    """Return the time of the header Last-Modified for a response with this entity and the relationships in ``page``. It
    is the latest of these times, but never in the future:

    - the last write to the entity, to its relationships, or to the related entities (see `Relationships.changed_at`)
    - the start of the day on which the status of a relationship in ``page`` last changed, because this needs no write
    - for an election, the start of the day after its date, because it is then overdue if it has no result
    - the start of ``day``, if ``is_complete`` is False

    ``is_complete`` is False if ``page`` may lack relationships of the entity, for example because there are more pages.
    The status of a missing relationship may have changed at the start of ``day``."""
    writes = [entity.updated_at] + ([page.changed_at] if page.changed_at else [])
    # If the page is not complete, a relationship that was not shown may be shown from this day on, because its status
    # has changed without a write to the database.
    days = [_first_overdue_day(entity, day), last_status_change(page.rows, day) if is_complete else day]
    return _not_in_the_future(max(writes + [_midnight(changed) for changed in days if changed]))


def of_journal(journal: JournalHead, day: date | None) -> datetime:
    """Return the time of the header Last-Modified for a response about the whole graph, such as a list. It is the time
    of the newest change in the journal, but never in the future. Pass a ``day`` if the response also depends on the
    day. Then the time is at least the start of ``day``."""
    return _not_in_the_future(max(journal.newest, _midnight(day)) if day else journal.newest)


def _first_overdue_day(entity, day):
    date_last = getattr(entity.details, "date_last", None)
    return date_last + ONE_DAY if date_last and date_last < day else None


def _midnight(day):
    return datetime.combine(day, time.min, UTC)


def _not_in_the_future(timestamp):
    # RFC 9110 forbids a Last-Modified that is later than the response.
    return min(timestamp, timezone.now())
