"""Test the webhook worker: its rounds, slow receivers, failures of the database, and how it ends."""

import threading

import pytest
from django.db import OperationalError

from feeds.models import WebhookDelivery
from feeds.webhooks import figures, worker
from feeds.webhooks.worker import Worker
from tests.factories import DeliveryFactory, EndpointFactory
from tests.feeds.webhooks.receiver import empty, receiving

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _only_deliveries(monkeypatch):
    monkeypatch.setattr(worker, "REGULAR_WORK", {})
    monkeypatch.setattr(worker, "SECONDS_AFTER_FAULT", 0)


def run_until(worker, condition):
    """Run the worker until ``condition()`` is true, and assert that this happens within 1,000 rounds."""
    rounds, step = [], worker.step

    def limited():
        step()
        rounds.append(1)
        if condition() or len(rounds) > 1000:
            worker.stopping.set()

    worker.step = limited
    worker.run()
    assert condition()


def states(endpoint):
    return list(endpoint.deliveries.values_list("state", flat=True))


def test_receiver_that_hangs_delays_no_other(endpoint, receiver):
    finished = threading.Event()

    def others_are_delivered():
        if states(endpoint) == ["delivered"] * 20:
            finished.set()
        return finished.is_set()

    with receiving() as hanging:
        hanging.respond = lambda handler, request: finished.wait(14)
        slow = EndpointFactory(url=hanging.url)
        for _ in range(6):
            DeliveryFactory(endpoint=slow)
        for _ in range(20):
            DeliveryFactory(endpoint=endpoint)

        run_until(Worker(4), others_are_delivered)

    assert len(hanging.requests) == 2
    assert states(slow).count("pending") == 6


def test_outcome_is_recorded_after_the_database_works_again(endpoint, receiver, monkeypatch):
    delivery, faults = DeliveryFactory(endpoint=endpoint), [OperationalError("gone"), OperationalError("gone")]
    record = worker.record

    def record_with_faults(*args):
        if faults:
            raise faults.pop()
        record(*args)

    monkeypatch.setattr(worker, "record", record_with_faults)
    monkeypatch.setattr(worker, "close_old_connections", lambda: None)

    run_until(Worker(2), lambda: not faults and states(endpoint) == ["delivered"])

    assert len(receiver.requests) == 1
    assert delivery.endpoint == endpoint


def test_worker_that_is_stopped_records_what_it_has_sent(endpoint, receiver):
    DeliveryFactory(endpoint=endpoint)
    stopped = Worker(2)

    def respond(handler, request):
        stopped.stopping.set()
        empty(handler, 204)

    receiver.respond = respond

    stopped.run()

    assert states(endpoint) == ["delivered"]


def test_error_in_a_thread_is_a_failed_attempt(endpoint, monkeypatch):
    monkeypatch.setattr(worker, "send", lambda delivery, attempt: 1 / 0)
    DeliveryFactory(endpoint=endpoint)

    run_until(Worker(1), lambda: WebhookDelivery.objects.get().attempts == 1)

    assert "could not send" in WebhookDelivery.objects.get().error


def test_figures_count_deliveries_and_endpoints(endpoint, receiver, deliver):
    receiver.statuses(204, 500)
    for _ in range(2):
        DeliveryFactory(endpoint=endpoint)
        deliver()
    DeliveryFactory(endpoint=endpoint)

    found = figures.figures()

    lag = found.pop("lag_seconds")
    assert 0 <= lag < 60
    assert found == {"due": 1, "delivered": 1, "failed": 1, "endpoints": 1, "failing_endpoints": 1}


def test_log_has_the_figures_if_a_delivery_is_due(endpoint, monkeypatch):
    lines = []
    monkeypatch.setattr(figures.logger, "info", lambda text, *values: lines.append(text % values))

    figures.log_figures()
    DeliveryFactory(endpoint=endpoint)
    figures.log_figures()

    (line,) = lines
    assert line.startswith("Webhooks: due=1 delivered=0 failed=0 lag_seconds=")


def test_report_says_how_late_deliveries_are(monkeypatch):
    monkeypatch.setattr(figures, "_report", figures.SimpleNamespace(at=None, text="ok"))
    monkeypatch.setattr(figures, "lag", lambda: 75.2)

    assert figures.report_lag() == "75 s late"
