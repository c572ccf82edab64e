"""Test the usual tasks of visitors: with and without JavaScript, and with the keyboard only."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from graph.actions.results import record
from graph.results import Mode
from tests.contract.conftest import france as france
from tests.contract.conftest import macron as macron
from tests.contract.conftest import presidency as presidency
from tests.contract.conftest import republic as republic
from tests.factories import (
    CompositionFactory,
    CountryFactory,
    CoverageFactory,
    InstitutionFactory,
    OfficeFactory,
    PoliticianFactory,
    RaceFactory,
    RelationshipFactory,
    SeatShareFactory,
)
from tests.graph.actions.results.conftest import add_candidacies, counted
from tests.graph.admin.conftest import create_staff
from tests.journeys.pages import tab_to

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def page(open_browser, request):
    return open_browser(java_script_enabled=request.param)


def test_visitor_looks_up_who_governed_on_a_day(page):
    japan = CountryFactory(name="Japan", country_code="jp", slug="japan")
    office = OfficeFactory(name="Prime Minister of Japan", country_code="jp")
    RelationshipFactory(subject=office, object=japan)
    for name, start, end in (
        ("Shinzo Abe", "2012-12-26", "2020-09-16"),
        ("Yoshihide Suga", "2020-09-16", "2021-10-04"),
    ):
        RelationshipFactory(subject=PoliticianFactory(name=name), object=office, start_date=start, end_date=end)
    page.goto("/entity/japan")

    page.get_by_label("As of").fill("2015-06-01")
    # Use the button, because in a date field the Enter key would open the calendar.
    tab_to(page, page.get_by_role("button", name="Show this day"))
    with page.expect_navigation():
        page.keyboard.press("Enter")

    expect(page.get_by_role("main")).to_contain_text("You see Japan as of 1 June 2015.")
    expect(page.get_by_role("link", name="Shinzo Abe").first).to_be_visible()
    expect(page.get_by_role("link", name="Yoshihide Suga")).to_have_count(0)


def test_visitor_compares_the_seats_of_two_parliaments(page, republic):
    other = CountryFactory(name="Belgium", country_code="be", slug="belgium")
    chamber = InstitutionFactory(name="Chamber of Representatives", country_code="be")
    RelationshipFactory(subject=chamber, object=other)
    SeatShareFactory(composition=CompositionFactory(institution=chamber), party=None, name="All of them", seats=150)
    seats = {}

    for country in ("France", "Belgium"):
        page.goto("/countries")
        tab_to(page, page.get_by_role("link", name=country))
        with page.expect_navigation():
            page.keyboard.press("Enter")
        picture = page.get_by_role("img", name="Seats in")
        expect(picture).to_be_visible()
        seats[country] = sum(path.get_attribute("d").count("M") for path in picture.locator("path").all())

    assert seats == {"France": 577, "Belgium": 150}


def test_visitor_reports_an_error_that_editors_see(page, open_browser, republic):
    page.goto("/entity/france")
    tab_to(page, page.get_by_role("main").get_by_role("link", name="Report an error"))
    with page.expect_navigation():
        page.keyboard.press("Enter")
    tab_to(page, page.get_by_label("What is wrong"))
    page.keyboard.type("The National Assembly was dissolved.")
    tab_to(page, page.get_by_role("button", name="Send report"))
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("An editor will check your report.")

    editor = open_browser(create_staff("editor", "editors"))
    editor.goto("/admin/graph/errorreport/")
    expect(editor.locator("#result_list")).to_contain_text("/entity/france")


def test_visitor_follows_a_rehearsal(page, monkeypatch):
    monkeypatch.setattr("snapshots.pages.results.SECONDS_UNTIL_REFRESH", 1)
    race = RaceFactory(name="Aston", election=CoverageFactory(mode=Mode.TEST).election)
    add_candidacies(race, "Labor", "Liberal")
    record(race, counted(10, 6, phase="counting"))
    page.goto(f"/elections/{race.election.slug}")
    expect(page.get_by_role("main")).to_contain_text("This is a rehearsal.")
    expect(page.get_by_role("status")).to_contain_text("Counting.")

    record(race, counted(100, 160, phase="final", is_called=True))

    # The page shows the new version without a click, because it reloads by itself.
    expect(page.get_by_role("status")).to_contain_text("Final.")


@pytest.fixture
def other_site(tmp_path):
    """Serve a folder on another port, as a website of another origin would. Yield (URL, path of the folder)."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=tmp_path)) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", tmp_path
        server.shutdown()
        thread.join()


def test_hemicycle_is_shown_on_another_site(open_browser, republic, live_server, other_site):
    address, folder = other_site
    page = open_browser()
    page.goto("/entity/france")
    tab_to(page, page.locator("summary", has_text="Embed").first)
    page.keyboard.press("Enter")
    markup = page.locator("figure pre.copy").first.inner_text()
    (folder / "news.html").write_text(f"<!doctype html><p>News</p>{markup}")

    page.goto(f"{address}/news.html")

    picture = page.get_by_role("img", name="Seats in National Assembly")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert picture.evaluate("image => image.src").startswith(live_server.url)
