"""Check all pages of the portal and the editorial admin with axe, on a phone (light) and on a wide screen (dark)."""

from datetime import UTC, datetime, timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe

from accounts.actions.keys import roll_key
from accounts.actions.pro import decline_pro
from graph.actions.results import record
from graph.models import Change, Entity
from tests.accounts.signin.conftest import app
from tests.accounts.signin.conftest import switch_on as switch_on
from tests.contract.conftest import france as france
from tests.contract.conftest import gb_2019 as gb_2019
from tests.contract.conftest import macron as macron
from tests.contract.conftest import presidency as presidency
from tests.contract.conftest import republic as republic
from tests.edits import update
from tests.factories import (
    ApiKeyFactory,
    KeyUseFactory,
    PoliticianFactory,
    ProRequestFactory,
    RaceFactory,
    RelationshipFactory,
    SourceFactory,
    UserFactory,
)
from tests.graph.actions.results.conftest import add_candidacies, counted
from tests.graph.admin.conftest import create_staff
from tests.journeys.pages import csv_file, press

pytestmark = pytest.mark.django_db(transaction=True)
SCREENS = {
    "phone": {"color_scheme": "light", "viewport": {"width": 320, "height": 800}},
    "wide": {"color_scheme": "dark", "viewport": {"width": 1280, "height": 800}},
}
MINIMUM_TARGET_SIZE = 44
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
"""Rules of the WCAG standard. The best practices of axe are not checked, because Django's own pages violate some."""
OPTIONS = {"runOnly": WCAG, "preload": False, "resultTypes": ["violations"]}
"""Options of axe for Django's pages. ``resultTypes`` leaves out results about elements without violations."""
LOADED_AXE = Axe("null")
"""Runs axe on a page that has already loaded the script of axe."""
DJANGO_PARTS = [["#header"], [".breadcrumbs"], ["#nav-sidebar"]]

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
FORMS = [
    ("/account/keys/new", {"#id_name": ""}, "Create API key"),
    ("/account/keys/new", {"#id_name": "Thesis"}, "Create API key"),
    ("/account/keys/{key}/roll", {}, "Roll key"),
    ("/account/keys/{key}/revoke", {}, "Revoke key"),
    ("/account/pro", {}, "Request pro"),
    ("/account/delete", {"#id_address": "nobody"}, "Delete account"),
]
"""Forms to submit: the path, the values of fields, and the button to click."""


@pytest.fixture
def page(open_browser, researcher):
    return open_browser(researcher)


@pytest.fixture
def key(researcher):
    """Return an API key. To fill the account's pages, the account also has other keys, usage, and a declined pro
    request."""
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
    decline_pro(request=ProRequestFactory(user=researcher), by=UserFactory(), message="Please describe the project.")
    SourceFactory()
    return key


def on_screens(page):
    """Show the loaded page, with all <details> open, on each screen of `SCREENS`, and yield the name of the screen."""
    page.evaluate(PREPARE)
    page.evaluate(Axe().axe_script)
    for name, screen in SCREENS.items():
        page.emulate_media(color_scheme=screen["color_scheme"])
        page.set_viewport_size(screen["viewport"])
        yield name


def assert_accessible(page):
    """Assert for both screens: the page violates no axe rule, does not scroll sideways, and has no small controls."""
    for name in on_screens(page):
        results = LOADED_AXE.run(page)

        assert results.violations_count == 0, f"{page.url}, {name}: {results.generate_report()}"
        assert page.evaluate(SIDEWAYS) <= 0, f"{page.url}, {name}: scrolls sideways"
        assert not page.evaluate(TOO_SMALL, MINIMUM_TARGET_SIZE), f"{page.url}, {name}"


# Switch transitions off, so that links and buttons of the admin have the colours of the new screen at once.
PREPARE = """() => {
  document.querySelectorAll("details").forEach(details => { details.open = true; });
  const style = new CSSStyleSheet();
  style.replaceSync("* { transition: none !important; }");
  document.adoptedStyleSheets = [style];
}"""
SIDEWAYS = "document.documentElement.scrollWidth - window.innerWidth"
# Users can click the label of a check box too, so the size of the label counts.
TOO_SMALL = """minimum => {
  const target = (element) => (element.type === "checkbox" ? element.labels[0] : element);
  return [...document.querySelectorAll(
    "main :is(button, a.button, input:not([type=hidden]), select, textarea, summary, nav a, .actions a)"
)].filter(element => element.checkVisibility() && target(element).getBoundingClientRect().height < minimum)
    .map(element => element.outerHTML);
}"""


def test_sign_in_pages_are_accessible(open_browser, switch_on):
    switch_on(app("college", "https://college.example"))
    page = open_browser()

    for path in ("/sign-in", "/sign-in?next=/account/pro", "/sign-out", "/account"):
        page.goto(path)

        assert_accessible(page)


def test_account_pages_of_a_new_account_are_accessible(page):
    for path in ("/account", "/account/use", "/account/pro"):
        page.goto(path)

        assert_accessible(page)


def test_account_pages_of_an_older_account_are_accessible(page, key):
    for path in PAGES:
        page.goto(path.format(key=key.pk))

        assert_accessible(page)


def is_response_to_post(response):
    """Return True if the browser got this response to a POST request, directly or after a redirect."""
    request = response.request
    return (request.redirected_from or request).method == "POST"


def test_responses_to_forms_are_accessible(page, key):
    for path, typed, button in FORMS:
        page.goto(path.format(key=key.pk))
        for field, text in typed.items():
            page.fill(field, text)
        response = press(page, page.get_by_role("main").get_by_role("button", name=button))
        assert is_response_to_post(response), f"{path}: {button}"

        assert_accessible(page)


PUBLIC_PAGES = [
    "/",
    "/countries",
    "/elections",
    "/elections/gb-2019",
    "/elections/gb-2019/races/south",
    "/entity/france",
    "/entity/emmanuel-macron",
    "/entity/emmanuel-macron?at=2020-01-01",
    "/entity/emmanuel-macron/relationships",
    "/search?q=macron",
    "/entity/{party}",
    "/entity/{office}",
    "/entity/{institution}",
    "/elections/gb-2019?area=North",
    "/coverage",
    "/docs",
    "/docs/webhooks",
    "/downloads",
    "/report?page=/entity/france",
    "/problems",
    "/design",
    "/about",
    "/privacy",
    "/terms",
]


def test_public_pages_are_accessible(open_browser, republic, gb_2019):
    page = open_browser()

    slugs = {kind: Entity.objects.filter(kind=kind).first().slug for kind in ("party", "office", "institution")}
    for path in PUBLIC_PAGES:
        page.goto(path.format(**slugs))

        assert_accessible(page)


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
def test_api_reference_is_accessible(open_browser, republic, screen):
    page = open_browser(**screen)
    page.goto("/docs/api")
    page.locator(".opblock").first.wait_for()

    # Swagger UI violates best practices of axe, but no rule of WCAG.
    results = Axe().run(page, options=OPTIONS)

    assert results.violations_count == 0, results.generate_report()
    assert page.evaluate(SIDEWAYS) <= 0


ADMIN_PAGES = [
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


RESULTS_PAGES = [
    "/elections/{slug}",
    "/admin/graph/coverage/",
    "/admin/graph/coverage/add/",
    "/admin/graph/race/?election={election}",
    "/admin/graph/race/add/?election={election}",
    "/admin/graph/race/{race}/change/",
    "/admin/graph/coverage/{election}/upload/",
]


def violations_of(page, path):
    """Open the page at this path. Return (screen, rule, element) for each rule of `WCAG` that the page violates."""
    assert page.goto(path).ok, path
    return violations_now(page)


def violations_now(page):
    violations = []
    for name in on_screens(page):
        found = LOADED_AXE.run(page, {"exclude": DJANGO_PARTS}, OPTIONS).response["violations"]
        violations += [(name, rule["id"], node["target"]) for rule in found for node in rule["nodes"]]
        violations += [(name, "scrolls sideways")] if page.evaluate(SIDEWAYS) > 0 else []
    return violations


def test_pages_of_results_are_accessible(open_browser):
    race = RaceFactory(name="Aston", method="instant-runoff")
    add_candidacies(race, "Labor", "Liberal")
    record(race, counted(100, 60, phase="final", valid=160, is_called=True))
    values = {"slug": race.election.slug, "election": race.election_id, "race": race.pk}
    page = open_browser(create_staff("editor", "editors", "publishers"))

    found = {path: violations_of(page, path.format(**values)) for path in RESULTS_PAGES}
    rows = "race,candidacy,votes\naston,Labor,1\naston,Liberal,2\nnowhere,Labor,1\n"
    page.locator("#id_file").set_input_files(files=[csv_file(rows)])
    press(page, page.get_by_role("button", name="Preview"))
    found["preview"] = violations_now(page)

    assert not {path: violations for path, violations in found.items() if violations}


def test_admin_pages_are_accessible(open_browser):
    editor = create_staff("editor", "editors", "publishers")
    politician, other = PoliticianFactory(name="Élodie Martin"), PoliticianFactory(name="E. Martin")
    RelationshipFactory(subject=politician)
    for year in (1975, 1957):
        update(entity=politician, birth_year=year, by=editor, note="From the register")
    change = Change.objects.filter(entity=politician).order_by("pk").first()
    page = open_browser(editor)

    keys = {"pk": politician.pk, "other": other.pk, "change": change.pk}
    violations = {path: violations_of(page, path.format(**keys)) for path in ADMIN_PAGES}

    assert not {path: found for path, found in violations.items() if found}
