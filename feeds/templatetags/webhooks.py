"""A template tag for the first page of the admin. It provides numbers about webhooks, for example how many deliveries
failed in the last hour."""

from django import template

from feeds.webhooks.figures import figures

register = template.Library()


@register.simple_tag(takes_context=True)
def webhook_figures(context):
    """Return numbers about webhooks, such as {"due": 3}, for a user who may view endpoints. Return None for other
    users, or if no endpoint receives events."""
    if not context["request"].user.has_perm("feeds.view_webhookendpoint"):
        return None
    found = figures()
    return found if found["endpoints"] else None
