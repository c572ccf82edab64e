"""Show the use of all keys of an account, or of one key, as charts and tables."""

import re
from datetime import UTC, datetime

from django.http import Http404
from django.views.generic import TemplateView

from accounts.charts import Column, bar_chart
from accounts.daily_use import days_of_use, endpoints_of
from accounts.models import KeyUse
from accounts.pages.base import PortalMixin

COLOURS = 5
"""The number of colours for endpoints; the sixth endpoint has the first colour again."""
KEYS_SHOWN = 100
# SQLite raises an error for integers of more digits.
PRIMARY_KEY = re.compile("[0-9]{1,18}")


class UseView(PortalMixin, TemplateView):
    """Show the use of an account, or of the key with the primary key ``?key=``. Another account's key gives 404."""

    template_name = "account/use.html"
    section = "use"

    def get_context_data(self, **kwargs):
        user, key = self.request.user, self.chosen_key()
        use = KeyUse.objects.of_account(user)
        days = days_of_use(use.filter(key=key) if key else use, until=datetime.now(UTC).date())
        colours = {name: f"series-{number % COLOURS + 1}" for number, name in enumerate(endpoints_of(days))}
        return super().get_context_data(
            key=key,
            keys=user.keys.all()[:KEYS_SHOWN],
            rows=[
                {"day": day, "served": [day.served_by(name) for name in colours]}
                for day in reversed(days)
                if day.endpoints
            ],
            endpoints=[
                {"name": name, "colour": colour, "served": sum(day.served_by(name) for day in days)}
                for name, colour in colours.items()
            ],
            throttled=sum(day.throttled for day in days),
            by_endpoint=bar_chart([_endpoint_column(day, colours) for day in days]),
            by_minute=bar_chart([_minute_column(day, user.allowance) for day in days], user.allowance),
            **kwargs,
        )

    def chosen_key(self):
        """Return the key of ``?key=``, None without this parameter. Raise Http404 if the user has no such key."""
        value = self.request.GET.get("key", "")
        if not value:
            return None
        key = PRIMARY_KEY.fullmatch(value) and self.request.user.keys.filter(pk=value).first()
        if not key:
            raise Http404
        return key


def _endpoint_column(day, colours):
    """Return the chart column of a day: served requests by endpoint, with the throttled requests on top."""
    served = [(colour, day.served_by(name)) for name, colour in colours.items()]
    tooltip = f"{day.day:%-d %B}: {day.served:,} served, {day.throttled:,} throttled"
    return Column(day.day, [*served, ("throttled", day.throttled)], tooltip)


def _minute_column(day, allowance):
    """Return the chart column of a day's busiest minute: requests up to the allowance, then those above it."""
    pieces = [
        ("minute", min(day.busiest_minute, allowance)),
        ("throttled", max(0, day.busiest_minute - allowance)),
    ]
    return Column(day.day, pieces, f"{day.day:%-d %B}: {day.busiest_minute:,} in the busiest minute")
