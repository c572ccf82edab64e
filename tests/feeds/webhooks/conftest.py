import pytest

from feeds.webhooks.dispatching import dispatch, start_for_first_endpoint
from feeds.webhooks.worker import Worker
from tests.factories import EndpointFactory
from tests.feeds.webhooks.receiver import receiving


@pytest.fixture
def _loopback(settings):
    settings.WEBHOOK_ALLOW_LOOPBACK = True


@pytest.fixture
def receiver(_loopback):
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def endpoint(receiver, db):
    """An active endpoint at the receiver, which gets what happens from now on."""
    endpoint = EndpointFactory(url=receiver.url)
    start_for_first_endpoint()
    return endpoint


@pytest.fixture
def deliver(monkeypatch):
    """Dispatch what happened, and attempt all due deliveries once."""
    monkeypatch.setattr("feeds.webhooks.worker.REGULAR_WORK", {})

    def _deliver():
        while dispatch():
            pass
        worker = Worker(4)
        worker.step()
        while worker._running:
            worker.step()
        worker._executor.shutdown()

    return _deliver
