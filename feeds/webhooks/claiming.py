"""Claim due deliveries for this process. Until the lease of a delivery ends, no other process attempts it."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from feeds.models import WebhookDelivery, WebhookEndpoint

LEASE = timedelta(seconds=60)
MOST_AT_ONCE = 2
"""The attempts to one endpoint at the same time, so that one slow receiver delays no other."""
CANDIDATES_PER_CLAIM = 4


def claim(most: int) -> list[WebhookDelivery]:
    """Return up to ``most`` due deliveries with their endpoints and events. This process must attempt them now."""
    now = timezone.now()
    busy = _leases(now)
    full = [endpoint for endpoint, leases in busy.items() if leases >= MOST_AT_ONCE]
    # Without a lock: usually nothing is due, and on SQLite a transaction would keep others from writing.
    rows = due(now).exclude(endpoint__in=full).order_by("due_at")
    endpoints = set(rows.values_list("endpoint", flat=True)[: CANDIDATES_PER_CLAIM * most])
    return _claim(endpoints, most, now) if endpoints else []


def due(now: datetime) -> QuerySet[WebhookDelivery]:
    """Return the deliveries that must be attempted at this time and that no process has claimed."""
    receives = Q(endpoint__state=WebhookEndpoint.State.ACTIVE) | Q(is_single=True)
    not_paused = Q(endpoint__paused_until=None) | Q(endpoint__paused_until__lte=now)
    waiting = WebhookDelivery.objects.filter(state=WebhookDelivery.State.PENDING, due_at__lte=now)
    return waiting.exclude(_is_leased(now)).filter(receives, not_paused, endpoint__user__is_active=True)


def _is_leased(now):
    # A lease of more than a minute was given before the clock was set back.
    return Q(leased_until__isnull=False, leased_until__gt=now, leased_until__lte=now + LEASE)


def _leases(now, endpoints: Collection[int] | None = None) -> Counter:
    rows = WebhookDelivery.objects.filter(_is_leased(now), leased_until__isnull=False)
    rows = rows if endpoints is None else rows.filter(endpoint__in=endpoints)
    return Counter(dict(rows.values_list("endpoint").annotate(leases=Count("pk")).order_by()))


@transaction.atomic
def _claim(endpoints, most, now):
    # The locks keep other processes from these endpoints until the commit. SQLite has one writer at a time anyway.
    # All code locks first the cursor of the journal, then endpoints, then deliveries, so no two wait for each other.
    locked = WebhookEndpoint.objects.select_for_update(skip_locked=True, no_key=True).filter(pk__in=endpoints)
    endpoints = set(locked.values_list("pk", flat=True))
    leases, chosen = _leases(now, endpoints), []
    for pk, endpoint in due(now).filter(endpoint__in=endpoints).order_by("due_at").values_list("pk", "endpoint"):
        if leases[endpoint] < MOST_AT_ONCE:
            leases[endpoint] += 1
            chosen.append(pk)
            if len(chosen) == most:
                break
    rows = WebhookDelivery.objects.filter(pk__in=chosen)
    rows.update(leased_until=now + LEASE, attempted_at=now)
    return list(rows.select_related("endpoint", "event").order_by("due_at"))
