"""Test that each change and result version makes one delivery for each endpoint that is active and whose filters
match."""

from datetime import timedelta

import orjson
import pytest
from django.utils import timezone

from feeds.models import JournalCursor, WebhookDelivery, WebhookEndpoint
from feeds.webhooks.dispatching import dispatch, has_news
from feeds.webhooks.events import Event
from feeds.webhooks.matching import matches
from graph.actions import entities, merging
from tests import edits
from tests.factories import DeliveryFactory, EndpointFactory, PartyFactory

pytestmark = pytest.mark.django_db
AN_EVENT = Event("race.called", timezone.now(), {}, "election", "gb", {"gb-2019", "boris-johnson"})


def body_of(delivery):
    return orjson.loads(delivery.event.body)["data"]


@pytest.mark.parametrize(
    ("filters", "is_wanted"),
    [
        ({}, True),
        ({"event_types": ["race.called", "race.updated"]}, True),
        ({"event_types": ["entity.created"]}, False),
        ({"kinds": ["election"]}, True),
        ({"kinds": ["party"]}, False),
        ({"countries": ["gb"]}, True),
        ({"countries": ["fr"]}, False),
        ({"elections": ["gb-2019"]}, True),
        ({"elections": ["gb-2024"]}, False),
        ({"entities": ["boris-johnson"]}, True),
        ({"entities": ["emmanuel-macron"], "elections": ["gb-2019"]}, True),
        ({"countries": ["fr"], "elections": ["gb-2019"]}, False),
    ],
)
def test_event_must_match_every_filter(filters, is_wanted):
    assert matches(WebhookEndpoint(**filters), AN_EVENT) == is_wanted


def test_change_is_delivered_once(endpoint):
    edits.update(entity=PartyFactory(country_code="gb"), name="Labour")

    dispatch()
    dispatch()

    assert WebhookDelivery.objects.count() == 1
    assert not has_news()


def test_change_before_the_first_endpoint_is_not_delivered(db):
    edits.update(entity=PartyFactory(country_code="gb"), name="Labour")
    EndpointFactory()

    dispatch()

    assert not WebhookDelivery.objects.exists()
    assert not JournalCursor.objects.get().is_idle


def test_dispatch_without_endpoints_writes_no_deliveries(endpoint):
    WebhookEndpoint.objects.update(state="disabled")
    edits.update(entity=PartyFactory(country_code="gb"), name="Labour")

    dispatch()

    assert not WebhookDelivery.objects.exists()
    assert JournalCursor.objects.get().is_idle


def test_endpoint_of_an_inactive_account_gets_nothing(endpoint):
    endpoint.user.is_active = False
    endpoint.user.save()
    edits.update(entity=PartyFactory(country_code="gb"), name="Labour")

    dispatch()

    assert not WebhookDelivery.objects.exists()


def test_filter_follows_renamed_and_merged_entities(endpoint):
    first, second = (PartyFactory(slug=slug, country_code="gb") for slug in ("labour", "labour-party"))
    endpoint.entities = ["labour"]
    endpoint.save()
    entities.rename(entity=first, slug="labour-uk")
    first.refresh_from_db()
    edits.update(entity=first, name="Labour")
    merging.merge(entity=first, into=second)
    edits.update(entity=second, name="Labour Party")

    dispatch()

    endpoint.refresh_from_db()
    assert endpoint.entities == ["labour-party"]
    types = WebhookDelivery.objects.order_by("pk").values_list("event__type", flat=True)
    assert {"entity.renamed", "entity.merged"} < set(types)
    assert types[len(types) - 1] == "entity.updated"


def test_waiting_update_of_a_race_gets_the_newest_version(endpoint, count):
    endpoint.event_types = ["race.updated"]
    endpoint.save()
    for ballots in (110, 120, 130):
        count(ballots=ballots)
        dispatch()

    delivery = WebhookDelivery.objects.get()
    assert body_of(delivery)["version"] == 3


def test_next_update_of_a_race_waits_ten_seconds(endpoint, count, time_machine):
    time_machine.move_to("2026-06-15 12:00:00Z", tick=False)
    endpoint.event_types = ["race.updated"]
    endpoint.save()
    count()
    dispatch()
    WebhookDelivery.objects.update(state="delivered", attempted_at=timezone.now())
    time_machine.shift(4)

    count(ballots=110)
    dispatch()
    count(ballots=120)
    dispatch()

    delivery = WebhookDelivery.objects.first()
    assert WebhookDelivery.objects.count() == 2
    assert delivery.due_at == timezone.now() + timedelta(seconds=6)
    assert body_of(delivery)["version"] == 3


def test_update_of_a_race_in_flight_is_not_changed(endpoint, count):
    endpoint.event_types = ["race.updated"]
    endpoint.save()
    count()
    dispatch()
    WebhookDelivery.objects.update(attempted_at=timezone.now(), leased_until=timezone.now() + timedelta(seconds=60))

    count(ballots=110)
    dispatch()

    new, old = WebhookDelivery.objects.all()
    assert (body_of(old)["version"], body_of(new)["version"]) == (1, 2)


def test_newer_update_replaces_one_that_failed(endpoint, count, deliver, receiver):
    receiver.statuses(500)
    endpoint.event_types = ["race.updated"]
    endpoint.save()
    count()
    deliver()

    count(ballots=110)
    dispatch()

    new, old = WebhookDelivery.objects.all()
    assert (old.state, old.error, old.attempts) == ("failed", "A newer update of the race replaced it.", 1)
    assert (new.state, new.due_at) == ("pending", old.attempted_at + timedelta(seconds=10))


def test_updates_wait_longer_if_the_endpoint_is_behind_but_calls_do_not(endpoint, count, time_machine):
    time_machine.move_to("2026-06-15 12:00:00Z", tick=False)
    now = timezone.now()
    DeliveryFactory(endpoint=endpoint, due_at=now - timedelta(seconds=30))
    DeliveryFactory(endpoint=EndpointFactory(), due_at=now - timedelta(seconds=300))

    count(is_called=True, kind="call")
    dispatch()

    due = WebhookDelivery.objects.filter(event__type__startswith="race").values_list(
        "event__type", "endpoint", "due_at"
    )
    first, second = WebhookEndpoint.objects.order_by("pk").values_list("pk", flat=True)
    assert set(due) == {
        ("race.called", first, now),
        ("race.called", second, now),
        ("race.updated", first, now + timedelta(seconds=30)),
        ("race.updated", second, now + timedelta(seconds=60)),
    }


def test_call_is_never_coalesced(endpoint, count):
    count(is_called=True, kind="call")
    dispatch()
    count(kind="retraction", note="Too close.")
    dispatch()
    count(is_called=True, kind="call")
    dispatch()

    types = list(WebhookDelivery.objects.order_by("pk").values_list("event__type", flat=True))
    assert [type_ for type_ in types if "call" in type_] == ["race.called", "race.call_retracted", "race.called"]
    assert types.count("race.updated") == 1


def test_idle_round_takes_few_queries(endpoint, django_assert_max_num_queries):
    dispatch()

    with django_assert_max_num_queries(4):
        assert not has_news()
