from django.utils import timezone

from feeds.models import WebhookDelivery, WebhookEvent
from feeds.webhooks.schedule import LOG_LIFETIME

AT_ONCE = 1000


def prune() -> bool:
    """Delete old deliveries and events: deliveries that were created over 30 days ago and are not pending, and events
    of this age without deliveries. Delete at most 1,000 of each. Return True if there may be more."""
    before = timezone.now() - LOG_LIFETIME
    # Pending deliveries are at most a few days old, unless the owner replays them.
    ended = WebhookDelivery.objects.filter(created_at__lt=before).exclude(state=WebhookDelivery.State.PENDING)
    unused = WebhookEvent.objects.filter(created_at__lt=before, deliveries=None)
    return any([_delete(ended), _delete(unused)])


def _delete(rows):
    oldest = rows.order_by("pk").values("pk")[:AT_ONCE]
    number, _ = rows.model.objects.filter(pk__in=oldest).delete()
    return number == AT_ONCE
