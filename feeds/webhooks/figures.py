"""Numbers about webhook deliveries for the operators of the service. They are written to the log and shown in the admin
and at ``/readyz``."""

import logging
import time
from datetime import timedelta
from types import SimpleNamespace

from django.db.models import Count, Q
from django.utils import timezone

from feeds.models import WebhookDelivery, WebhookEndpoint
from feeds.webhooks.claiming import due

logger = logging.getLogger(__name__)

SECONDS_ALLOWED = 10
SECONDS_OF_REPORT = 5
_report = SimpleNamespace(at=None, text="ok")

ONE_HOUR = timedelta(hours=1)


def lag() -> float:
    """Return how many seconds the oldest due delivery has waited, or 0 if none is due."""
    now = timezone.now()
    oldest = due(now).order_by("due_at").values_list("due_at", flat=True).first()
    return max(0.0, (now - oldest).total_seconds()) if oldest else 0.0


def report_lag() -> str:
    """Return "ok", or a text such as "42 s late" if the oldest due delivery has waited for SECONDS_ALLOWED (10) or
    more. The text is cached for five seconds."""
    now = time.monotonic()
    if _report.at is None or now - _report.at > SECONDS_OF_REPORT:
        seconds = lag()
        _report.at, _report.text = now, "ok" if seconds < SECONDS_ALLOWED else f"{seconds:.0f} s late"
    return _report.text


def figures() -> dict[str, int | float]:
    """Return these numbers as a dict:

    - ``due`` is the number of due deliveries, and ``lag_seconds`` is how long the oldest of them has waited.
    - ``delivered`` is the number of deliveries that succeeded in the last hour.
    - ``failed`` is the number of deliveries whose last attempt was in the last hour, and failed.
    - ``endpoints`` is the number of endpoints that receive events, and ``failing_endpoints`` is how many of these are
      failing.

    ``delivered`` and ``failed`` leave out deliveries that were created over four days ago."""
    now = timezone.now()
    # The last retry is about three days after the event, so older deliveries need not be read.
    recent = WebhookDelivery.objects.filter(attempted_at__gt=now - ONE_HOUR, created_at__gt=now - 4 * 24 * ONE_HOUR)
    states = recent.aggregate(
        delivered=Count("pk", filter=Q(state=WebhookDelivery.State.DELIVERED)),
        failed=Count("pk", filter=~Q(state=WebhookDelivery.State.DELIVERED) & Q(attempts__gt=0)),
    )
    return {
        "due": due(now).count(),
        **states,
        "lag_seconds": round(lag(), 3),
        "endpoints": WebhookEndpoint.objects.receiving().count(),
        "failing_endpoints": WebhookEndpoint.objects.failing().count(),
    }


def log_figures() -> None:
    """Write the numbers that `figures` returns to the log in one line. Do nothing if no delivery is due and none was
    attempted in the last hour."""
    found = figures()
    if found["due"] or found["delivered"] or found["failed"]:
        logger.info("Webhooks: %s", " ".join(f"{name}={value}" for name, value in found.items()))
