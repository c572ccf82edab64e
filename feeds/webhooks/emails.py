from django.db import transaction

from accounts.emails import send_email
from feeds.models import WebhookEndpoint


def send_later(template: str, endpoint: WebhookEndpoint) -> None:
    """Send an e-mail about the endpoint to its owner, after the commit."""
    transaction.on_commit(lambda: send_email(template, to=endpoint.user, endpoint=endpoint), robust=True)
