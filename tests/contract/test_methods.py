"""Test that HEAD and OPTIONS work wherever GET does, and that other methods get 405 with Allow (API contract, section
1)."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
READ_ONLY = [
    "/",
    "/account",
    "/admin",
    "/docs/api",
    "/entity/nobody",
    "/favicon.ico",
    "/healthz",
    "/problems",
    "/robots.txt",
    "/sign-in",
    "/sitemap.xml",
    "/.well-known/security.txt",
]
FORMS = ["/admin/", "/admin/login/", "/account/keys/new", "/report", "/sign-out"]


@pytest.fixture
def browser():
    """Return a client that checks CSRF tokens and has none."""
    return Client(enforce_csrf_checks=True)


@pytest.mark.parametrize("path", READ_ONLY)
def test_pages_have_get_head_and_options_only(browser, path):
    response = browser.options(path)

    assert (response.status_code, response["Allow"], response.content) == (204, "GET, HEAD, OPTIONS", b"")
    for rejected in (browser.post(path), browser.delete(path)):
        assert (rejected.status_code, rejected["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert browser.head(path).status_code == browser.get(path).status_code


@pytest.mark.parametrize("path", FORMS)
def test_pages_with_forms_have_post_too(browser, path):
    assert set(browser.options(path)["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}
    assert browser.post(path).status_code == 403
    assert browser.put(path).status_code == 405


def test_static_files_have_get_head_and_options_only(browser):
    path = "/static/icon.svg"

    assert (browser.options(path).status_code, browser.options(path)["Allow"]) == (204, "GET, HEAD, OPTIONS")
    assert (browser.post(path).status_code, browser.post(path)["Allow"]) == (405, "GET, HEAD, OPTIONS")
