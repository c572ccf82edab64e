"""Test the outcomes of attempts to deliver webhooks: retries, pauses, and when endpoints are disabled."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.db import OperationalError
from django.utils import timezone

from feeds.models import WebhookDelivery, WebhookEndpoint
from feeds.webhooks import schedule
from feeds.webhooks.claiming import LEASE, claim
from feeds.webhooks.connections import Attempt
from feeds.webhooks.pruning import prune
from feeds.webhooks.recording import record
from feeds.webhooks.schedule import delay_after, pause
from tests.factories import DeliveryFactory, EndpointFactory, EventFactory

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(time_machine):
    time_machine.move_to(NOW, tick=False)
    return time_machine


def attempt(status=500, **values):
    (delivery,) = claim(1)
    record([(delivery, Attempt(status=status, **values))])
    delivery.refresh_from_db()
    delivery.endpoint.refresh_from_db()
    return delivery


class TestOutcome:
    def test_success_ends_the_delivery(self):
        DeliveryFactory(endpoint__failing_since=NOW)

        delivery = attempt(204, milliseconds=12)

        assert (delivery.state, delivery.attempts, delivery.milliseconds) == ("delivered", 1, 12)
        assert delivery.history == [[NOW.isoformat(), 204, 12, ""]]
        assert (delivery.endpoint.last_success_at, delivery.endpoint.failing_since) == (NOW, None)

    def test_failure_is_retried_by_the_schedule_and_then_given_up(self, clock):
        DeliveryFactory()
        delays = []
        while (delivery := attempt(500)).state == "pending":
            delays.append(delivery.due_at - timezone.now())
            # An endpoint that has failed for too long is disabled. So let its failures begin only now.
            WebhookEndpoint.objects.update(failing_since=timezone.now())
            clock.move_to(delivery.due_at, tick=False)

        assert delivery.state == "failed"
        assert delivery.attempts == len(delivery.history) == 10
        for delay, least in zip(delays, schedule.DELAYS, strict=True):
            assert least <= delay <= least * 1.1

    def test_outcome_after_the_lease_is_not_recorded_twice(self, clock):
        DeliveryFactory()
        (first,) = claim(1)
        clock.shift(LEASE + timedelta(seconds=1))
        (second,) = claim(1)

        record([(first, Attempt(status=500))])
        record([(second, Attempt(status=204))])

        delivery = WebhookDelivery.objects.get()
        assert (delivery.state, delivery.attempts) == ("delivered", 1)

    def test_outcome_is_the_same_if_it_is_recorded_after_a_fault(self, monkeypatch):
        DeliveryFactory()
        (delivery,) = claim(1)

        def fail(*args):
            raise OperationalError

        with monkeypatch.context() as patch:
            patch.setattr("feeds.webhooks.recording._update_endpoint", fail)
            with pytest.raises(OperationalError):
                record([(delivery, Attempt(status=204))])
        record([(delivery, Attempt(status=204))])

        delivery.refresh_from_db()
        assert (delivery.state, delivery.attempts) == ("delivered", 1)

    def test_outcomes_of_one_endpoint_are_recorded_together(self):
        endpoint = EndpointFactory()
        for _ in range(3):
            DeliveryFactory(endpoint=endpoint)
        gone, delivered = claim(2)

        record([(gone, Attempt(status=410)), (delivered, Attempt(status=204))])

        # The response 410 has disabled the endpoint. The success that is recorded after it does not enable the endpoint
        # again.
        states = WebhookDelivery.objects.order_by("pk").values_list("state", "attempts")
        assert list(states) == [("failed", 1), ("delivered", 1), ("failed", 0)]
        assert WebhookEndpoint.objects.get().state == "disabled"

    def test_410_disables_the_endpoint_and_ends_its_deliveries(self):
        waiting = DeliveryFactory()
        waiting.due_at = NOW + timedelta(hours=1)
        waiting.save()
        DeliveryFactory(endpoint=waiting.endpoint)

        delivery = attempt(410)

        waiting.refresh_from_db()
        assert (waiting.state, delivery.state) == ("failed", "failed")
        assert delivery.endpoint.state == "disabled"
        assert "410" in delivery.endpoint.disabled_reason

    @pytest.mark.parametrize("status", [429, 503])
    def test_retry_after_pauses_all_deliveries_of_the_endpoint(self, status, clock):
        delivery = DeliveryFactory()
        other = DeliveryFactory(endpoint=delivery.endpoint, due_at=NOW + timedelta(seconds=1))

        delivery = attempt(status, retry_after="100")
        clock.shift(99)
        assert (delivery.due_at, claim(5)) == (NOW + timedelta(seconds=100), [])
        clock.shift(1)

        assert set(claim(5)) == {delivery, other}

    def test_pause_remains_if_an_attempt_succeeds_that_began_before(self, clock):
        DeliveryFactory.create_batch(2, endpoint=EndpointFactory())
        first, second = claim(2)
        record([(first, Attempt(status=429, retry_after="100"))])

        record([(second, Attempt(status=204))])

        assert WebhookEndpoint.objects.get().paused_until == NOW + timedelta(seconds=100)
        clock.shift(100)
        attempt(204)
        assert WebhookEndpoint.objects.get().paused_until is None

    def test_endpoint_is_warned_after_a_day_and_disabled_after_five(self, clock):
        endpoint = EndpointFactory()
        subjects = []
        for _ in range(12):
            DeliveryFactory(endpoint=endpoint, is_single=False)
            attempt(500)
            WebhookDelivery.objects.update(state="failed")
            clock.shift(timedelta(hours=12))
            endpoint.refresh_from_db()
            subjects.append((endpoint.warned_at is not None, endpoint.state))
            if endpoint.state == "disabled":
                break

        assert subjects == [(False, "active")] * 2 + [(True, "active")] * 8 + [(True, "disabled")]

    def test_failed_ping_leaves_the_endpoint_pending(self):
        DeliveryFactory(endpoint__state="pending", is_single=True, event__type="webhook.ping")

        delivery = attempt(500)

        assert (delivery.state, delivery.attempts, delivery.endpoint.state) == ("failed", 1, "pending")

    def test_answered_ping_activates_the_endpoint(self):
        DeliveryFactory(endpoint__state="pending", is_single=True, event__type="webhook.ping")

        assert attempt(204).endpoint.state == "active"

    def test_answered_test_event_activates_nothing(self):
        DeliveryFactory(endpoint__state="disabled", is_single=True)

        assert attempt(204).endpoint.state == "disabled"


@pytest.mark.parametrize(
    ("status", "hours", "subject"),
    [
        (410, 0, "Your webhook endpoint is disabled"),
        (500, 24, "Your webhook endpoint has failed for a day"),
        (500, 5 * 24, "Your webhook endpoint is disabled"),
        (500, 23, None),
    ],
)
def test_owner_gets_an_email(django_capture_on_commit_callbacks, status, hours, subject):
    DeliveryFactory(endpoint__failing_since=NOW - timedelta(hours=hours))

    with django_capture_on_commit_callbacks(execute=True):
        delivery = attempt(status)

    assert [message.subject for message in mail.outbox] == ([subject] if subject else [])
    assert all(delivery.endpoint.url in message.body for message in mail.outbox)


@pytest.mark.parametrize(
    ("status", "text", "seconds"),
    [
        (429, "120", 120),
        (503, "Mon, 15 Jun 2026 12:01:00 GMT", 60),
        (503, "Mon, 15 Jun 2026 11:00:00 GMT", 0),
        (429, "9" * 30, 24 * 60 * 60),
        (500, "120", None),
        (429, "", None),
        (429, "soon", None),
        (429, "²", None),
        (429, "-5", None),
    ],
)
def test_pause_reads_retry_after(status, text, seconds):
    assert pause(status, text) == (None if seconds is None else timedelta(seconds=seconds))


def test_delays_cover_three_days():
    assert timedelta(days=3) < sum((delay_after(n) for n in range(1, 10)), timedelta()) < timedelta(days=4)
    assert delay_after(schedule.MOST_ATTEMPTS) is None


def test_prune_deletes_ended_deliveries_after_30_days():
    old = NOW - timedelta(days=31)
    DeliveryFactory(state="delivered", created_at=old, event__created_at=old)
    waiting = DeliveryFactory(created_at=old, event__created_at=old)
    recent = DeliveryFactory(state="failed")
    EventFactory(created_at=old)

    prune()

    assert set(WebhookDelivery.objects.all()) == {waiting, recent}
    assert set(type(recent.event).objects.all()) == {waiting.event, recent.event}
