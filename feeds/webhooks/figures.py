"""Count deliveries for operators: in the log, in the admin, and at ``/readyz``."""

import logging
from datetime import timedelta

from django.db.models import Count, Min, Q
from django.utils import timezone

from feeds.models import WebhookDelivery, WebhookEndpoint
from feeds.webhooks.claiming import due

logger = logging.getLogger(__name__)

ONE_HOUR = timedelta(hours=1)


def lag() -> float:
    """Return for how many seconds the oldest due delivery has been waiting; 0 if none is due."""
    now = timezone.now()
    oldest = due(now).order_by("due_at").values_list("due_at", flat=True).first()
    return max(0.0, (now - oldest).total_seconds()) if oldest else 0.0


def figures() -> dict[str, int | float]:
    """Return the deliveries that are due, and those delivered and failed in the last hour, the lag, and endpoints."""
    now = timezone.now()
    # The last retry comes about three days after the event.
    recent = WebhookDelivery.objects.filter(attempted_at__gt=now - ONE_HOUR, created_at__gt=now - 4 * 24 * ONE_HOUR)
    states = recent.aggregate(
        delivered=Count("pk", filter=Q(state=WebhookDelivery.State.DELIVERED)),
        failed=Count("pk", filter=~Q(state=WebhookDelivery.State.DELIVERED) & Q(attempts__gt=0)),
    )
    waiting = due(now).aggregate(number=Count("pk"), oldest=Min("due_at"))
    return {
        "due": waiting["number"],
        **states,
        "lag_seconds": round(max(0.0, (now - waiting["oldest"]).total_seconds()), 3) if waiting["number"] else 0.0,
        "endpoints": WebhookEndpoint.objects.receiving().count(),
        "failing_endpoints": WebhookEndpoint.objects.failing().count(),
    }


def log_figures() -> None:
    """Write the figures to the log as one line, unless there is no endpoint."""
    found = figures()
    if found["endpoints"]:
        logger.info("Webhooks: %s", " ".join(f"{name}={value}" for name, value in found.items()))
