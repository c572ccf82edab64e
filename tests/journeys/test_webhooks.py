"""Test how a researcher adds a webhook endpoint, follows its deliveries, and deletes it, with the keyboard only and
without JavaScript."""

import pytest
from playwright.sync_api import expect

from feeds.models import WebhookEndpoint
from feeds.webhooks.secrets import decrypt
from tests.factories import CountryFactory, DeliveryFactory, EndpointFactory
from tests.feeds.webhooks.conftest import _loopback as _loopback
from tests.feeds.webhooks.conftest import deliver as deliver
from tests.feeds.webhooks.conftest import receiver as receiver
from tests.journeys.test_accessibility import assert_accessible

pytestmark = pytest.mark.django_db(transaction=True)
MOST_KEYS = 80
PAGES = ["", "/new", "/{pk}", "/{pk}/edit", "/{pk}/roll", "/{pk}/delete", "/{pk}/deliveries/{delivery}"]


class Keyboard:
    """Uses a page only with the keys Tab, Space and Enter, and by typing text."""

    def __init__(self, page):
        self.page = page

    def reach(self, role, name):
        """Press Tab until the control with this role and name has the focus."""
        wanted = self.page.get_by_role(role, name=name, exact=True).element_handle()
        for _ in range(MOST_KEYS):
            if wanted.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach the {role} {name!r}.")

    def type(self, name, text):
        self.reach("textbox", name)
        self.page.keyboard.type(text)

    def mark(self, name):
        self.reach("checkbox", name)
        self.page.keyboard.press("Space")

    def press(self, role, name):
        self.reach(role, name)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")


def test_endpoint_is_managed_by_keyboard_without_script(open_browser, researcher, receiver, deliver):
    CountryFactory(name="France", slug="france", country_code="fr")
    keyboard = Keyboard(open_browser(researcher, java_script_enabled=False))
    page = keyboard.page
    page.goto("/account/webhooks")
    keyboard.press("link", "Add endpoint")
    keyboard.type("URL", receiver.url)
    keyboard.mark("race.called: it is known who won a race")
    keyboard.type("Find entities and elections", "france")
    keyboard.press("button", "Find")
    keyboard.mark("France (country, fr): ")
    keyboard.press("button", "Save")

    endpoint = WebhookEndpoint.objects.get()
    assert (endpoint.event_types, endpoint.entities) == (["race.called"], ["france"])
    assert page.get_by_label("The secret").input_value() == decrypt(endpoint.secret)
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    deliver()
    keyboard.press("link", "I have copied it")
    expect(page.get_by_text("Active", exact=True)).to_be_visible()
    keyboard.press("button", "Send test event")
    deliver()
    page.reload()
    expect(page.get_by_role("status")).to_have_text("Delivered")
    keyboard.press("link", receiver.url)
    keyboard.press("link", "Delete")
    keyboard.press("button", "Delete endpoint")
    assert not WebhookEndpoint.objects.exists()


def test_secret_is_copied_by_a_button(open_browser, researcher, receiver):
    endpoint = EndpointFactory(user=researcher, url=receiver.url)
    page = open_browser(researcher)
    # Browsers that run at the same time share one clipboard, so replace it.
    page.add_init_script("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    page.goto(f"/account/webhooks/{endpoint.pk}/roll")
    page.get_by_role("button", name="Roll secret").click()

    page.get_by_role("button", name="Copy").click()

    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("window.copied") == page.get_by_label("The secret").input_value()
    assert_accessible(page)


def test_webhook_pages_are_accessible(open_browser, researcher):
    endpoint = EndpointFactory(user=researcher, description="Newsroom", event_types=["race.called"])
    history = [["2026-06-15T12:00:00+00:00", 500, 12, ""]]
    delivery = DeliveryFactory(endpoint=endpoint, attempts=1, history=history, state="failed", response="Error")
    EndpointFactory(user=researcher, state="disabled", disabled_reason="The endpoint returned 410 Gone.")
    page = open_browser(researcher)

    for path in ["/docs/webhooks", *(f"/account/webhooks{path}" for path in PAGES)]:
        page.goto(path.format(pk=endpoint.pk, delivery=delivery.pk))

        assert_accessible(page)
