from django.db import transaction

from accounts.emails import send_email
from feeds.models import WebhookEndpoint


def send_later(template: str, endpoint: WebhookEndpoint) -> None:
    """After the commit, send an e-mail about the endpoint to its owner. ``template`` is the name of the e-mail's
    template."""
    transaction.on_commit(lambda: send_email(template, to=endpoint.user, endpoint=endpoint), robust=True)
