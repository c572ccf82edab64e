"""Test how a researcher creates, uses, rolls and revokes an API key, requests pro, and deletes the account."""

import pytest
from playwright.sync_api import Error as BrowserError
from playwright.sync_api import expect

from accounts import use
from accounts.key_format import digest, is_well_formed
from accounts.models import ApiKey, ProRequest
from tests.factories import CountryFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def page(open_browser, researcher):
    return open_browser(researcher)


def create_key(page):
    """Create an API key in the portal, and return the whole key, which the page shows."""
    page.goto("/account")
    page.get_by_role("button", name="Create API key").click()
    return page.get_by_label("The key").input_value()


def redirects_to_sign_in(page, path):
    response = page.request.get(path, max_redirects=0)
    return response.headers.get("location") == f"/sign-in?next={path}"


def test_account_redirects_to_sign_in(open_browser):
    assert redirects_to_sign_in(open_browser(), "/account/use")


def test_first_key_takes_one_button_and_is_shown_once(page):
    secret = create_key(page)

    assert is_well_formed(secret)
    assert ApiKey.objects.get().digest == digest(secret)
    page.get_by_role("link", name="I have copied it").click()
    expect(page.get_by_role("rowheader", name="My first key")).to_be_visible()
    assert secret not in page.content()
    with pytest.raises(BrowserError, match="CACHE_MISS"):
        page.go_back()


def test_reload_after_creation_creates_no_second_key(page):
    create_key(page)

    page.reload()

    expect(page.get_by_role("status")).to_contain_text("A key was created for this account in the meantime.")
    assert ApiKey.objects.count() == 1


def test_key_works_and_its_use_is_charted(page, live_server):
    CountryFactory(name="France", country_code="fr", slug="france")
    secret = create_key(page)

    response = page.request.get("/api/graph/entity/france", headers={"Authorization": f"Bearer {secret}"})

    assert response.status == 200
    assert (response.headers["x-api-tier"], response.headers["x-ratelimit-limit"]) == ("researcher", "500")
    use.flush()
    page.goto("/account/use")
    expect(page.get_by_role("img", name="Requests by day and endpoint")).to_be_visible()
    page.get_by_text("The numbers as a table").first.click()
    expect(page.get_by_role("table", name="Requests by day and endpoint").get_by_role("row")).to_have_count(2)


def test_key_is_rolled_and_revoked_after_confirmation(page):
    first = create_key(page)
    page.goto("/account")

    page.get_by_role("link", name="Roll My first key").click()
    page.get_by_label("The old key continues to work for").select_option("1 hour")
    page.get_by_role("button", name="Roll key").click()

    second = page.get_by_label("The key").input_value()
    assert is_well_formed(second)
    assert second != first
    page.goto("/account")
    page.get_by_role("row").filter(has_text="being replaced").get_by_role("link", name="Revoke").click()
    page.get_by_role("button", name="Revoke key").click()
    expect(page.get_by_role("status")).to_contain_text("is revoked")
    assert [key.digest for key in ApiKey.objects.live()] == [digest(second)]
    statuses = [
        page.request.get("/api/search", headers={"Authorization": f"Bearer {key}"}).status for key in (first, second)
    ]
    assert statuses == [401, 200]


def test_pro_form_shows_errors_at_their_fields_and_creates_a_request(page):
    page.goto("/account/pro")

    page.get_by_label("Organisation").fill("A newsroom")
    page.get_by_label("Expected requests a day").fill("lots")
    page.get_by_role("button", name="Request pro").click()

    alert = page.get_by_role("alert")
    expect(alert).to_be_focused()
    alert.get_by_role("link", name="Say what you use the data for.").click()
    expect(page.get_by_label("Purpose")).to_be_focused()
    page.get_by_label("Purpose").fill("Background to election nights.")
    page.get_by_label("Expected requests a day").fill("200000")
    page.get_by_role("button", name="Request pro").click()
    expect(page.get_by_text("State: Pending")).to_be_visible()
    assert ProRequest.objects.get().expected_volume == 200_000


def test_account_is_deleted_after_its_e_mail_address_is_typed(page, researcher):
    create_key(page)
    page.goto("/account/delete")

    page.get_by_label("Your e-mail address").fill(researcher.email)
    page.get_by_role("button", name="Delete account").click()

    expect(page.get_by_role("heading", name="Account deleted")).to_be_visible()
    assert not ApiKey.objects.exists()
    assert redirects_to_sign_in(page, "/account")
