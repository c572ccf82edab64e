"""Every page of the portal, by axe: in light and dark, as wide as a desk and as narrow as a phone held upright."""

from datetime import UTC, datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe

from accounts.actions import decline_pro, roll_key
from tests.factories import ApiKeyFactory, KeyUseFactory, ProRequestFactory, SourceFactory, UserFactory

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = {"phone": 320, "desk": 1280}
LEAST_TOUCH_TARGET = 44

PAGES = [
    "/account",
    "/account/start",
    "/account/use",
    "/account/use?key={key}",
    "/account/pro",
    "/account/keys/new",
    "/account/keys/{key}/roll",
    "/account/keys/{key}/revoke",
    "/account/delete",
    "/account/deleted",
    "/attribution",
]
SENT = [
    ("/account/keys/new", {"#id_name": ""}, "Make the key"),
    ("/account/keys/new", {"#id_name": "Thesis"}, "Make the key"),
    ("/account/keys/{key}/roll", {}, "Roll the key"),
    ("/account/keys/{key}/revoke", {}, "Revoke the key"),
    ("/account/pro", {}, "Ask for pro"),
    ("/account/delete", {"#id_address": "nobody"}, "Delete my account"),
]
"""Paths with what is typed there, and the button that is pressed."""


@pytest.fixture(params=WIDTHS)
def width(request):
    return WIDTHS[request.param]


@pytest.fixture(params=["light", "dark"])
def page(request, open_browser, researcher, width):
    return open_browser(researcher, color_scheme=request.param, viewport={"width": width, "height": 800})


@pytest.fixture
def key(researcher):
    """The key of an account that has been here for a while."""
    today = datetime.now(UTC).date()
    key = ApiKeyFactory(user=researcher, name="An analysis of coalitions since 1945")
    ended = ApiKeyFactory(user=researcher, revoked_at=datetime.now(UTC))
    roll_key(key=ApiKeyFactory(user=researcher, name="Server"))
    for number, endpoint in enumerate(["entity", "entities", "relationships", "snapshot"]):
        for days in range(number, 30, number + 1):
            KeyUseFactory(
                key=ended if days > 20 else key,
                day=today - timedelta(days=days),
                endpoint=endpoint,
                served=400 * (days % 7) + 90,
                refused=120 * (days % 5 == 0),
                busiest_minute=40 + 45 * (days % 12),
            )
    decline_pro(request=ProRequestFactory(user=researcher), by=UserFactory(), word="Tell us more.")
    SourceFactory()
    return key


def assert_accessible(page):
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")
    results = Axe().run(page)

    assert results.violations_count == 0, f"{page.url}: {results.generate_report()}"
    assert page.evaluate(SIDEWAYS) <= 0, f"{page.url} scrolls sideways"
    assert not page.evaluate(TOO_SMALL, LEAST_TOUCH_TARGET), page.url


SIDEWAYS = "document.documentElement.scrollWidth - window.innerWidth"
TOO_SMALL = """least => [...document.querySelectorAll(
    "main :is(button, a.button, input:not([type=hidden]), select, textarea, summary, nav a, .actions a)"
)].filter(element => element.checkVisibility() && element.getBoundingClientRect().height < least)
  .map(element => element.outerHTML)"""


def test_a_newcomer_can_use_every_page(page):
    for path in ("/account", "/account/use", "/account/pro"):
        page.goto(path)

        assert_accessible(page)


def test_who_has_been_here_for_a_while_can_use_every_page(page, key):
    for path in PAGES:
        page.goto(path.format(key=key.pk))

        assert_accessible(page)


def test_what_a_form_is_answered_with_can_be_used(page, key):
    for path, typed, button in SENT:
        page.goto(path.format(key=key.pk))
        for field, text in typed.items():
            page.fill(field, text)
        page.get_by_role("main").get_by_role("button", name=button).click()

        assert_accessible(page)
