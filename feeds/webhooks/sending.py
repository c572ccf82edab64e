"""Attempt a delivery: sign its event as Standard Webhooks 1.0.0 defines, and send it."""

from datetime import UTC, datetime

from standardwebhooks import Webhook

from feeds.models import WebhookDelivery
from feeds.webhooks.connections import Attempt, post
from feeds.webhooks.secrets import NoEncryptionKey, signing_secrets


def signed_headers(event_uid: str, body: str, secrets: list[str], now: datetime) -> dict[str, str]:
    """Return the HTTP headers of one attempt to deliver an event, with a signature for each secret. ``now`` is the time
    of the attempt in UTC. A retry has the same event ID (``event_uid``), but a new time."""
    signatures = [Webhook(secret).sign(event_uid, now, body) for secret in secrets]
    return {
        "Content-Type": "application/json; charset=utf-8",
        "webhook-id": event_uid,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def send(delivery: WebhookDelivery, attempt: Attempt) -> None:
    """Send the event of the delivery to its endpoint, and store the outcome in ``attempt``. If there is no response, no
    exception is raised: ``attempt.error`` has the reason. Threads can call this, because it does not use the
    database."""
    # Send exactly the stored text, because a retry must have the same body as the first attempt.
    event = delivery.event
    try:
        secrets = signing_secrets(delivery.endpoint)
    except NoEncryptionKey:
        attempt.error = "The service cannot decrypt the secret of this endpoint."
        return
    headers = signed_headers(event.uid, event.body, secrets, datetime.now(UTC))
    post(delivery.endpoint.url, event.body.encode(), headers, attempt)
