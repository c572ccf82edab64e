"""Claim due deliveries for this process. Until the lease of a delivery ends, no other process attempts it."""

from collections import Counter
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from feeds.models import WebhookDelivery, WebhookEndpoint

LEASE = timedelta(seconds=60)
MOST_AT_ONCE = 2
"""The attempts to one endpoint at the same time, so that one slow receiver delays no other."""
# Many rows may be of the same endpoint. To read all that are due would take longer the more are waiting.
CANDIDATES_PER_CLAIM = 4


def claim(most: int) -> list[WebhookDelivery]:
    """Return up to ``most`` due deliveries with their endpoints and events. This process must attempt them now."""
    now = timezone.now()
    # Without a lock: usually nothing is due, and on SQLite a transaction would keep others from writing.
    rows = due(now).exclude(endpoint__in=_full(now)).order_by("due_at")
    candidates = dict(rows.values_list("pk", "endpoint")[: CANDIDATES_PER_CLAIM * most])
    return _claim(candidates, most, now) if candidates else []


def due(now: datetime) -> QuerySet[WebhookDelivery]:
    """Return the deliveries that must be attempted at this time and that no process has claimed."""
    receives = Q(endpoint__state=WebhookEndpoint.State.ACTIVE) | Q(is_single=True)
    not_paused = Q(endpoint__paused_until=None) | Q(endpoint__paused_until__lte=now)
    waiting = WebhookDelivery.objects.filter(state=WebhookDelivery.State.PENDING, due_at__lte=now)
    return waiting.exclude(_is_leased(now)).filter(receives, not_paused, endpoint__user__is_active=True)


def _is_leased(now):
    # A lease of more than a minute was given before the clock was set back.
    return Q(leased_until__isnull=False, leased_until__gt=now, leased_until__lte=now + LEASE)


def _leases(now):
    rows = WebhookDelivery.objects.filter(_is_leased(now), leased_until__isnull=False)
    return rows.values("endpoint").annotate(leases=Count("pk")).order_by()


def _full(now):
    return _leases(now).filter(leases__gte=MOST_AT_ONCE).values("endpoint")


@transaction.atomic
def _claim(candidates, most, now):
    # The locks keep other processes from these endpoints until the commit. SQLite has one writer at a time anyway.
    # All code locks first the cursor of the journal, then endpoints, then deliveries, so no two wait for each other.
    locked = WebhookEndpoint.objects.select_for_update(skip_locked=True, no_key=True)
    endpoints = set(locked.filter(pk__in=set(candidates.values())).values_list("pk", flat=True))
    leases = Counter(dict(_leases(now).filter(endpoint__in=endpoints).values_list("endpoint", "leases")))
    # Again, because another process may have claimed some. Only primary keys are compared: with other conditions,
    # PostgreSQL may read all rows that are waiting.
    rows = WebhookDelivery.objects.filter(pk__in=candidates).select_for_update(skip_locked=True).order_by()
    free = {pk for pk, state, until in rows.values_list("pk", "state", "leased_until") if _is_free(state, until, now)}
    chosen = []
    for pk, endpoint in candidates.items():
        if pk in free and endpoint in endpoints and leases[endpoint] < MOST_AT_ONCE and len(chosen) < most:
            leases[endpoint] += 1
            chosen.append(pk)
    rows = WebhookDelivery.objects.filter(pk__in=chosen)
    rows.update(leased_until=now + LEASE, attempted_at=now)
    return list(rows.select_related("endpoint", "event").order_by("due_at"))


def _is_free(state, leased_until, now):
    is_leased = leased_until and now < leased_until <= now + LEASE
    return state == WebhookDelivery.State.PENDING and not is_leased
