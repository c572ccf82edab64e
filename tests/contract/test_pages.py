"""Test the HTML pages that visitors see without an account."""

import re
from datetime import UTC, datetime

import pytest
from django.utils.http import http_date

from tests.factories import SourceFactory

pytestmark = pytest.mark.django_db
TEXTS = [
    "/",
    "/about",
    "/terms",
    "/privacy",
    "/attribution",
    "/downloads",
    "/coverage",
    "/docs",
    "/countries",
    "/elections",
]
CACHED = [
    "/",
    "/entity/france",
    "/entity/france/network.svg",
    "/search?q=macron",
    "/sitemap.xml",
    "/terms",
    "/coverage",
]
PAGES = [*TEXTS, "/design", "/search", "/search?q=macron", "/problems", "/problems/not-found", "/nothing", "/%00"]


@pytest.mark.parametrize(
    ("contact", "shown"),
    [
        ("mailto:team@graph.example", '<a href="mailto:team@graph.example">team@graph.example</a>'),
        ("", "The operator has named no contact."),
    ],
)
def test_about_page_names_the_contact_of_the_operator(client, settings, contact, shown):
    settings.SECURITY_CONTACT = contact

    assert shown in client.get("/about").content.decode()


def test_home_page_links_to_the_documentation_and_three_entities(client):
    page = client.get("/")

    links = re.findall(r'href="([^"#]+)"', page.content.decode())
    assert page.status_code == 200
    assert {"/docs/api", "/api/schema", "/api/graph/entities"} <= set(links)
    assert sum(link.startswith("/api/graph/entity/") for link in links) == 3


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_accessible(client, path):
    page = client.get(path).content.decode()

    assert '<html lang="en">' in page
    assert '<meta name="viewport"' in page
    assert page.count("<h1>") == page.count("<main") == page.count("<title>") == 1
    assert 'href="#content"' in page


@pytest.mark.parametrize("path", [*PAGES, "/docs/api"])
def test_pages_load_nothing_from_other_hosts(client, path):
    page = client.get(path).content.decode()

    loaded = re.findall(r'(?:src|<link(?! rel="canonical")[^>]* href)="([^"]+)"', page)
    assert all(address.startswith("/") and not address.startswith("//") for address in loaded)


def test_api_docs_show_the_openapi_document(client):
    page = client.get("/docs/api", headers={"accept": "text/html"})
    script = client.get("/docs/api?script=")

    assert page.status_code == script.status_code == 200
    assert '<header class="masthead">' in page.content.decode()
    assert '<link rel="canonical" href="http://testserver/docs/api">' in page.content.decode()
    assert "/api/schema" in script.content.decode()
    # The script has no CSRF token of one visitor, because its response is cached for all visitors.
    assert script.content == client.get("/docs/api?script=").content


def test_api_docs_load_files_of_this_host(client):
    page = client.get("/docs/api").content.decode()

    for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
        response = client.get(address)
        assert response.status_code == 200
        assert response.getvalue()


@pytest.mark.parametrize(
    ("asked", "leads"), [("/favicon.ico", "/static/icon.svg"), ("/admin", "/admin/"), ("/api/docs", "/docs/api")]
)
def test_well_known_paths_redirect(client, asked, leads):
    assert client.get(asked)["Location"] == leads


@pytest.mark.parametrize("path", TEXTS)
def test_pages_say_what_search_engines_and_other_sites_show(client, path):
    page = client.get(path).content.decode()

    tags = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', page))
    assert tags["og:title"]
    assert tags["description"] == tags["og:description"]
    assert tags["og:url"] == f"http://testserver{path}"
    assert f'<link rel="canonical" href="http://testserver{path}">' in page
    image = tags["og:image"].removeprefix("http://testserver")
    assert client.get(image).getvalue().startswith(b"\x89PNG")
    assert 'type="application/rss+xml"' in page


def test_unknown_path_is_not_found_in_plain_words(client):
    page = client.get("/nothing")

    assert page.status_code == 404
    assert "There is no page at this address." in page.content.decode()


@pytest.mark.usefixtures("france")
@pytest.mark.parametrize("query", ["france", "nobody of this name"])
def test_searches_link_to_the_form_for_errors(client, query):
    assert 'href="/report?page=/search"' in client.get("/search", {"q": query}).content.decode()


def test_unknown_path_has_no_canonical_address(client):
    page = client.get("/nothing").content.decode()

    assert "canonical" not in page
    assert '<meta name="robots" content="noindex">' in page


def test_design_page_exists_in_development_only(client, monkeypatch):
    assert client.get("/design").content.decode().count("<section") == 2
    monkeypatch.setattr("config.env.PRODUCTION", True)
    assert client.get("/design").status_code == 404


def test_links_of_the_footer_lead_somewhere(client):
    footer = client.get("/").content.decode().partition("<footer")[2]

    links = re.findall(r'href="([^"]+)"', footer)
    assert {"/downloads", "/privacy", "/coverage"} <= set(links)
    assert {client.get(link).status_code for link in links} == {200}


@pytest.mark.parametrize("path", CACHED)
@pytest.mark.usefixtures("today", "france")
def test_pages_return_304_to_clients_that_have_them(client, path):
    page = client.get(path)

    assert page["Last-Modified"] == http_date(datetime.now(UTC).timestamp())
    assert client.get(path, headers={"if-modified-since": page["Last-Modified"]}).status_code == 304
    assert client.get(path, headers={"if-none-match": page["ETag"]}).status_code == 304


@pytest.mark.parametrize("path", ["/entity/france", "/terms"], ids=["stored page", "fixed page"])
@pytest.mark.usefixtures("today", "france", "stored_responses", "same_connection")
def test_an_unchanged_page_has_the_time_when_it_was_first_sent(client, time_machine, path):
    first = client.get(path)["Last-Modified"]
    time_machine.shift(60)

    page = client.get(path, headers={"if-modified-since": first})

    assert (page.status_code, page["Last-Modified"]) == (304, first)


@pytest.mark.usefixtures("today")
def test_a_page_with_new_content_has_a_new_time(client, time_machine):
    first = client.get("/attribution")["Last-Modified"]
    time_machine.shift(60)
    SourceFactory(name="Journal officiel")

    page = client.get("/attribution", headers={"if-modified-since": first})

    assert (page.status_code, page["Last-Modified"]) == (200, http_date(datetime.now(UTC).timestamp()))


@pytest.mark.parametrize("path", CACHED)
@pytest.mark.usefixtures("france")
def test_compressed_pages_vary_by_encoding(client, path):
    page = client.get(path, headers={"accept-encoding": "gzip"})

    assert "Content-Encoding" not in page or "Accept-Encoding" in page["Vary"]
