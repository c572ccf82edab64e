from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404

from accounts.charts import Column, bar_chart
from accounts.models import KeyUse
from accounts.pages.portal import PortalPage
from accounts.use import days_of_use

COLOURS = 5
"""The number of colours in a chart. The sixth endpoint has the same colour as the first one."""
KEYS_SHOWN = 100


class UseView(PortalPage):
    """Show how much the user's API keys were used in the last 30 days: all of them, or only the key whose primary key
    is the query parameter ``key``. The response is 404 if the user has no such key."""

    template_name = "account/use.html"
    section = "use"

    def get_context_data(self, **kwargs):
        user, key = self.request.user, self.chosen_key()
        use = KeyUse.objects.filter(key__user=user)
        days = days_of_use(use.filter(key=key) if key else use)
        names = sorted({name for day in days for name in day.endpoints})
        colours = {name: f"series-{number % COLOURS + 1}" for number, name in enumerate(names)}
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
        try:
            return forms.ModelChoiceField(self.request.user.keys, required=False).clean(self.request.GET.get("key"))
        except ValidationError:
            raise Http404 from None


def _endpoint_column(day, colours):
    served = [(colour, day.served_by(name)) for name, colour in colours.items()]
    tooltip = f"{day.day:%-d %B}: {day.served:,} served, {day.throttled:,} throttled"
    return Column(day.day, [*served, ("throttled", day.throttled)], tooltip)


def _minute_column(day, allowance):
    pieces = [
        ("minute", min(day.busiest_minute, allowance)),
        ("throttled", max(0, day.busiest_minute - allowance)),
    ]
    return Column(day.day, pieces, f"{day.day:%-d %B}: {day.busiest_minute:,} in the busiest minute")
