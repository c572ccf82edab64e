"""Claim due deliveries for this process. A claimed delivery has a lease: until the lease ends, no other process
attempts it."""

from collections import Counter
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from feeds.models import WebhookDelivery, WebhookEndpoint

LEASE = timedelta(seconds=60)
LONGEST_LEASE = 2 * LEASE
"""A lease that ends later than this time from now is ignored. It must be wrong, for example because the clock was set
back after the lease began. This limit is longer than LEASE, because the clock of another process may be ahead."""
MOST_AT_ONCE = 2
"""The largest number of deliveries that are attempted at the same time to one endpoint, so that a slow receiver does
not delay deliveries to others."""


def claim(most: int) -> list[WebhookDelivery]:
    """Reserve up to ``most`` due deliveries for this process for a minute (LEASE), and return them with their endpoints
    and events. The caller must attempt them now. Return an empty list if none is due. All processes together reserve at
    most MOST_AT_ONCE deliveries to one endpoint."""
    now = timezone.now()
    # Look for due deliveries without a lock. Usually there are none, and on SQLite a transaction would block other
    # writers.
    candidates = _candidates(most, now) if _waiting(now).exists() else {}
    return _claim(candidates, most, now) if candidates else []


def due(now: datetime) -> QuerySet[WebhookDelivery]:
    """Return the deliveries that are due at the time ``now``, and that no process has claimed. Leave out these
    deliveries:

    - those to an endpoint that is paused, or whose account is inactive,
    - those to an endpoint that is not active, except pings and test events.
    """
    return _free(now).filter(endpoint__in=_endpoints(now))


def _waiting(now):
    return WebhookDelivery.objects.filter(state=WebhookDelivery.State.PENDING, due_at__lte=now)


def _free(now):
    is_free = Q(leased_until=None) | Q(leased_until__lte=now) | Q(leased_until__gt=now + LONGEST_LEASE)
    # Only pings and tests are sent to an endpoint that is not active.
    return _waiting(now).filter(is_free, Q(is_single=True) | Q(endpoint__state=WebhookEndpoint.State.ACTIVE))


def _endpoints(now):
    return WebhookEndpoint.objects.filter(Q(paused_until=None) | Q(paused_until__lte=now), user__is_active=True)


def _candidates(most, now):
    """Choose due deliveries that this process may claim: at most MOST_AT_ONCE for an endpoint, and for at most ``most``
    endpoints. Leave out an endpoint if processes are already sending MOST_AT_ONCE deliveries to it. Return {primary key
    of a delivery: primary key of its endpoint}. First comes the oldest due delivery of each endpoint, then the second
    oldest of each."""
    full = [endpoint for endpoint, leases in _leases(now).items() if leases >= MOST_AT_ONCE]
    # Read only two rows of each endpoint, because a slow endpoint may have many thousands. Sorting also by primary key
    # makes the order unique. Otherwise, both queries could return the same row if several are due at the same time.
    rows = _free(now).filter(endpoint=OuterRef("pk")).order_by("due_at", "pk")
    oldest = [Subquery(rows.values("pk")[number : number + 1]) for number in range(MOST_AT_ONCE)]
    endpoints = _endpoints(now).exclude(pk__in=full).annotate(due_at=Subquery(rows.values("due_at")[:1]))
    found = list(endpoints.exclude(due_at=None).order_by("due_at", "pk").values_list("pk", *oldest)[:most])
    return {row[number]: row[0] for number in range(1, MOST_AT_ONCE + 1) for row in found if row[number]}


def _leases(now):
    """Return a Counter {primary key of an endpoint: number of deliveries to it that processes are attempting at the
    time ``now``}."""
    rows = WebhookDelivery.objects.filter(
        leased_until__isnull=False, leased_until__gt=now, leased_until__lte=now + LONGEST_LEASE
    )
    return Counter(rows.order_by().values_list("endpoint", flat=True))


@transaction.atomic
def _claim(candidates, most, now):
    # Other processes skip the locked endpoints until the commit. On SQLite, only one process can write anyway. All code
    # locks in the same order (cursor of the journal, endpoints, deliveries), so there are no deadlocks.
    locked = WebhookEndpoint.objects.select_for_update(skip_locked=True, no_key=True)
    endpoints = set(locked.filter(pk__in=set(candidates.values())).values_list("pk", flat=True))
    leases = _leases(now)
    # Read the deliveries again, because another process may have claimed some of them. The filter has only primary
    # keys: with other conditions, PostgreSQL may read all pending rows.
    rows = WebhookDelivery.objects.filter(pk__in=candidates).select_for_update(skip_locked=True).order_by()
    free = {pk for pk, state, until in rows.values_list("pk", "state", "leased_until") if _is_free(state, until, now)}
    chosen = []
    for pk, endpoint in candidates.items():
        if pk in free and endpoint in endpoints and leases[endpoint] < MOST_AT_ONCE and len(chosen) < most:
            leases[endpoint] += 1
            chosen.append(pk)
    rows = WebhookDelivery.objects.filter(pk__in=chosen)
    rows.update(leased_until=now + LEASE, attempted_at=now)
    return list(rows.select_related("endpoint", "event").order_by("due_at", "pk"))


def _is_free(state, leased_until, now):
    is_leased = leased_until and now < leased_until <= now + LONGEST_LEASE
    return state == WebhookDelivery.State.PENDING and not is_leased
