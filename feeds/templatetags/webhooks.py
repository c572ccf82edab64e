"""The template tag for the first page of the admin. It shows to managers of API keys whether webhooks are delivered."""

from django import template

from feeds.webhooks.figures import figures

register = template.Library()


@register.simple_tag(takes_context=True)
def webhook_figures(context):
    """Return a dictionary of numbers about webhooks, such as due deliveries. Return None if no endpoint receives
    events, or if the user may not view endpoints."""
    if not context["request"].user.has_perm("feeds.view_webhookendpoint"):
        return None
    found = figures()
    return found if found["endpoints"] else None
