"""Test deliveries from the change by an editor to the request at the receiver."""

import pytest

from feeds.models import WebhookDelivery
from tests import edits
from tests.factories import PartyFactory

pytestmark = pytest.mark.django_db(transaction=False)


def test_change_reaches_the_receiver_with_a_valid_signature(endpoint, receiver, deliver):
    party = PartyFactory(name="Labour", slug="labour", country_code="gb")

    edits.update(entity=party, name="Labour Party")
    deliver()

    (request,) = receiver.requests
    request.verify(endpoint.secret_text)
    assert request.event["type"] == "entity.updated"
    assert request.event["data"]["entity"]["name"] == "Labour Party"
    assert request.event["data"]["fields"] == {"name": ["Labour", "Labour Party"]}
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.status_code, delivery.attempts) == ("delivered", 204, 1)
