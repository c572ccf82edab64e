"""Test that every response has the security headers."""

import re

import pytest
from django.urls import URLPattern, get_resolver

pytestmark = pytest.mark.django_db

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
ARGUMENTS = {"slug": "none", "code": "none", "provider_id": "none", "app_label": "accounts"}


def routes(resolver, prefix=""):
    for entry in resolver.url_patterns:
        route = prefix + str(entry.pattern)
        yield from [route] if isinstance(entry, URLPattern) else routes(entry, route)


def path_of(route):
    """Return a path that matches the route. The path may lead to a 404 response, which needs the headers too."""
    without_names = re.sub(r"<(?:\w+:)?(\w+)>", lambda match: ARGUMENTS.get(match[1], "1"), route)
    return "/" + re.sub(r"[\^$\\]|\(\?P?|[()|]", "", without_names)


PATHS = sorted({path_of(route) for route in routes(get_resolver())})


def assert_has_security_headers(response):
    response.close()
    policy = dict(directive.split(" ", 1) for directive in response["Content-Security-Policy"].split("; "))
    assert {name: policy[name] for name in POLICY} == POLICY
    assert "unsafe" not in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]


def test_get_of_every_url_has_the_security_headers(client):
    client.raise_request_exception = False
    assert {"/", "/sign-in", "/admin/login/", "/api/docs", "/feed"} <= set(PATHS)

    for path in PATHS:
        assert_has_security_headers(client.get(path))


@pytest.mark.parametrize("method", ["get", "head", "post", "options"])
@pytest.mark.parametrize(
    "path",
    [
        "/",  # The page has a template of ours.
        "/admin/login/",  # Django's own view makes this page.
        "/api/schema",  # The response is JSON.
        "/feed",  # The response is XML.
        "/healthz",  # The view is a function without a template.
        "/api/none",  # The response is a problem document.
        "/nothing",  # The response is an error page.
        "/%00",  # The request is rejected before a view is called.
        "/api/schema/",  # The response is a redirect.
        "/static/site.css",
        "/static/none.css",
        "/sign-in/x.css",
    ],
)
def test_every_class_of_response_has_the_security_headers_for_every_method(client, path, method):
    client.raise_request_exception = False

    assert_has_security_headers(getattr(client, method)(path))


def test_forms_may_only_be_sent_elsewhere_from_the_sign_in_page(client):
    """The sign-in form redirects to identity providers, and browsers apply form-action of the Content-Security-Policy
    also to redirects."""
    assert "form-action 'self';" in client.get("/sign-out")["Content-Security-Policy"] + ";"
    assert "form-action 'self' https:" in client.get("/sign-in")["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/", "/search", "/sign-in", "/sign-out", "/problems", "/nothing", "/docs/api"])
def test_pages_need_nothing_that_the_policy_forbids(client, path):
    page = client.get(path).content.decode()

    assert not re.search(r"<style|<script(?![^>]* src=)|\sstyle=|\son\w+=|javascript:", page)


def test_cookies_are_sent_to_this_site_only(client, admin_user):
    client.post("/admin/login/", {"username": "admin", "password": "password"})
    client.get("/sign-in")

    assert set(client.cookies) == {"sessionid", "csrftoken"}
    for cookie in client.cookies.values():
        assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Lax", "/", "")
