import pytest

from feeds.webhooks.dispatching import dispatch, start_for_first_endpoint
from feeds.webhooks.worker import Worker
from graph.actions.results.records import TallyRecord, VersionRecord
from graph.actions.results.versions import record
from graph.models import Race
from graph.results import Mode, Phase
from tests.factories import CandidacyFactory, CoverageFactory, EndpointFactory, PoliticianFactory, RaceFactory
from tests.feeds.webhooks.receiver import receiving

VOTES = [TallyRecord(0, votes=60), TallyRecord(1, votes=40)]


@pytest.fixture
def _loopback(settings):
    settings.WEBHOOK_ALLOW_LOOPBACK = True


@pytest.fixture
def receiver(_loopback):
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def endpoint(receiver, db):
    """Return an active webhook endpoint with the URL of `receiver`. It gets all events from now on."""
    endpoint = EndpointFactory(url=receiver.url)
    start_for_first_endpoint()
    return endpoint


@pytest.fixture
def deliver(monkeypatch):
    """Return a function that creates the deliveries of all new changes and result versions, and attempts each delivery
    that is due once."""
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


@pytest.fixture
def count(endpoint):
    """Return the function ``count(mode=…, **values)``. It records a version with these values, of a race with two
    candidacies, and returns it. The first call creates the race, in an election with this mode."""
    race = None

    def _count(*, mode=Mode.LIVE, **values):
        nonlocal race
        if race is None:
            race = RaceFactory(election=CoverageFactory(mode=mode).election)
            person = PoliticianFactory(name="Stephen Kinnock", slug="stephen-kinnock", country_code="gb")
            CandidacyFactory(race=race, person=person)
            CandidacyFactory(race=race)
        version = {"phase": Phase.COUNTING.value, "tallies": VOTES} | values
        return record(Race.objects.get(pk=race.pk), VersionRecord(**version))

    return _count
