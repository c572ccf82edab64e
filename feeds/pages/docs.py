import orjson

from accounts.models import User
from config.http.cache import FIXED
from config.http.pages import Page
from feeds.webhooks.actions import MOST_ENDPOINTS
from feeds.webhooks.event_types import EVENT_TYPES, examples

SNIPPETS = {"Python": "python", "JavaScript": "javascript", "R": "r", "Shell": "shell"}


class WebhooksDocs(Page):
    """Explains how webhooks work, with an example of each type of event except the ping, and with programs that verify
    signatures."""

    template_name = "webhooks/docs.html"
    validity = FIXED

    def get_context_data(self, **kwargs):
        data = examples()
        # The examples have the same JSON as the ``data`` in the bodies that are sent, but it is indented.
        events = [
            (row, orjson.dumps(data[name], option=orjson.OPT_INDENT_2).decode() if name in data else "")
            for name, row in EVENT_TYPES.items()
        ]
        return super().get_context_data(
            area="docs",
            events=events,
            snippets=SNIPPETS,
            researcher=MOST_ENDPOINTS[User.Tier.RESEARCHER],
            pro=MOST_ENDPOINTS[User.Tier.PRO],
            **kwargs,
        )
