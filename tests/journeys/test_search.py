"""Test how visitors find a politician despite a typing error: with JavaScript, with the keyboard only, and without
JavaScript."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from search.index import refresh
from tests.contract.conftest import france as france
from tests.contract.conftest import macron as macron
from tests.contract.conftest import presidency as presidency
from tests.contract.conftest import republic as republic
from tests.factories import OtherNameFactory, PartyFactory
from tests.journeys.pages import press

pytestmark = pytest.mark.django_db(transaction=True)
SINCE = "President of France since 14 May 2017."


@pytest.fixture
def page(open_browser, republic):
    refresh()
    return open_browser()


def test_a_typing_error_leads_to_the_politician_without_a_script(open_browser, republic):
    refresh()
    page = open_browser(java_script_enabled=False)
    page.goto("/")
    page.fill("#q", "emanuel macrno")
    press(page, page.get_by_role("button", name="Search"))

    assert "This is what “emmanuel macron” finds" in page.get_by_role("main").inner_text()
    press(page, page.get_by_role("link", name="Emmanuel Macron"))

    assert SINCE in page.get_by_role("main").inner_text()


def test_the_keyboard_alone_chooses_a_suggestion(page):
    page.goto("/")
    field = page.get_by_role("combobox")
    page.get_by_role("link", name="Your account").focus()
    page.keyboard.press("Tab")
    page.keyboard.type("emanuel macrno")
    option = page.get_by_role("option", name="Emmanuel Macron")
    option.wait_for()
    assert field.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")

    assert field.get_attribute("aria-activedescendant") == option.get_attribute("id")
    assert option.get_attribute("aria-selected") == "true"
    page.keyboard.press("Enter")
    page.wait_for_url("**/entity/emmanuel-macron")

    assert SINCE in page.get_by_role("main").inner_text()


def test_escape_closes_the_suggestions_and_enter_searches(page):
    page.goto("/search")
    page.fill("#q", "macron")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("Escape")

    assert page.locator("#suggestions li").count() == 0
    assert page.locator("#q").get_attribute("aria-expanded") == "false"
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.url.endswith("/search?q=macron&type=&country=&status=")


def test_a_click_chooses_a_suggestion_that_the_filters_allow(page):
    page.goto("/search")
    page.select_option("#type", "office")
    page.fill("#q", "france")
    page.get_by_role("option").first.wait_for()

    assert page.get_by_role("option", name="President of France").count() == 1
    page.get_by_role("option").first.click()
    page.wait_for_url("**/entity/president-of-france")


def test_suggestions_show_markup_as_text(page):
    party = PartyFactory(name="<img src=x onerror=document.title='hit'> Front")
    OtherNameFactory(entity=party, name="<b>Frontists</b>")
    refresh()
    page.goto("/")
    title = page.title()
    page.fill("#q", "frontists")
    page.get_by_role("option").first.wait_for()

    assert "<b>Frontists</b>" in page.get_by_role("option").first.inner_text()
    assert page.title() == title


@pytest.mark.parametrize("width", [320, 1280])
def test_open_suggestions_and_results_are_accessible(open_browser, republic, width):
    refresh()
    page = open_browser(viewport={"width": width, "height": 800})
    page.goto("/search?q=macron")
    page.fill("#q", "france")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("ArrowDown")

    results = Axe().run(page)

    assert results.violations_count == 0, results.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
