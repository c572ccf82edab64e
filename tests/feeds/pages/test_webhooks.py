"""Test the portal pages of webhook endpoints."""

import re

import pytest
from django.core.cache import caches

from feeds.models import WebhookDelivery, WebhookEndpoint
from feeds.pages.forms import EndpointForm
from feeds.webhooks.secrets import decrypt
from tests.factories import (
    CountryFactory,
    CoverageFactory,
    DeliveryFactory,
    ElectionFactory,
    EndpointFactory,
    EventFactory,
    PartyFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db
URL = "http://127.0.0.1:9/hook"
OF_ENDPOINT = ["", "/edit", "/roll", "/delete", "/deliveries/1", "/deliveries/1/replay", "/disable", "/test"]


@pytest.fixture
def owner(client, settings):
    settings.WEBHOOK_ALLOW_LOOPBACK = True
    owner = UserFactory()
    client.force_login(owner)
    return owner


@pytest.fixture
def endpoint(owner):
    return EndpointFactory(user=owner, url=URL)


def text(response):
    assert response.status_code == 200
    return response.content.decode()


class TestAccess:
    @pytest.mark.parametrize("path", ["/account/webhooks", "/account/webhooks/new", "/account/webhooks/1"])
    def test_anonymous_visitor_is_redirected_to_sign_in(self, client, path):
        assert client.get(path)["Location"] == f"/sign-in?next={path}"

    @pytest.mark.parametrize("path", OF_ENDPOINT)
    def test_endpoint_of_another_account_is_404(self, client, owner, path):
        other = EndpointFactory()
        address = f"/account/webhooks/{other.pk}{path}"

        assert {client.get(address).status_code, client.post(address).status_code} <= {404, 405}
        other.refresh_from_db()
        assert other.state == WebhookEndpoint.State.ACTIVE

    @pytest.mark.parametrize("number", ["0", "99999999999999999999999", "x"])
    def test_invalid_number_is_404(self, client, owner, number):
        assert client.get(f"/account/webhooks/{number}").status_code == 404

    def test_delivery_of_another_endpoint_is_404(self, client, endpoint):
        other = DeliveryFactory()

        assert client.get(f"/account/webhooks/{endpoint.pk}/deliveries/{other.pk}").status_code == 404


class TestCreate:
    def test_shows_the_secret_once_and_queues_a_ping(self, client, owner):
        page = text(client.post("/account/webhooks/new", {"url": URL, "description": "Newsroom"}))

        endpoint = owner.webhook_endpoints.get()
        assert decrypt(endpoint.secret) in page
        assert (endpoint.description, endpoint.state) == ("Newsroom", "pending")
        assert endpoint.deliveries.get().event.type == "webhook.ping"
        assert "whsec_" not in text(client.get(f"/account/webhooks/{endpoint.pk}"))

    def test_stores_filters(self, client, owner):
        CountryFactory(country_code="fr", slug="france")
        client.post(
            "/account/webhooks/new",
            {
                "url": URL,
                "event_types": ["race.called"],
                "kinds": ["election"],
                "countries": " fr,\n",
                "entities": "france",
                "includes_test": "on",
            },
        )

        endpoint = owner.webhook_endpoints.get()
        assert (endpoint.event_types, endpoint.kinds) == (["race.called"], ["election"])
        assert (endpoint.countries, endpoint.entities, endpoint.includes_test) == (["fr"], ["france"], True)

    @pytest.mark.parametrize(
        ("typed", "message"),
        [
            ({"url": ""}, "Type the address that receives the events."),
            ({"url": "ftp://127.0.0.1/"}, "http"),
            ({"countries": "zz"}, "Unknown: zz."),
            ({"entities": "no-such-entity"}, "Unknown: no-such-entity."),
            ({"event_types": "race.lost"}, "Select a valid choice"),
            ({"description": "a\x1b[0m"}, "invisible characters"),
        ],
    )
    def test_rejects_invalid_settings_and_shows_what_was_typed(self, client, owner, typed, message):
        page = text(client.post("/account/webhooks/new", {"url": URL, "description": "Newsroom"} | typed))

        assert message in page
        assert not owner.webhook_endpoints.exists()

    @pytest.mark.parametrize(
        ("typed", "field"),
        [
            ({"url": "http://newsroom.example/"}, "url"),
            ({"url": "https://10.0.0.1/"}, "url"),
            ({"url": "https://newsroom.invalid/"}, "url"),
            ({"description": "x" * 201}, "description"),
            ({"event_types": ["entity.changed"]}, "event_types"),
            ({"event_types": ["webhook.ping"]}, "event_types"),
            ({"kinds": ["planet"]}, "kinds"),
            ({"countries": "xx"}, "countries"),
            ({"entities": "nobody"}, "entities"),
            ({"elections": "no-election"}, "elections"),
        ],
    )
    def test_form_rejects_an_invalid_setting(self, settings, typed, field):
        settings.WEBHOOK_ALLOW_LOOPBACK = False

        form = EndpointForm({"url": "https://203.0.114.7/hook"} | typed)

        assert list(form.errors) == [field]

    def test_form_accepts_up_to_100_entities_without_duplicates(self):
        slugs = [entity.slug for entity in PartyFactory.create_batch(101, country_code="gb")]

        form = EndpointForm({"url": "https://203.0.114.7/hook", "entities": " ".join([*slugs[:100], slugs[0]])})
        assert form.is_valid()
        assert form.cleaned_data["entities"] == slugs[:100]
        assert "entities" in EndpointForm({"entities": " ".join(slugs)}).errors

    def test_form_accepts_only_published_entities_and_elections_with_public_results(self):
        party, draft = PartyFactory(), PartyFactory(status="draft")
        published, rehearsal = ElectionFactory(), CoverageFactory(mode="test", election__status="draft").election
        secret = ElectionFactory(status="draft")

        def accepted(field, *entities):
            forms = [EndpointForm({"url": "https://203.0.114.7/hook", field: entity.slug}) for entity in entities]
            return [field not in form.errors for form in forms]

        assert accepted("entities", party, published, draft, rehearsal) == [True, True, False, False]
        assert accepted("elections", published, rehearsal, secret, party) == [True, True, False, False]

    def test_rejects_more_endpoints_than_the_tier_has(self, client, owner):
        EndpointFactory.create_batch(3, user=owner)

        assert "Your account has up to 3 endpoints" in text(client.post("/account/webhooks/new", {"url": URL}))
        assert "as many endpoints as it may have" in text(client.get("/account/webhooks/new"))

    def test_responds_with_503_without_redis(self, client, owner, monkeypatch):
        monkeypatch.setattr(caches["counters"], "is_unavailable", lambda: True)

        response = client.post("/account/webhooks/new", {"url": URL})

        assert (response.status_code, response["Retry-After"]) == (503, "5")
        assert not owner.webhook_endpoints.exists()

    def test_find_shows_entities_and_keeps_what_was_typed(self, client, owner):
        CountryFactory(name="France", slug="france")

        found = text(client.post("/account/webhooks/new", {"url": URL, "find": "france", "search": "1"}))
        added = text(client.post("/account/webhooks/new", {"url": URL, "add": "country:france", "search": "1"}))

        assert 'value="country:france"' in found
        assert f'value="{URL}"' in found
        assert re.search(r'name="entities"[^>]*>\s*france', added)
        assert not owner.webhook_endpoints.exists()

    def test_enter_searches_only_with_a_text_for_the_search(self, client, owner):
        form = text(client.get("/account/webhooks/new"))
        client.post("/account/webhooks/new", {"url": URL, "find": "france", "enter": "1"})
        assert not owner.webhook_endpoints.exists()

        client.post("/account/webhooks/new", {"url": URL, "find": " ", "enter": "1"})

        assert owner.webhook_endpoints.count() == 1
        assert form.index('name="enter"') < form.index('name="search"')


class TestEndpoint:
    def test_edit_changes_settings(self, client, endpoint):
        shown = text(client.get(f"/account/webhooks/{endpoint.pk}/edit"))
        client.post(f"/account/webhooks/{endpoint.pk}/edit", {"url": URL, "kinds": "party"})

        endpoint.refresh_from_db()
        assert f'value="{URL}"' in shown
        assert (endpoint.kinds, endpoint.state) == (["party"], "active")

    def test_roll_shows_a_new_secret(self, client, endpoint):
        page = text(client.post(f"/account/webhooks/{endpoint.pk}/roll"))

        endpoint.refresh_from_db()
        assert decrypt(endpoint.secret) in page
        assert decrypt(endpoint.secret) != endpoint.secret_text == decrypt(endpoint.old_secret)

    def test_roll_without_an_encryption_key_shows_an_error(self, client, endpoint, settings):
        settings.WEBHOOK_ENCRYPTION_KEYS = []

        page = client.post(f"/account/webhooks/{endpoint.pk}/roll", follow=True)

        assert "Webhooks are not available on this server." in page.content.decode()

    def test_disable_and_enable_change_the_status(self, client, endpoint):
        client.post(f"/account/webhooks/{endpoint.pk}/disable")
        assert "You disabled it." in text(client.get(f"/account/webhooks/{endpoint.pk}"))
        client.post(f"/account/webhooks/{endpoint.pk}/enable")

        endpoint.refresh_from_db()
        assert endpoint.state == "pending"

    def test_enable_says_that_it_is_active_already(self, client, endpoint):
        page = client.post(f"/account/webhooks/{endpoint.pk}/enable", follow=True)

        assert "The endpoint is active already." in page.content.decode()

    def test_delete_deletes_it_with_its_log(self, client, endpoint):
        DeliveryFactory(endpoint=endpoint)

        client.post(f"/account/webhooks/{endpoint.pk}/delete")

        assert not WebhookEndpoint.objects.exists()
        assert not WebhookDelivery.objects.exists()

    @pytest.mark.parametrize("action", ["nothing", "test", "replay"])
    def test_unknown_actions_and_values_are_404(self, client, endpoint, action):
        assert client.post(f"/account/webhooks/{endpoint.pk}/{action}", {"event_type": "x"}).status_code == 404


class TestLog:
    def test_test_event_leads_to_its_delivery_which_reloads(self, client, endpoint):
        response = client.post(f"/account/webhooks/{endpoint.pk}/test", {"event_type": "race.called"}, follow=True)

        assert "race.called" in text(response)
        assert response["Refresh"] == "3"

    def test_log_filters_and_pages(self, client, endpoint):
        event = EventFactory(type="race.called")
        DeliveryFactory.create_batch(51, endpoint=endpoint, event=event, state="failed", attempts=10)
        DeliveryFactory(endpoint=endpoint, state="delivered", attempts=1)
        path = f"/account/webhooks/{endpoint.pk}"

        first = client.get(path, {"state": "failed", "type": "race.called"})
        link = re.search(r'href="\?(state=failed[^#]+)#log"', text(first))[1].replace("&amp;", "&")

        assert len(first.context_data["deliveries"]) == 50
        assert len(client.get(f"{path}?{link}").context_data["deliveries"]) == 1
        assert len(client.get(path, {"state": "delivered"}).context_data["deliveries"]) == 1
        assert len(client.get(path, {"state": "lost", "before": "x"}).context_data["deliveries"]) == 50

    def test_delivery_shows_attempts_and_body_escaped(self, client, endpoint):
        history = [["2026-06-15T12:00:00Z", 500, 12, "Status 500."]]
        event = EventFactory(body="<script>alert(1)</script>")
        delivery = DeliveryFactory(endpoint=endpoint, event=event, state="failed", history=history, response="<b>no")

        page = text(client.get(f"/account/webhooks/{endpoint.pk}/deliveries/{delivery.pk}"))

        assert "Status 500." in page
        assert "15 Jun 2026, 12:00 UTC" in page
        assert "<script>alert" not in page
        assert "<b>no" not in page

    def test_replay_sends_one_or_all_failed_deliveries_again(self, client, endpoint):
        one, other = DeliveryFactory.create_batch(2, endpoint=endpoint, state="failed", attempts=10)

        client.post(f"/account/webhooks/{endpoint.pk}/deliveries/{one.pk}/replay")
        one.refresh_from_db()
        assert one.state == "pending"
        client.post(f"/account/webhooks/{endpoint.pk}/replay", {"hours": "24"})
        other.refresh_from_db()
        assert other.state == "pending"

    def test_log_takes_a_limited_number_of_queries(self, client, endpoint, django_assert_max_num_queries):
        DeliveryFactory.create_batch(20, endpoint=endpoint)
        with django_assert_max_num_queries(6):
            client.get(f"/account/webhooks/{endpoint.pk}")
