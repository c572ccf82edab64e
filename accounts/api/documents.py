"""What ``/api/me`` tells."""

from datetime import timedelta
from itertools import groupby
from operator import itemgetter

from django.db.models import F
from django.utils import timezone

from accounts.callers import Caller
from accounts.limits import Usage
from accounts.models import ApiKey, KeyUse

DAYS_TOLD = 30
COUNTS = {"served": "served", "refused": "throttled"}
"""The members of the document, and the fields of KeyUse that they show."""


def me_document(caller: Caller, usage: Usage) -> dict:
    """Tier, allowance, the key that was sent and the account's use; null and empty for a caller without a key."""
    return {
        "tier": caller.tier.name,
        "limit": caller.tier.allowance,
        "remaining": usage.remaining,
        "reset": usage.seconds_left,
        "degraded": usage.is_degraded,
        "key": _key(caller.key) if caller.key else None,
        "use": _use(caller.account) if caller.account else [],
    }


def _key(key):
    rows = ApiKey.objects.filter(pk=key).annotate(shown=F("prefix"))
    found = rows.values("name", "shown", "created_at", "expires_at", "last_used_at").first()
    return found and {name: _told(value) for name, value in found.items()}


def _told(value):
    """Moments to the second, as in every answer."""
    return value.strftime("%Y-%m-%dT%H:%M:%SZ") if hasattr(value, "strftime") else value


def _use(account):
    first = timezone.now().date() - timedelta(days=DAYS_TOLD - 1)
    rows = KeyUse.objects.of_account(account).since(first).by_day_and_endpoint()
    return [_day(day, list(endpoints)) for day, endpoints in groupby(rows, itemgetter("day"))]


def _day(day, rows):
    return {
        "day": day.isoformat(),
        **{name: sum(row[field] for row in rows) for name, field in COUNTS.items()},
        "busiest_minute": max(row["busiest_minute"] for row in rows),
        "endpoints": {row["endpoint"]: {name: row[field] for name, field in COUNTS.items()} for row in rows},
    }
