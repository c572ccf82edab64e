"""Store the outcome of each attempt to send an event, in the row of the delivery and in the row of the endpoint. Send
the owner an e-mail if the endpoint keeps failing, or is disabled because of its responses or failures."""

from collections.abc import Iterable
from copy import copy
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.emails import send_email
from feeds.models import WebhookDelivery, WebhookEndpoint
from feeds.webhooks import schedule
from feeds.webhooks.connections import Attempt
from feeds.webhooks.dispatching import start_for_first_endpoint
from feeds.webhooks.event_types import PING

DELIVERED, FAILED = WebhookDelivery.State.DELIVERED, WebhookDelivery.State.FAILED
ACTIVE, PENDING, DISABLED = (WebhookEndpoint.State[name] for name in ("ACTIVE", "PENDING", "DISABLED"))
RECORDED = "state attempts due_at leased_until status_code milliseconds error response history".split()
UPDATED = "state disabled_reason last_success_at failing_since warned_at paused_until".split()
ONE_MINUTE = timedelta(minutes=1)
NOT_FOUND_ANY_MORE = "The endpoint returned 410 Gone."
FAILED_FOR_DAYS = f"No delivery succeeded for {schedule.UNTIL_DISABLED.days} days."


@transaction.atomic
def record(outcomes: Iterable[tuple[WebhookDelivery, Attempt]]) -> None:
    """Store the outcomes of attempts in one transaction. ``outcomes`` has at most one attempt of each delivery. Ignore
    an outcome if another process has claimed the delivery meanwhile, or if its endpoint was disabled. After a database
    error, the caller may call this again with the same outcomes."""
    now = timezone.now()
    # Change only copies, because the caller calls this again if the database fails.
    outcomes = [(copy(delivery), attempt) for delivery, attempt in outcomes]
    if any(_activates(delivery, attempt) for delivery, attempt in outcomes):
        start_for_first_endpoint()
    endpoints = _lock_endpoints(outcomes, now)
    leases = _lock_leases([delivery.pk for delivery, _ in outcomes])
    outcomes = [row for row in outcomes if leases.get(row[0].pk) == row[0].leased_until]
    for delivery, attempt in outcomes:
        _apply(delivery, attempt, now)
    # The rows exist, so bulk_create only updates them, all with one query.
    WebhookDelivery.objects.bulk_create(
        [delivery for delivery, _ in outcomes], update_conflicts=True, unique_fields=["pk"], update_fields=RECORDED
    )
    for delivery, attempt in outcomes:
        if endpoint := endpoints.get(delivery.endpoint_id):
            _update_endpoint(endpoint, delivery, attempt, now)


def stop(endpoint: WebhookEndpoint, reason: str) -> None:
    """Set the endpoint to disabled, with this ``reason``, but do not save the endpoint: the caller must save it in the
    same transaction. Mark the endpoint's pending deliveries in the database as failed, so that the owner can replay
    them."""
    endpoint.state, endpoint.disabled_reason = DISABLED, reason
    waiting = endpoint.deliveries.filter(state=WebhookDelivery.State.PENDING)
    _lock_leases(waiting.values_list("pk", flat=True))
    waiting.update(state=FAILED, error="The endpoint was disabled.", leased_until=None)


def _lock_endpoints(outcomes, now):
    """Lock the endpoints whose rows must change because of these outcomes. Return {primary key: endpoint}. Most
    successful deliveries change no endpoint."""
    pks = {
        delivery.endpoint_id
        for delivery, attempt in outcomes
        if _activates(delivery, attempt) or not attempt.is_success or _is_news(delivery.endpoint, now)
    }
    rows = WebhookEndpoint.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk")
    return {endpoint.pk: endpoint for endpoint in rows} if pks else {}


def _lock_leases(pks):
    """Lock deliveries in the order of their primary keys, which prevents deadlocks. Return {primary key: leased_until}.
    The time ``leased_until`` is None if no process has claimed the delivery."""
    rows = WebhookDelivery.objects.select_for_update().filter(pk__in=pks).order_by("pk")
    return dict(rows.values_list("pk", "leased_until"))


def _activates(delivery, attempt):
    return attempt.is_success and delivery.event.type == PING and delivery.endpoint.state == PENDING


def _is_news(endpoint, now):
    """Return True if a successful delivery changes the row of its endpoint: the last success is over a minute old, or
    the endpoint was failing or paused."""
    is_recent = endpoint.last_success_at and now - endpoint.last_success_at < ONE_MINUTE
    return not is_recent or endpoint.failing_since or endpoint.paused_until


def _apply(delivery, attempt, now):
    delivery.attempts += 1
    delivery.leased_until = None
    delivery.status_code, delivery.milliseconds = attempt.status, attempt.milliseconds
    delivery.error, delivery.response = attempt.error, attempt.response
    delivery.history = [*delivery.history, [now.isoformat(), attempt.status, attempt.milliseconds, attempt.error]]
    if attempt.is_success:
        delivery.state = DELIVERED
        return
    delay = None if delivery.is_single else schedule.delay_after(delivery.attempts)
    if delay is None:
        delivery.state = FAILED
    else:
        # A receiver may ask for a longer wait than the schedule, but not for a shorter one.
        asked = schedule.pause(attempt.status, attempt.retry_after)
        delivery.due_at = now + max(delay, asked or delay)


def _update_endpoint(endpoint, delivery, attempt, now):
    if attempt.is_success:
        if delivery.event.type == PING and endpoint.state == PENDING:
            endpoint.state = ACTIVE
        endpoint.last_success_at = now
        endpoint.failing_since = endpoint.warned_at = None
        # Do not end a pause early: this request may have been sent before the receiver asked for the pause.
        if endpoint.paused_until and endpoint.paused_until <= now:
            endpoint.paused_until = None
    # Failed pings and tests do not count as failures of the endpoint.
    elif endpoint.state == ACTIVE and not delivery.is_single:
        _count_failure(endpoint, attempt, now)
    endpoint.save(update_fields=UPDATED)


def _count_failure(endpoint, attempt, now):
    endpoint.failing_since = endpoint.failing_since or now
    failing = now - endpoint.failing_since
    if pause := schedule.pause(attempt.status, attempt.retry_after):
        # The pause applies to all deliveries to this endpoint.
        endpoint.paused_until = now + pause
    if attempt.status == schedule.GONE or failing >= schedule.UNTIL_DISABLED:
        stop(endpoint, NOT_FOUND_ANY_MORE if attempt.status == schedule.GONE else FAILED_FOR_DAYS)
        _send_later("webhook_disabled", endpoint)
    elif failing >= schedule.UNTIL_WARNING and not endpoint.warned_at:
        endpoint.warned_at = now
        _send_later("webhook_failing", endpoint)


def _send_later(template, endpoint):
    """After the commit, send the owner of the endpoint an e-mail, made from the template with this name."""
    transaction.on_commit(lambda: send_email(template, to=endpoint.user, endpoint=endpoint), robust=True)
