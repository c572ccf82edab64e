"""Test the admin pages of webhook endpoints and deliveries."""

import pytest
from django.urls import reverse

from tests.factories import DeliveryFactory, EndpointFactory, UserFactory

pytestmark = pytest.mark.django_db
LIST, DELIVERIES = (f"/admin/feeds/webhook{name}/" for name in ("endpoint", "delivery"))


def disable(manager, endpoint):
    return manager.post(reverse("admin:feeds_webhookendpoint_disable"), {"rows": [endpoint.pk]}, follow=True)


def test_manager_sees_endpoints_without_secrets(manager):
    endpoint = EndpointFactory(url="https://newsroom.example/hook")

    for url in (LIST, f"{LIST}{endpoint.pk}/change/"):
        page = manager.get(url).content.decode()
        assert "https://newsroom.example/hook" in page
        assert endpoint.secret not in page
        assert endpoint.secret_text not in page


def test_manager_disables_an_endpoint(manager):
    endpoint = EndpointFactory()

    disable(manager, endpoint)

    endpoint.refresh_from_db()
    assert (endpoint.state, endpoint.disabled_reason) == ("disabled", "The operator of the service disabled it.")


def test_manager_cannot_change_or_delete_endpoints(manager):
    endpoint = EndpointFactory()

    assert manager.get(f"{LIST}add/").status_code == 403
    assert manager.post(f"{LIST}{endpoint.pk}/change/", {"url": "https://other.example/"}).status_code == 403
    assert manager.post(f"{LIST}{endpoint.pk}/delete/", {"post": "yes"}).status_code == 403


def test_staff_without_the_permission_sees_and_disables_nothing(browser):
    endpoint, other = EndpointFactory(), browser(UserFactory(username="editor", is_staff=True))

    assert other.get(LIST).status_code == 403
    disable(other, endpoint)

    endpoint.refresh_from_db()
    assert endpoint.state == "active"


@pytest.mark.parametrize("lookup", ["secret__startswith=g", "endpoint__secret__startswith=g"])
def test_secret_cannot_be_searched(manager, lookup):
    DeliveryFactory()

    for url in (LIST, DELIVERIES):
        assert manager.get(f"{url}?{lookup}", follow=False).status_code in (302, 400)


def test_filters_find_failing_endpoints_and_types_of_events(manager):
    failing = EndpointFactory(url="https://failing.example/", failing_since="2026-06-15T12:00Z")
    EndpointFactory(url="https://working.example/")
    DeliveryFactory(endpoint=failing, event__type="race.called")

    assert "working.example" not in manager.get(f"{LIST}?failing=yes").content.decode()
    assert "failing.example" in manager.get(f"{DELIVERIES}?event=race.called").content.decode()
    assert "failing.example" not in manager.get(f"{DELIVERIES}?event=race.updated").content.decode()


def test_first_page_counts_failing_endpoints(manager, browser):
    EndpointFactory(failing_since="2026-06-15T12:00Z")
    EndpointFactory()

    assert "1 of 2 endpoints fail" in manager.get("/admin/").content.decode()
    editor = browser(UserFactory(username="editor", is_staff=True))
    assert "endpoints fail" not in editor.get("/admin/").content.decode()


def test_delivery_shows_its_attempts(manager):
    delivery = DeliveryFactory(history=[["2026-06-15T12:00:00+00:00", 500, 12, ""]], response="broken", status_code=500)

    page = manager.get(f"{DELIVERIES}{delivery.pk}/change/").content.decode()

    assert "broken" in page
    assert delivery.event.uid in page
