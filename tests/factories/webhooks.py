import factory
from factory.django import DjangoModelFactory

from feeds.models import WebhookDelivery, WebhookEndpoint, WebhookEvent, new_event_id
from feeds.webhooks.secrets import encrypt, new_secret
from tests.factories.users import UserFactory


class EndpointFactory(DjangoModelFactory):
    """Creates an active webhook endpoint that receives all events. Its attribute ``secret_text`` is its secret."""

    user = factory.SubFactory(UserFactory)
    url = "https://newsroom.example/hook"
    state = WebhookEndpoint.State.ACTIVE
    secret_text = factory.LazyFunction(new_secret)
    secret = factory.LazyAttribute(lambda endpoint: encrypt(endpoint.secret_text))

    class Meta:
        model = WebhookEndpoint

    @classmethod
    def _create(cls, model_class, *args, secret_text, **fields):
        endpoint = super()._create(model_class, *args, **fields)
        endpoint.secret_text = secret_text
        return endpoint


class EventFactory(DjangoModelFactory):
    uid = factory.LazyFunction(new_event_id)
    type = "entity.updated"
    body = '{"type":"entity.updated","timestamp":"2026-06-15T12:00:00Z","data":{}}'

    class Meta:
        model = WebhookEvent


class DeliveryFactory(DjangoModelFactory):
    """Creates the delivery of an event to a webhook endpoint, which is due now."""

    endpoint = factory.SubFactory(EndpointFactory)
    event = factory.SubFactory(EventFactory)

    class Meta:
        model = WebhookDelivery
