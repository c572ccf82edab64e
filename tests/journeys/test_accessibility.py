"""Every page of the portal, by axe: in light and dark, as wide as a desk and as narrow as a phone held upright."""

from datetime import UTC, datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe

from accounts.actions import decline_pro, roll_key
from graph.actions import update
from graph.models import Change
from tests.accounts.signin.conftest import app
from tests.accounts.signin.conftest import switch_on as switch_on
from tests.factories import (
    ApiKeyFactory,
    KeyUseFactory,
    PoliticianFactory,
    ProRequestFactory,
    RelationshipFactory,
    SourceFactory,
    UserFactory,
)
from tests.graph.admin.conftest import worker
from tests.journeys.pages import press

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = {"phone": 320, "desk": 1280}
LEAST_TOUCH_TARGET = 44
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
"""The standard itself: of what is merely advised the framework's own pages leave some undone."""
FRAME_OF_THE_ADMIN = [["#header"], [".breadcrumbs"], ["#nav-sidebar"]]

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
    ("/account/keys/new", {"#id_name": ""}, "Create API key"),
    ("/account/keys/new", {"#id_name": "Thesis"}, "Create API key"),
    ("/account/keys/{key}/roll", {}, "Roll key"),
    ("/account/keys/{key}/revoke", {}, "Revoke key"),
    ("/account/pro", {}, "Request pro"),
    ("/account/delete", {"#id_address": "nobody"}, "Delete account"),
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
                throttled=120 * (days % 5 == 0),
                busiest_minute=40 + 45 * (days % 12),
            )
    decline_pro(request=ProRequestFactory(user=researcher), by=UserFactory(), message="Tell us more.")
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_stranger_can_use_the_way_in(open_browser, switch_on, width, scheme):
    switch_on(app("college", "https://college.example"))
    page = open_browser(color_scheme=scheme, viewport={"width": width, "height": 800})

    for path in ("/sign-in", "/sign-in?next=/account/pro", "/sign-out", "/account"):
        page.goto(path)

        assert_accessible(page)


def test_a_newcomer_can_use_every_page(page):
    for path in ("/account", "/account/use", "/account/pro"):
        page.goto(path)

        assert_accessible(page)


def test_who_has_been_here_for_a_while_can_use_every_page(page, key):
    for path in PAGES:
        page.goto(path.format(key=key.pk))

        assert_accessible(page)


def is_answered(answer):
    """Whether the page is what the service says to what was sent, also where it leads on to another."""
    request = answer.request
    return (request.redirected_from or request).method == "POST"


def test_what_a_form_is_answered_with_can_be_used(page, key):
    for path, typed, button in SENT:
        page.goto(path.format(key=key.pk))
        for field, text in typed.items():
            page.fill(field, text)
        answer = press(page, page.get_by_role("main").get_by_role("button", name=button))
        assert is_answered(answer), f"{path}: {button}"

        assert_accessible(page)


OF_EDITORS = [
    "/admin/",
    "/admin/graph/politician/",
    "/admin/graph/politician/add/",
    "/admin/graph/politician/{pk}/change/",
    "/admin/graph/politician/{pk}/history/",
    "/admin/graph/politician/{pk}/revert/{change}/",
    "/admin/graph/politician/{pk}/merge/",
    "/admin/graph/politician/{pk}/merge/?into={other}",
    "/admin/graph/politician/{pk}/slug/",
    "/admin/graph/politician/import/",
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_editor_can_use_every_page(open_browser, width, scheme):
    editor = worker("editor", "editors", "publishers")
    politician, other = PoliticianFactory(name="Élodie Martin"), PoliticianFactory(name="E. Martin")
    RelationshipFactory(subject=politician)
    for year in (1975, 1957):
        update(entity=politician, birth_year=year, by=editor, note="From the register")
    change = Change.objects.filter(entity=politician).order_by("pk").first()
    page = open_browser(editor, color_scheme=scheme, viewport={"width": width, "height": 800})

    amiss = {}
    for path in OF_EDITORS:
        assert page.goto(path.format(pk=politician.pk, other=other.pk, change=change.pk)).ok, path
        found = (
            Axe().run(page, {"exclude": FRAME_OF_THE_ADMIN}, {"runOnly": WCAG, "preload": False}).response["violations"]
        )
        amiss[path] = [(rule["id"], node["target"]) for rule in found for node in rule["nodes"]]
        if page.evaluate(SIDEWAYS) > 0:
            amiss[path].append("scrolls sideways")

    assert not {path: found for path, found in amiss.items() if found}
