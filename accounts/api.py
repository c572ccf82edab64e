from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import ApiKey, KeyUse
from accounts.tiers import TIERS
from accounts.use import days_of_use
from config.http.documents import BOOLEAN, COUNT, DAY, STRING, TIMESTAMP, Document, Member, one_of, ref
from config.http.openapi import operation
from config.http.parameters import read_parameters
from config.http.views import ReadOnlyMixin


class MyKey(Document):
    name = Member(STRING, description="Given by the owner")
    shown = Member(STRING, "prefix", description="Its first characters")
    created_at = Member(TIMESTAMP, description="When it was created")
    expires_at = Member(TIMESTAMP, null=True, description="When it expires; null is never")
    last_used_at = Member(TIMESTAMP, null=True, description="The hour in which it was last used")


class UseCounts(Document):
    served = Member(COUNT, description="Requests within the allowance")
    refused = Member(COUNT, "throttled", description="Requests past the allowance, which got status 429")


class DayOfUse(Document):
    day = Member(DAY, description="UTC")
    served, refused = UseCounts.served, UseCounts.refused
    busiest_minute = Member(COUNT, description="The most requests of the account in one window")
    endpoints = Member(
        {"type": "object", "additionalProperties": ref(UseCounts.component)},
        lambda day: {name: UseCounts.render(row) for name, row in day.endpoints.items()},
        description="Counted endpoint to its requests",
    )


class Me(Document):
    tier = Member(one_of(TIERS), description="The tier that the request was counted under")
    limit = Member(COUNT, description="Requests a minute, over all counted endpoints")
    remaining = Member(COUNT, description="Requests left in this window")
    reset = Member({"type": "integer", "minimum": 1}, "seconds_left", description="Seconds until the next window")
    degraded = Member(BOOLEAN, "is_degraded", description="Whether each process counts by itself at the moment")
    key = Member(MyKey, null=True, description="The key of this request; null without one")
    use = Member(DayOfUse, many=True, description="The account's use on each of the last 30 days, seconds old")


class MeView(ReadOnlyMixin, APIView):
    """Show the caller's tier, rate limit and use of the API. Requests to this view do not count towards the rate limit.
    A client must not reuse the response without asking the service again (``no-cache``)."""

    @operation("get_me", Me)
    def get(self, request):
        read_parameters(request.GET)
        caller = request.caller
        usage = request._request.usage
        key = ApiKey.objects.filter(pk=caller.key).first() if caller.key else None
        days = days_of_use(KeyUse.objects.filter(key__user=caller.account)) if caller.account else []
        document = Me.render(
            usage,
            tier=caller.tier.name,
            limit=caller.tier.allowance,
            key=key and MyKey.render(key),
            use=[DayOfUse.render(day) for day in days if day.endpoints],
        )
        return Response(document, headers={"Cache-Control": "private, no-cache"})
