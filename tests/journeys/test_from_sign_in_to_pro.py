"""Test how a researcher signs in, creates, uses, rolls and revokes an API key, and requests pro, and how a manager
approves the request."""

import pytest
import requests
from playwright.sync_api import expect

from accounts import use
from accounts.key_format import is_well_formed
from accounts.models import TierDecision, User
from tests.accounts.signin.conftest import PATIENCE, app, running_provider
from tests.accounts.signin.conftest import switch_on as switch_on
from tests.factories import CountryFactory, UserFactory

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "nine lamps on a shelf"
ADDRESS = "researcher@university.example"
FRANCE = "/api/graph/entity/france"


@pytest.fixture
def provider(switch_on, settings):
    """Run a real identity provider, and enable it on the sign-in page. Yield its URL."""
    with running_provider() as address:
        person = {"email": ADDRESS, "email_verified": True}
        requests.put(f"{address}/users/researcher", json=person, timeout=PATIENCE).raise_for_status()
        switch_on(app("college", address))
        settings.SIGN_IN_FORM_ACTION.append(address)
        yield address
        settings.SIGN_IN_FORM_ACTION.remove(address)


@pytest.fixture
def manager():
    manager = UserFactory(username="manager", is_staff=True, is_superuser=True)
    manager.set_password(PASSWORD)
    manager.save()
    return manager


def call(page, key):
    """Send an API request with the key. Return (status code, tier, number of requests allowed per minute)."""
    response = page.request.get(FRANCE, headers={"Authorization": f"Bearer {key}"})
    return response.status, response.headers["x-api-tier"], response.headers["x-ratelimit-limit"]


def sign_in(page):
    page.goto("/account")
    page.get_by_role("button", name="Sign in with College").click()
    page.locator("input[name=sub]").fill("researcher")
    page.locator("button[type=submit], input[type=submit]").first.click()
    page.wait_for_url("**/account")


def create_key(page):
    page.get_by_role("button", name="Create API key").click()
    return page.get_by_label("The key").input_value()


def roll(page):
    page.goto("/account")
    page.get_by_role("link", name="Roll My first key").click()
    page.get_by_label("The old key continues to work for").select_option("1 hour")
    page.get_by_role("button", name="Roll key").click()
    return page.get_by_label("The key").input_value()


def revoke_old_key(page):
    page.goto("/account")
    page.get_by_role("row").filter(has_text="being replaced").get_by_role("link", name="Revoke").click()
    page.get_by_role("button", name="Revoke key").click()
    expect(page.get_by_role("status")).to_contain_text("is revoked")


def request_pro(page):
    page.goto("/account/pro")
    page.get_by_label("Organisation").fill("A newsroom")
    page.get_by_label("Purpose").fill("Background to election nights.")
    page.get_by_label("Expected requests a day").fill("200000")
    page.get_by_role("button", name="Request pro").click()
    expect(page.get_by_text("State: Pending")).to_be_visible()


def approve(page):
    page.goto("/admin/login/?next=/admin/accounts/prorequest/")
    page.get_by_label("Username").fill("manager")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="A newsroom").click()
    page.get_by_label("Message to the owner of the account").fill("Welcome.")
    page.get_by_role("button", name="Approve").click()
    expect(page.locator(".messagelist")).to_be_visible()


def test_researcher_signs_in_and_becomes_pro(provider, manager, open_browser):
    CountryFactory(name="France", country_code="fr", slug="france")
    page = open_browser()

    sign_in(page)
    first = create_key(page)
    assert is_well_formed(first)
    assert call(page, first) == (200, "researcher", "500")

    use.flush()
    page.goto("/account/use")
    page.get_by_text("The numbers as a table").first.click()
    expect(page.get_by_role("table", name="Requests by day and endpoint").get_by_role("row")).to_have_count(2)

    second = roll(page)
    assert [call(page, key)[0] for key in (first, second)] == [200, 200]
    revoke_old_key(page)
    assert [call(page, key)[0] for key in (first, second)] == [401, 200]

    request_pro(page)
    approve(open_browser())

    assert call(page, second) == (200, "pro", "2000")
    page.goto("/account/pro")
    expect(page.get_by_text("Welcome.")).to_be_visible()
    decision = TierDecision.objects.get()
    assert (decision.by, decision.user) == (manager, User.objects.get(email=ADDRESS))
