"""Test how an editor covers an election, adds a race and uploads a file of results, with the keyboard only. Then the
public page shows the result."""

import pytest
from playwright.sync_api import expect

from graph.models import Coverage, Race
from tests import factories
from tests.graph.admin.conftest import create_staff
from tests.journeys.pages import csv_file, press

pytestmark = pytest.mark.django_db(transaction=True)
FILE = """race,candidacy,votes,phase
aston,Alex Jones,120,final
aston,Sam Lee,80,final
deakin,Alex Jones,1,final
"""


@pytest.fixture
def page(open_browser):
    factories.CountryFactory(country_code="au", name="Australia")
    factories.ElectionFactory(
        name="2025 Australia legislative election",
        slug="australia-2025-legislative",
        country_code="au",
        details__date="2025-05-03",
    )
    return open_browser(create_staff("editor", "editors"), viewport={"width": 1280, "height": 900})


def choose(page, field, text):
    """Open the select box of this field with the keyboard, type the text, and choose the first result."""
    page.locator(f"#id_{field} + .select2 .select2-selection").focus()
    page.keyboard.press("Enter")
    page.locator(".select2-search__field").last.fill(text)
    expect(page.locator(".select2-results__option", has_text=text).first).to_be_visible()
    page.keyboard.press("Enter")


def test_editor_covers_an_election_adds_a_race_and_uploads_its_results(page):
    page.goto("/admin/graph/coverage/add/")
    choose(page, "election", "2025 Australia legislative election")
    page.get_by_label("Note").fill("Counted by the commission.")
    press(page, page.get_by_role("button", name="Cover the election"))
    expect(page.locator(".messagelist .success")).to_have_text("Added.")

    press(page, page.get_by_role("link", name="Add race"))
    page.get_by_label("Name:", exact=True).fill("Aston")
    page.get_by_label("Method").select_option("instant-runoff")
    page.get_by_label("Name of candidacy 1").fill("Alex Jones")
    page.get_by_label("Name of candidacy 2").fill("Sam Lee")
    press(page, page.get_by_role("button", name="Add the race"))
    assert list(Race.objects.get().candidacies.values_list("key", flat=True)) == ["alex-jones", "sam-lee"]

    press(page, page.get_by_role("link", name="Upload results"))
    page.locator("#id_file").set_input_files(files=[csv_file(FILE)])
    press(page, page.get_by_role("button", name="Preview"))
    expect(page.get_by_role("table", name="Accepted")).to_contain_text("Aston")
    expect(page.get_by_role("table", name="Rejected")).to_contain_text("deakin: The election has no such race.")
    assert Coverage.objects.get().sequence == 0

    page.get_by_role("button", name="Record the accepted races").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_role("table", name="Recorded")).to_contain_text("Aston")
    page.goto("/elections/australia-2025-legislative")
    expect(page.get_by_role("main")).to_contain_text("Alex Jones")
