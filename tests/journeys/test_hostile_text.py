"""Test markup as the name of every entity, source and race. No page and no picture executes it."""

import pytest

from graph.models import Candidacy, Entity, Identifier, OtherName, Race, Relationship, SeatShare, Source
from search.index import refresh
from tests.contract.conftest import france as france
from tests.contract.conftest import gb_2019 as gb_2019
from tests.contract.conftest import macron as macron
from tests.contract.conftest import presidency as presidency
from tests.contract.conftest import republic as republic
from tests.factories import PartyFactory

pytestmark = pytest.mark.django_db(transaction=True)
MARKUP = "hit \"'></title></script></style>--><img src=x onerror=alert(1)><script>alert(1)</script>]]>{{ 7 }}"
NAMES = (
    (Entity, ("name", "description")),
    (OtherName, ("name",)),
    (Identifier, ("value",)),
    (Relationship, ("role",)),
    (Source, ("name", "url", "licence")),
    (SeatShare, ("name",)),
    (Race, ("name", "area_name", "region")),
    (Candidacy, ("name", "label")),
)
PAGES = [
    "/",
    "/countries",
    "/elections",
    "/elections/gb-2019",
    "/elections/gb-2019?area=hit",
    "/elections/gb-2019/races/south",
    "/entity/emmanuel-macron",
    "/entity/emmanuel-macron?at=2020-01-01",
    "/entity/emmanuel-macron/relationships",
    "/search?q=hit",
    "/search?q=%3Cscript%3Ealert(1)%3C/script%3E",
    "/downloads",
    "/attribution",
    "/report?page=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
]
SEARCHED = "/search?q=hit", "/elections/gb-2019?area=hit"
FILES = [
    "/elections/gb-2019/results.svg",
    "/entity/emmanuel-macron/timeline.svg",
    "/entity/emmanuel-macron/network.svg",
    "/entity/france/seats.svg",
    "/feed",
]
INJECTED = "document.querySelectorAll(\"[onerror], [src='x']\").length"

# Fetch and parse a picture instead of opening it. For an opened SVG picture, the browser reports that its style is
# blocked, although the style works in image elements.
INJECTED_INTO_FILE = """async path => {
  const text = await (await fetch(path)).text();
  const root = new DOMParser().parseFromString(text, "application/xml");
  return [text.includes("&lt;img src=x"), root.querySelectorAll("parsererror, script, img").length];
}"""


@pytest.fixture
def page(open_browser, republic, gb_2019):
    for model, columns in NAMES:
        # Put a number before the markup, because some columns are unique.
        for place, row in enumerate(model.objects.order_by("pk")):
            limits = {name: model._meta.get_field(name).max_length or 500 for name in columns}
            texts = {name: f"{place} {MARKUP}"[:limit] for name, limit in limits.items()}
            model.objects.filter(pk=row.pk).update(**texts)
    # The search index updates entities with new changes, so create one with its change.
    PartyFactory(name=MARKUP)
    refresh()
    page = open_browser()
    page.on("dialog", lambda dialog: pytest.fail(f"{page.url} executed {dialog.message}"))
    return page


def test_pages_and_pictures_show_markup_in_every_name_as_text(page):
    slugs = Entity.objects.published().values_list("slug", flat=True)
    injected, showing = {}, 0
    for path in [*PAGES, *(f"/entity/{slug}" for slug in slugs)]:
        shows = "&lt;img src=x" in page.goto(path).text()
        assert shows or path not in SEARCHED
        showing += shows
        injected[path] = page.evaluate(INJECTED)

    for path in FILES:
        shows, injected[path] = page.evaluate(INJECTED_INTO_FILE, path)
        showing += shows

    assert not {path: count for path, count in injected.items() if count}
    # Assert that the pages do show names with the markup, because otherwise the test could not fail.
    assert showing > len(slugs)
