"""Define and build the JSON response of ``/api/me``."""

from django.utils import timezone

from accounts.callers import Caller
from accounts.daily_use import days_of_use
from accounts.limits import Usage
from accounts.models import ApiKey, KeyUse
from accounts.tiers import TIERS
from config.http.documents import BOOLEAN, COUNT, DAY, STRING, TIMESTAMP, Document, Member, one_of, ref

KEY_FIELDS = ("name", "prefix", "created_at", "expires_at", "last_used_at")


class MyKey(Document):
    name = Member(STRING, description="Given by the owner")
    shown = Member(STRING, "prefix", description="Its first characters")
    created_at = Member(TIMESTAMP)
    expires_at = Member(TIMESTAMP, null=True)
    last_used_at = Member(TIMESTAMP, null=True, description="To the hour")


class UseCounts(Document):
    served = Member(COUNT, description="Requests within the allowance")
    refused = Member(COUNT, "throttled", description="Requests past the allowance, which got status 429")


class DayOfUse(Document):
    day = Member(DAY, description="UTC")
    served, refused = UseCounts.served, UseCounts.refused
    busiest_minute = Member(COUNT, description="The most requests of the account in one window")
    endpoints = Member({"type": "object", "additionalProperties": ref(UseCounts.component)})


class Me(Document):
    tier = Member(one_of(TIERS))
    limit = Member(COUNT, description="Requests a minute, over all counted endpoints")
    remaining = Member(COUNT, description="Requests left in this window")
    reset = Member({"type": "integer", "minimum": 1}, "seconds_left", description="Seconds until the next window")
    degraded = Member(BOOLEAN, "is_degraded", description="Whether each process counts by itself at the moment")
    key = Member(MyKey, null=True, description="The key of this request; null without one")
    use = Member(DayOfUse, many=True, description="The account's use on each of the last 30 days, seconds old")


def me_document(caller: Caller, usage: Usage) -> dict:
    """Return the caller's tier, limit, key and use. Without an API key, ``key`` is None and ``use`` is empty."""
    key = ApiKey.objects.filter(pk=caller.key).only(*KEY_FIELDS).first() if caller.key else None
    return Me.render(
        usage,
        tier=caller.tier.name,
        limit=caller.tier.allowance,
        key=key and MyKey.render(key),
        use=_use(caller.account) if caller.account else [],
    )


def _use(account):
    days = days_of_use(KeyUse.objects.of_account(account), until=timezone.now().date())
    return [
        DayOfUse.render(day, endpoints={name: UseCounts.render(counts) for name, counts in day.endpoints.items()})
        for day in days
        if day.endpoints
    ]
