from datetime import datetime

from django.db import transaction
from django.utils import timezone

from feeds.models import WebhookDelivery, WebhookEndpoint, WebhookEvent, new_event_id
from feeds.webhooks.event_types import PING
from feeds.webhooks.examples import examples
from feeds.webhooks.payloads import PingData, body

State = WebhookDelivery.State
PING_TEXT = "Answer with a status from 200 to 299."
MOST_REPLAYED = 10_000


@transaction.atomic
def send_ping(*, endpoint: WebhookEndpoint) -> WebhookDelivery:
    """Create a delivery of the event ``webhook.ping``. If the endpoint is pending and responds with 2xx, it becomes
    active."""
    data = PingData.from_values((endpoint.pk, PING_TEXT))
    return _send_once(endpoint, PING, body(PING, timezone.now(), data))


@transaction.atomic
def send_test(*, endpoint: WebhookEndpoint, event_type: str = PING) -> WebhookDelivery:
    """Create a delivery of an example event, whose data has the mode "test". The event is sent even if it does not
    match the filters of the endpoint."""
    if event_type == PING:
        return send_ping(endpoint=endpoint)
    return _send_once(endpoint, event_type, body(event_type, timezone.now(), examples()[event_type]))


@transaction.atomic
def replay(*, delivery: WebhookDelivery) -> None:
    """Deliver an event again with the same ID, even if the delivery had succeeded. Do nothing if the delivery is
    pending."""
    _replay(WebhookDelivery.objects.filter(pk=delivery.pk).exclude(state=State.PENDING))


@transaction.atomic
def replay_failed(*, endpoint: WebhookEndpoint, since: datetime) -> int:
    """Deliver again all events whose delivery failed after ``since``, at most 10,000. Return their number."""
    failed = endpoint.deliveries.filter(state=State.FAILED, created_at__gte=since, is_single=False)
    oldest = failed.order_by("pk").values("pk")[:MOST_REPLAYED]
    return _replay(WebhookDelivery.objects.filter(pk__in=oldest))


def _replay(rows):
    return rows.update(state=State.PENDING, attempts=0, due_at=timezone.now(), leased_until=None, error="")


def _send_once(endpoint, type_, text):
    event = WebhookEvent.objects.create(uid=new_event_id(), type=type_, body=text)
    return WebhookDelivery.objects.create(endpoint=endpoint, event=event, is_single=True)
