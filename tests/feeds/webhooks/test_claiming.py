"""Test how a worker process claims deliveries, and when another process may claim them again."""

from datetime import UTC, datetime, timedelta

import pytest

from feeds.models import WebhookDelivery
from feeds.webhooks.claiming import LEASE, MOST_AT_ONCE, claim
from tests.factories import DeliveryFactory, EndpointFactory

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(time_machine):
    time_machine.move_to(NOW, tick=False)
    return time_machine


def test_claim_leases_due_deliveries_once():
    delivery = DeliveryFactory()

    assert claim(5) == [delivery]
    assert claim(5) == []


def test_claim_again_after_the_lease(clock):
    delivery = DeliveryFactory()
    claim(5)
    clock.shift(LEASE + timedelta(seconds=1))

    assert claim(5) == [delivery]


def test_claim_two_at_once_of_each_endpoint():
    slow, other = EndpointFactory(), EndpointFactory()
    for _ in range(5):
        DeliveryFactory(endpoint=slow)
    DeliveryFactory(endpoint=other)

    claimed = claim(10)

    assert [row.endpoint for row in claimed] == [slow] * MOST_AT_ONCE + [other]
    assert claim(10) == []


def test_claim_takes_one_of_each_endpoint_before_a_second_one():
    slow = EndpointFactory()
    oldest, _ = (DeliveryFactory(endpoint=slow, due_at=NOW - timedelta(days=1)) for _ in range(2))
    newest = DeliveryFactory()

    assert claim(2) == [oldest, newest]


def test_claim_skips_a_long_queue_of_an_endpoint_with_two_attempts():
    slow, other = EndpointFactory(), EndpointFactory()
    for _ in range(50):
        DeliveryFactory(endpoint=slow)
    claim(2)
    last = DeliveryFactory(endpoint=other)

    assert claim(2) == [last]


@pytest.mark.parametrize(
    "values",
    [
        {"due_at": NOW + timedelta(seconds=1)},
        {"state": "delivered"},
        {"state": "failed"},
        {"endpoint__state": "disabled"},
        {"endpoint__state": "pending"},
        {"endpoint__paused_until": NOW + timedelta(seconds=1)},
        {"endpoint__user__is_active": False},
    ],
)
def test_claim_skips_deliveries_that_must_not_be_sent(values):
    DeliveryFactory(**values)

    assert claim(5) == []


def test_ping_of_a_pending_endpoint_is_claimed():
    DeliveryFactory(endpoint__state="pending", is_single=True)

    assert len(claim(5)) == 1


@pytest.mark.parametrize("hours", [-1, 1, 24])
def test_clock_that_jumps_repeats_a_delivery_at_most_once(clock, hours):
    delivery = DeliveryFactory()
    claim(5)
    clock.shift(timedelta(hours=hours))
    repeated = claim(5)
    assert len(repeated) <= 1

    # When the clock is right again and the lease has ended, the delivery can be claimed once more.
    clock.move_to(NOW + LEASE + timedelta(seconds=1), tick=False)
    assert claim(5) == [delivery] or repeated


@pytest.mark.parametrize("behind", [timedelta(milliseconds=1), timedelta(seconds=30)])
def test_lease_holds_for_a_process_whose_clock_is_behind(clock, behind):
    endpoint = DeliveryFactory().endpoint
    DeliveryFactory.create_batch(2, endpoint=endpoint)
    claim(1)
    clock.shift(-behind)
    WebhookDelivery.objects.update(due_at=NOW - timedelta(hours=1))

    assert len(claim(5)) == 1
    assert claim(5) == []
