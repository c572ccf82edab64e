"""Test how an editor drafts, publishes, changes, reverts, merges and unmerges an entity. After each step, the API shows
the new data.

If PICTURES is the path of a folder, screenshots for the README of the editorial admin are saved there.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from graph.models import Entity
from tests import factories
from tests.graph.admin.conftest import create_staff
from tests.journeys.pages import press

pytestmark = pytest.mark.django_db(transaction=True)
PICTURES = os.environ.get("PICTURES")
NEW = {"politician": "Élodie Martin", "slug": "elodie-martin"}


@pytest.fixture
def france():
    """Return a country with an office and a party, and create a source."""
    country = factories.CountryFactory(country_code="fr")
    office = factories.OfficeFactory(
        name="President of France", details__office_type="head of state", details__term_length=5
    )
    party = factories.PartyFactory(name="Horizons", slug="horizons-fr")
    for subject in (office, party):
        factories.RelationshipFactory(subject=subject, object=country)
    factories.SourceFactory(name="Journal officiel", slug="journal-officiel")
    return country


@pytest.fixture
def page(open_browser):
    editor = create_staff("editor", "editors", "publishers", email="editor@graph.example")
    return open_browser(editor, viewport={"width": 1280, "height": 900})


def picture(page, name):
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


def choose(page, field, text):
    """Type the text into the select box of this field, and click the first result that contains the text."""
    page.locator(f"#id_{field} + .select2").click()
    page.locator(".select2-search__field").last.fill(text)
    page.locator(".select2-results__option", has_text=text).first.click()


def add_row(page, group, name):
    page.locator(f"#{group}-group .add-row a").click()
    expect(page.locator(f"#id_{group}-0-{name}")).to_be_attached()


def add_relationship(page, group, object, **fields):
    """Add a relationship on the admin page of an entity: a row in the formset ``group``, with this object, a source,
    and these texts in other fields."""
    add_row(page, group, "object")
    choose(page, f"{group}-0-object", object)
    choose(page, f"{group}-0-source", "Journal officiel")
    for field, text in fields.items():
        page.locator(f"#id_{group}-0-{field}").fill(text)


def save(page, reason=""):
    page.locator("#id_reason").fill(reason)
    press(page, page.get_by_role("button", name="Save and continue editing"))
    expect(page.locator(".messagelist .success")).to_be_visible()


def draft(page, name=NEW["politician"]):
    page.goto("/admin/graph/politician/add/")
    page.locator("#id_name").fill(name)
    page.locator("#id_country_code").select_option("fr")
    page.locator("#id_facts-0-birth_year").fill("1975")
    add_relationship(
        page, "politician_holds_office", "President of France", start_date="14 May 2025", verified_at="2026-01-01"
    )
    add_relationship(page, "politician_member_of_party", "Horizons", start_date="2021", verified_at="2026-01-01")
    add_row(page, "citations", "source")
    choose(page, "citations-0-source", "Journal officiel")
    page.locator("#id_citations-0-retrieved").fill("2026-01-01")
    picture(page, "drafting")
    save(page)


def publish(page):
    page.locator("#id_reason").fill("Checked against the register")
    press(page, page.get_by_role("button", name="Save and publish"))
    expect(page.locator(".messagelist .success")).to_contain_text("was saved and published.")


def get(page, path):
    """Request a path, and follow redirects. Return (status code, body)."""
    response = page.request.get(path)
    return response.status, response.text()


def assert_public(page, slug, name):
    """Assert that the API, the feed, the search and the snapshot show the entity."""
    status, entity = get(page, f"/api/graph/entity/{slug}")
    assert (status, f'"name":"{name}"' in entity, '"President of France"' in entity) == (200, True, True)
    assert name in get(page, "/feed")[1]
    assert slug in get(page, f"/api/search?q={name.split()[-1]}")[1]
    assert name in get(page, "/api/snapshot/france?at=2026-06-15")[1]


def birth_year(page):
    return page.request.get(f"/api/graph/entity/{NEW['slug']}").json()["entity"]["metadata"]["birth_year"]


def history(page):
    press(page, page.get_by_role("link", name="History").first)


def change_and_revert(page):
    page.locator("#id_facts-0-birth_year").fill("1957")
    save(page, "The register says so")
    assert birth_year(page) == 1957
    picture(page, "changing")

    history(page)
    picture(page, "history")
    press(page, page.get_by_role("link", name="Revert to this version").first)
    expect(page.get_by_role("table", name="What will change")).to_contain_text("1975")
    page.get_by_label("Reason").fill("Figures swapped")
    press(page, page.get_by_role("button", name="Revert"))
    expect(page.locator(".messagelist .success")).to_contain_text("was reverted to the version")
    assert birth_year(page) == 1975


def unmerge(page):
    press(page, page.get_by_role("link", name="Undo this merge"))
    page.get_by_label("Reason").fill("They are two")
    press(page, page.get_by_role("button", name="Undo the merge"))
    expect(page.locator(".messagelist .success")).to_contain_text("is a separate entity again")


def test_editor_drafts_publishes_merges_and_unmerges_an_entity(france, page):
    draft(page)
    assert get(page, f"/api/graph/entity/{NEW['slug']}")[0] == 404
    publish(page)
    assert_public(page, NEW["slug"], NEW["politician"])

    change_and_revert(page)
    duplicate = merge_duplicate(page)
    assert page.request.get(f"/api/graph/entity/{duplicate}", max_redirects=0).status == 308
    assert NEW["politician"] in get(page, f"/api/graph/entity/{duplicate}")[1]
    unmerge(page)
    status, body = get(page, f"/api/graph/entity/{duplicate}")
    assert (status, '"name":"E. Martin"' in body) == (200, True)
    assert_public(page, NEW["slug"], NEW["politician"])


def merge_duplicate(page):
    """Create and publish a second politician with the name E. Martin, and merge it into the first one. Return the slug
    of the second."""
    draft(page, "E. Martin")
    publish(page)
    press(page, page.get_by_role("link", name="Merge into another"))
    choose(page, "into", NEW["politician"])
    press(page, page.get_by_role("button", name="Compare both"))
    picture(page, "merging")
    page.get_by_label("Reason").fill("One person")
    press(page, page.get_by_role("button", name="Merge", exact=True))
    expect(page.locator(".messagelist .success")).to_contain_text("has been merged into")
    assert not Entity.objects.filter(slug="e-martin").exists()
    return "e-martin"


def import_table(page, *lines):
    page.goto("/admin/graph/politician/")
    press(page, page.get_by_role("link", name="Import"))
    table = {"name": "politicians.csv", "mimeType": "text/csv", "buffer": "\n".join(lines).encode()}
    page.locator("input[type=file]").set_input_files(files=[table])
    press(page, page.get_by_role("button", name="Preview"))


def test_import_shows_a_preview_before_it_writes(france, page):
    known = factories.PoliticianFactory(name="Élodie Martin", slug="elodie-martin", details__birth_year=1957)
    head = "slug,name,country_code,birth_year"

    import_table(page, head, "elodie-martin,,,1975", "luc-petit,Luc Petit,fr,soon")
    expect(page.get_by_role("table", name="Rows with errors")).to_contain_text("birth_year")
    expect(page.get_by_role("button", name="Import all")).to_have_count(0)

    import_table(page, head, "elodie-martin,,,1975", "luc-petit,Luc Petit,fr,1980")
    picture(page, "table")
    page.get_by_label("Reason").fill("From the register")
    press(page, page.get_by_role("button", name="Import all 2"))

    expect(page.locator(".messagelist .success")).to_contain_text("1 new, 1 changed")
    known.refresh_from_db()
    assert known.details.birth_year == 1975
    assert Entity.objects.get(slug="luc-petit").status == "draft"
