"""What the keys of an account, or one of them, were used for: drawn, and as tables."""

import re
from datetime import UTC, datetime

from django.http import Http404
from django.views.generic import TemplateView

from accounts.charts import Column, bars_over_days
from accounts.daily_use import days_of_use, endpoints_of
from accounts.models import KeyUse
from accounts.pages.portal import Portal

COLOURS = 5
"""In which endpoints are told apart; a sixth begins with the first again."""

KEYS_TO_CHOOSE_FROM = 100
NUMBER = re.compile("[0-9]{1,18}")


class UsePage(Portal, TemplateView):
    """``?key=`` asks for one key; another account's is not there."""

    template_name = "account/use.html"
    section = "use"

    def get_context_data(self, **kwargs):
        user, key = self.request.user, self.key_asked_for()
        use = KeyUse.objects.of_account(user)
        days = days_of_use(use.filter(key=key) if key else use, until=datetime.now(UTC).date())
        colours = _coloured(endpoints_of(days))
        return super().get_context_data(
            key=key,
            keys=user.keys.all()[:KEYS_TO_CHOOSE_FROM],
            rows=[_row(day, colours) for day in reversed(days) if not day.is_empty],
            endpoints=[_of_endpoint(name, colour, days) for name, colour in colours.items()],
            throttled=sum(day.throttled for day in days),
            by_endpoint=bars_over_days(_stacked(days, colours)),
            by_minute=bars_over_days(_minutes(days, user.allowance), user.allowance),
            **kwargs,
        )

    def key_asked_for(self):
        """None where none is; raises Http404 for what is no key of the account."""
        asked = self.request.GET.get("key", "")
        if not asked:
            return None
        key = NUMBER.fullmatch(asked) and self.request.user.keys.filter(pk=asked).first()
        if not key:
            raise Http404
        return key


def _coloured(endpoints):
    return {name: f"series-{number % COLOURS + 1}" for number, name in enumerate(endpoints)}


def _of_endpoint(name, colour, days):
    return {"name": name, "colour": colour, "served": sum(day.served.get(name, 0) for day in days)}


def _row(day, endpoints):
    return {"of": day, "served": [day.served.get(name, 0) for name in endpoints]}


def _stacked(days, colours):
    """Each day's served requests by endpoint, and the throttled on top."""
    return [
        Column(
            day.day,
            [*((colour, day.served.get(name, 0)) for name, colour in colours.items()), ("throttled", day.throttled)],
            f"{day.day:%-d %B}: {day.served_in_all:,} served, {day.throttled:,} throttled",
        )
        for day in days
    ]


def _minutes(days, allowance):
    """Each day's busiest minute, as far as the allowance goes and past it."""
    return [
        Column(
            day.day,
            [("minute", min(day.busiest_minute, allowance)), ("throttled", max(0, day.busiest_minute - allowance))],
            f"{day.day:%-d %B}: {day.busiest_minute:,} in the busiest minute",
        )
        for day in days
    ]
