"""Make events and deliveries from the change journal and from the result versions (the counts of races). Events,
deliveries and cursors are written in one transaction. So if the process ends in the middle, no event is lost or made
twice."""

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import Max, OuterRef, Q, Subquery
from django.utils import timezone

from feeds.models import JournalCursor, ResultsCursor, WebhookDelivery, WebhookEndpoint, WebhookEvent, new_event_id
from feeds.webhooks.event_types import RaceEvent
from feeds.webhooks.events import Event, events_of_changes, events_of_versions
from feeds.webhooks.matching import SLUG_FILTERS, follow_new_slug, matches
from feeds.webhooks.payloads import body
from graph.journal.journal import journal_head
from graph.models import Change, Coverage
from graph.results import Mode, Phase

ONLY = 1
MOST_CHANGES = 500
MOST_VERSIONS = 200
SECONDS_BETWEEN_UPDATES = 10
"""If an endpoint receives several updates of the same race, they are sent at least this many seconds apart."""
LONGEST_DELAY = timedelta(seconds=60)
"""If an endpoint has overdue deliveries, a new update of a race is sent to it with a delay. The delay is how long the
oldest of these deliveries is overdue, but at most this time. For example, if the oldest was due 20 seconds ago, the
update is due in 20 seconds."""
PENDING = WebhookDelivery.State.PENDING
REPLACED = "A newer update of the race replaced it."


def dispatch() -> bool:
    """Write events and deliveries for what has changed since the last call: at most MOST_CHANGES changes, and at most
    MOST_VERSIONS result versions of each election. Return True if there may be more to write now. If another process is
    running this function, return False at once.

    If no endpoint receives events now, or none did at the last call (``is_idle`` of the cursor), write no events. Skip
    all changes and results up to now, and return False. So a new endpoint gets no events about earlier changes."""
    _, head = journal_head()
    JournalCursor.objects.get_or_create(pk=ONLY)
    with transaction.atomic():
        cursor = JournalCursor.objects.select_for_update(skip_locked=True).filter(pk=ONLY).first()
        if cursor is None:
            return False
        endpoints = list(WebhookEndpoint.objects.receiving())
        if cursor.is_idle or not endpoints:
            _skip_to_head(cursor, head, is_idle=not endpoints)
            return False
        # Changes come before results, so that a new election is announced before its races.
        more = _dispatch_changes(cursor, head, endpoints)
        return _dispatch_results(endpoints) or more


def has_news() -> bool:
    """Return True if `dispatch` has something to do:

    - There are changes or results from which no events were made.
    - Or an endpoint receives events now, but no endpoint did at the last call of `dispatch`.

    This function does not lock the `JournalCursor`. Its only write gives numbers to new changes in the journal."""
    _, head = journal_head()
    cursor = JournalCursor.objects.filter(pk=ONLY).first()
    if cursor is None or cursor.is_idle:
        return WebhookEndpoint.objects.receiving().exists()
    return head > cursor.position or bool(_coverages_with_news())


def start_for_first_endpoint() -> None:
    """If no endpoint was active before, skip all changes and results up to now, so that the first events are about
    later ones. Call this in the transaction in which an endpoint becomes active."""
    _, head = journal_head()
    cursor, _ = JournalCursor.objects.select_for_update().get_or_create(pk=ONLY)
    if cursor.is_idle:
        _skip_to_head(cursor, head, is_idle=False)


def _skip_to_head(cursor, head, *, is_idle):
    cursor.position, cursor.is_idle, cursor.checked_at = max(cursor.position, head), is_idle, timezone.now()
    cursor.save()
    _save_cursors(ResultsCursor(row.pk, row.sequence, row.phase) for row in _live_coverages())


def _dispatch_changes(cursor, head, endpoints):
    changes = list(Change.objects.after(cursor.position)[:MOST_CHANGES]) if head > cursor.position else []
    if not changes:
        return False
    public = [change for change in changes if change.is_public]
    # Handle one change after another, because a change can rename a slug that is in the filters of endpoints.
    by_change = {change.position: [] for change in public}
    for event in events_of_changes(public):
        by_change[event.data["version"]].append(event)
    wanted = []
    for change in public:
        wanted += _matched(by_change[change.position], endpoints)
        for endpoint in follow_new_slug(endpoints, change):
            endpoint.save(update_fields=SLUG_FILTERS)
    _insert(wanted)
    cursor.position, cursor.checked_at = changes[-1].position, timezone.now()
    cursor.save()
    return len(changes) == MOST_CHANGES


def _dispatch_results(endpoints):
    more = False
    for coverage, cursor in _coverages_with_news():
        events, sequence = events_of_versions(coverage, cursor.sequence, cursor.phase, MOST_VERSIONS)
        # If a race has several updates, send only the newest.
        updates = {event.race: event for event in events if event.type == RaceEvent.UPDATED}
        others = [event for event in events if event.type != RaceEvent.UPDATED]
        _insert(_matched(others, endpoints))
        _insert_updates(_matched(updates.values(), endpoints))
        _save_cursors([ResultsCursor(coverage.pk, sequence, coverage.phase)])
        more |= sequence < coverage.sequence
    return more


def _coverages_with_news():
    """Return a pair (`Coverage`, `ResultsCursor`) for each election that has result versions without events. Archived
    elections are left out."""
    cursors = ResultsCursor.objects.in_bulk()
    found = []
    for row in _live_coverages():
        cursor = cursors.get(row.pk) or ResultsCursor(row.pk, 0, Phase.SCHEDULED)
        if row.sequence > cursor.sequence:
            found.append((row, cursor))
    return found


def _live_coverages():
    return Coverage.objects.exclude(mode=Mode.ARCHIVE).select_related("election").order_by("pk")


def _save_cursors(cursors):
    fields = ["sequence", "phase"]
    ResultsCursor.objects.bulk_create(
        cursors, update_conflicts=True, unique_fields=["election"], update_fields=fields, batch_size=500
    )


def _matched(events: Iterable[Event], endpoints):
    """Return pairs (event, primary keys of the endpoints that receive it). Events that nobody receives are left out."""
    found = [(event, [endpoint.pk for endpoint in endpoints if matches(endpoint, event)]) for event in events]
    return [(event, pks) for event, pks in found if pks]


def _insert(wanted: list[tuple[Event, list[int]]]):
    rows = [(_store(event), pks) for event, pks in wanted]
    WebhookEvent.objects.bulk_create([row for row, _ in rows], batch_size=500)
    WebhookDelivery.objects.bulk_create(
        (WebhookDelivery(endpoint_id=pk, event=row) for row, pks in rows for pk in pks), batch_size=500
    )


def _store(event):
    text = body(event.type, event.at, event.data)
    return WebhookEvent(uid=new_event_id(), type=event.type, race=event.race, body=text)


def _insert_updates(wanted: list[tuple[Event, list[int]]]):
    """Write events about updated races, and their deliveries. ``wanted`` has pairs (event, primary keys of the
    endpoints that receive it). If an older update of the same race is not delivered yet (see `_lock_waiting`), the new
    one replaces it. A new delivery is due at least 10 seconds after the last attempt for the same race and endpoint,
    and later if the endpoint has overdue deliveries."""
    rows = WebhookEvent.objects.bulk_create(_store(event) for event, _ in wanted)
    delays = _delays() if wanted else {}
    for row, (_, pks) in zip(rows, wanted, strict=True):
        waiting = _lock_waiting(row.race)
        new = {delivery.endpoint_id: delivery.pk for delivery in waiting if not delivery.attempts}
        WebhookDelivery.objects.filter(pk__in=new.values()).update(event=row)
        # Deliveries with failed attempts are not changed to the new event, because they remain in the log.
        failed = [delivery.pk for delivery in waiting if delivery.attempts]
        WebhookDelivery.objects.filter(pk__in=failed).update(state=WebhookDelivery.State.FAILED, error=REPLACED)
        last = _last_attempts(row.race)
        WebhookDelivery.objects.bulk_create(
            WebhookDelivery(endpoint_id=pk, event=row, race=row.race, due_at=_due_at(last.get(pk), delays.get(pk)))
            for pk in pks
            if pk not in new
        )


def _lock_waiting(race):
    """Lock and return the pending deliveries of updates of this race that a newer update can replace:

    - deliveries that were never attempted,
    - deliveries that wait for a retry after a failed attempt.

    If the owner has replayed a delivery, it is not replaced before an attempt has failed again. While the rows are
    locked, no process sends them."""
    is_new_or_failed = Q(attempted_at=None) | Q(attempts__gt=0, leased_until=None)
    rows = WebhookDelivery.objects.filter(is_new_or_failed, race=race, state=PENDING)
    return list(rows.select_for_update().order_by("pk"))


def _last_attempts(race):
    """Return {primary key of an endpoint: time of the last attempt to deliver an update of this race}. Attempts more
    than SECONDS_BETWEEN_UPDATES ago are left out, because they do not delay the next one."""
    since = timezone.now() - timedelta(seconds=SECONDS_BETWEEN_UPDATES)
    rows = WebhookDelivery.objects.filter(race=race, attempted_at__gt=since)
    return dict(rows.order_by().values_list("endpoint").annotate(last=Max("attempted_at")))


def _delays():
    """Return {primary key of an endpoint: delay as a timedelta} for the endpoints with overdue deliveries. The delay is
    how long the oldest delivery to the endpoint is overdue, at most LONGEST_DELAY. An update of a race is sent to the
    endpoint only after the delay. Meanwhile, newer updates of the same race can replace it, so that fewer are sent."""
    now = timezone.now()
    waiting = WebhookDelivery.objects.filter(endpoint=OuterRef("pk"), state=PENDING).order_by("due_at")
    oldest = WebhookEndpoint.objects.receiving().annotate(due_at=Subquery(waiting.values("due_at")[:1]))
    rows = oldest.filter(due_at__lt=now).values_list("pk", "due_at")
    return {pk: min(now - due_at, LONGEST_DELAY) for pk, due_at in rows}


def _due_at(last_attempt, delay):
    now = timezone.now()
    earliest = last_attempt + timedelta(seconds=SECONDS_BETWEEN_UPDATES) if last_attempt else now
    return max(earliest, now + delay) if delay else earliest
