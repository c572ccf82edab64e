"""Test the actions on endpoints: create, update, roll the secret, disable, enable, delete, send a test, and replay."""

from datetime import timedelta

import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from standardwebhooks import Webhook, WebhookVerificationError

from feeds.models import WebhookDelivery, WebhookEndpoint
from feeds.webhooks.actions import (
    EndpointRejected,
    create_endpoint,
    delete,
    disable,
    enable,
    replay,
    replay_failed,
    roll_secret,
    send_test,
    update,
)
from feeds.webhooks.event_types import CHOSEN_TYPES, PING
from feeds.webhooks.secrets import NoEncryptionKey, decrypt, new_secret
from tests import edits
from tests.factories import CountryFactory, DeliveryFactory, EndpointFactory, PartyFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def user(db):
    return UserFactory()


def test_new_endpoint_is_active_once_it_has_answered_a_ping(user, receiver, deliver):
    endpoint, secret = create_endpoint(user=user, url=receiver.url)
    assert endpoint.state == "pending"

    deliver()

    endpoint.refresh_from_db()
    assert endpoint.state == "active"
    assert receiver.types == [PING]
    receiver.requests[0].verify(secret)


def test_new_endpoint_that_fails_the_ping_gets_no_events(user, receiver, deliver):
    receiver.statuses(500)
    endpoint, _ = create_endpoint(user=user, url=receiver.url)
    deliver()
    edits.update(entity=PartyFactory(country_code="gb"), name="Labour")
    deliver()

    endpoint.refresh_from_db()
    assert endpoint.state == "pending"
    assert receiver.types == [PING]


def test_first_event_after_the_ping_is_not_lost(user, receiver, deliver):
    create_endpoint(user=user, url=receiver.url)
    deliver()

    # This change is made after the ping, which activates the endpoint, and before the worker reads the journal again.
    edits.update(entity=PartyFactory(country_code="gb"), name="Labour")
    deliver()

    assert receiver.types == [PING, "entity.updated"]


@pytest.mark.parametrize(("tier", "most"), [("researcher", 3), ("pro", 20)])
def test_account_has_a_limited_number_of_endpoints(tier, most, receiver):
    user = UserFactory(tier=tier)
    for _ in range(most):
        EndpointFactory(user=user)

    with pytest.raises(EndpointRejected, match=str(most)):
        create_endpoint(user=user, url=receiver.url)


def test_settings_are_stored(user, receiver):
    CountryFactory(country_code="gb", slug="united-kingdom")
    filters = {"event_types": CHOSEN_TYPES[:2], "kinds": ["party"], "countries": ["gb"], "entities": ["united-kingdom"]}

    endpoint, _ = create_endpoint(user=user, url=receiver.url, description="Night", includes_test=True, **filters)
    endpoint.refresh_from_db()

    assert {name: getattr(endpoint, name) for name in filters} == filters
    assert (endpoint.description, endpoint.includes_test) == ("Night", True)


def test_new_url_needs_a_ping_again(endpoint, receiver, deliver):
    waiting = DeliveryFactory(endpoint=endpoint, due_at=timezone.now() + timedelta(hours=1))

    update(endpoint=endpoint, url=f"{receiver.url}/new")

    endpoint.refresh_from_db()
    waiting.refresh_from_db()
    assert (endpoint.state, waiting.state) == ("pending", "failed")
    deliver()
    endpoint.refresh_from_db()
    assert (endpoint.state, receiver.requests[0].path) == ("active", "/hook/new")


def test_other_settings_leave_the_endpoint_active(endpoint):
    update(endpoint=endpoint, description="Night")

    endpoint.refresh_from_db()
    assert (endpoint.state, endpoint.description) == ("active", "Night")


def test_other_settings_leave_an_endpoint_disabled_that_was_disabled_meanwhile(endpoint):
    disable(endpoint=WebhookEndpoint.objects.get(pk=endpoint.pk), reason="It failed.")

    changed = update(endpoint=endpoint, description="Night")

    assert (changed.state, changed.disabled_reason, changed.description) == ("disabled", "It failed.", "Night")


def test_rolled_secret_and_the_old_one_both_sign_for_24_hours(endpoint, receiver, deliver, time_machine):
    old, now = endpoint.secret_text, timezone.now()
    new = roll_secret(endpoint=endpoint)

    DeliveryFactory(endpoint=endpoint)
    deliver()
    for secret in (old, new):
        receiver.requests[0].verify(secret)

    time_machine.move_to(now + timedelta(hours=24, seconds=1))
    DeliveryFactory(endpoint=endpoint)
    deliver()
    receiver.requests[1].verify(new)
    with pytest.raises(WebhookVerificationError):
        receiver.requests[1].verify(old)


def test_disabled_endpoint_gets_nothing_and_can_be_enabled(endpoint, receiver, deliver):
    DeliveryFactory(endpoint=endpoint)
    disable(endpoint=endpoint)
    deliver()
    assert receiver.requests == []

    enable(endpoint=endpoint)
    deliver()

    endpoint.refresh_from_db()
    assert (endpoint.state, receiver.types) == ("active", [PING])
    for action in (enable, lambda **values: disable(**values) or disable(**values)):
        with pytest.raises(EndpointRejected):
            action(endpoint=endpoint)


def test_delete_also_removes_the_deliveries_of_the_endpoint(endpoint):
    DeliveryFactory(endpoint=endpoint)

    delete(endpoint=endpoint)

    assert not WebhookDelivery.objects.exists()
    with pytest.raises(EndpointRejected, match="no longer exists"):
        roll_secret(endpoint=endpoint)


@pytest.mark.parametrize("type_", [PING, "race.called"])
def test_test_event_is_sent_once_to_any_endpoint(endpoint, receiver, deliver, type_):
    receiver.statuses(500)
    WebhookEndpoint.objects.update(state="disabled", event_types=["entity.created"])

    delivery = send_test(endpoint=endpoint, event_type=type_)
    deliver()

    delivery.refresh_from_db()
    assert (receiver.types, delivery.state) == ([type_], "failed")
    assert receiver.requests[0].event["data"].get("mode", "test") == "test"


def test_replay_sends_the_same_event_again(endpoint, receiver, deliver):
    delivery = DeliveryFactory(endpoint=endpoint)
    deliver()

    replay(delivery=delivery)
    deliver()

    first, second = receiver.requests
    assert (first.uid, first.body) == (second.uid, second.body)
    delivery.refresh_from_db()
    assert (delivery.state, len(delivery.history)) == ("delivered", 2)


def test_replay_failed_repeats_failures_since_a_time(endpoint, receiver, deliver):
    now = timezone.now()
    missed = DeliveryFactory(endpoint=endpoint, state="failed")
    DeliveryFactory(endpoint=endpoint, state="failed", created_at=now - timedelta(days=2))
    DeliveryFactory(endpoint=endpoint, state="delivered")
    DeliveryFactory(state="failed")

    assert replay_failed(endpoint=endpoint, since=now - timedelta(days=1)) == 1
    deliver()

    assert [request.uid for request in receiver.requests] == [missed.event.uid]


class TestSecrets:
    def test_database_file_has_no_usable_secret(self, user, receiver):
        _, secret = create_endpoint(user=user, url=receiver.url)
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM feeds_webhookendpoint")
            text = repr(cursor.fetchall())

        assert secret.removeprefix("whsec_") not in text
        assert secret not in text

    def test_secret_cannot_be_decrypted_with_another_key(self, settings, user, receiver):
        endpoint, secret = create_endpoint(user=user, url=receiver.url)
        old = settings.WEBHOOK_ENCRYPTION_KEYS
        settings.WEBHOOK_ENCRYPTION_KEYS = ["another key, which is not the right one"]
        with pytest.raises(NoEncryptionKey):
            decrypt(endpoint.secret)

        settings.WEBHOOK_ENCRYPTION_KEYS = ["a new key, with which new secrets are encrypted", *old]
        assert decrypt(endpoint.secret) == secret

    def test_delivery_without_the_key_fails_and_is_retried(self, settings, endpoint, receiver, deliver):
        delivery = DeliveryFactory(endpoint=endpoint)
        settings.WEBHOOK_ENCRYPTION_KEYS = []

        deliver()

        delivery.refresh_from_db()
        assert (receiver.requests, delivery.state) == ([], "pending")
        assert "decrypt" in delivery.error

    def test_endpoint_cannot_be_created_without_a_key(self, settings, user, receiver):
        settings.WEBHOOK_ENCRYPTION_KEYS = []

        with pytest.raises(EndpointRejected, match="not available"):
            create_endpoint(user=user, url=receiver.url)

    def test_secrets_are_of_the_standard_form(self):
        secret = new_secret()

        assert secret.startswith("whsec_")
        assert len(Webhook(secret)._whsecret) == 32
        assert new_secret() != secret

    def test_encryption_differs_each_time(self, user):
        first, second = EndpointFactory(), EndpointFactory()

        assert first.secret[:20] != second.secret[:20] or first.secret != second.secret
        assert Fernet.generate_key() not in (first.secret, second.secret)


@pytest.mark.parametrize(("keys", "loopback", "expected"), [(["key"], False, set()), ([], True, {"E001", "E002"})])
def test_deployment_check_requires_a_key(settings, capsys, keys, loopback, expected):
    settings.WEBHOOK_ENCRYPTION_KEYS, settings.WEBHOOK_ALLOW_LOOPBACK = keys, loopback
    try:
        call_command("check", deploy=True)
    except Exception as error:  # noqa: BLE001 - SystemCheckError has all messages in its text
        text = str(error)
    else:
        text = ""

    assert {name for name in ("E001", "E002") if f"feeds.{name}" in text} == expected
