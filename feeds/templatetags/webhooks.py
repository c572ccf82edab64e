"""The template tag for webhooks on the first page of the admin. It shows key managers whether deliveries work."""

from django import template

from feeds.webhooks.figures import figures

register = template.Library()


@register.simple_tag(takes_context=True)
def webhook_figures(context):
    """Return the figures of deliveries if there are endpoints that the user may view, otherwise None."""
    if not context["request"].user.has_perm("feeds.view_webhookendpoint"):
        return None
    found = figures()
    return found if found["endpoints"] else None
