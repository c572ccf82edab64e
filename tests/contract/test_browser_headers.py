"""What every answer tells a browser, whatever was asked for."""

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
METHODS = ["get", "head", "post", "options"]
INSTEAD = {"slug": "none", "code": "none", "provider_id": "none", "app_label": "accounts"}


def patterns(resolver, above=""):
    for entry in resolver.url_patterns:
        route = above + str(entry.pattern)
        yield from [route] if isinstance(entry, URLPattern) else patterns(entry, route)


def path(route):
    """An address that the route takes, or nearly: what is not found is an answer too."""
    without_names = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: INSTEAD.get(found[1], "1"), route)
    return "/" + re.sub(r"[\^$\\]|\(\?P?|[()|]", "", without_names)


ROUTES = sorted({path(route) for route in patterns(get_resolver())})
OTHERS = ["/static/site.css", "/static/none.css", "/nothing", "/%00", "/api/none", "/sign-in/x.css"]


def test_the_list_of_routes_is_not_empty():
    assert {"/", "/sign-in", "/admin/login/", "/api/docs", "/feed"} <= set(ROUTES)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("address", [*ROUTES, *OTHERS])
def test_every_answer_says_what_a_browser_may_do_with_it(client, address, method):
    client.raise_request_exception = False

    answer = getattr(client, method)(address)
    answer.close()

    policy = dict(directive.split(" ", 1) for directive in answer["Content-Security-Policy"].split("; "))
    assert {name: policy[name] for name in POLICY} == POLICY
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]


def test_forms_lead_nowhere_else_but_from_the_sign_in_page(client):
    """Buttons there lead to providers; browsers hold the policy against every hop of the way."""
    assert "form-action 'self';" in client.get("/sign-out")["Content-Security-Policy"] + ";"
    assert "form-action 'self' https:" in client.get("/sign-in")["Content-Security-Policy"]


@pytest.mark.parametrize("address", ["/", "/search", "/sign-in", "/sign-out", "/problems", "/nothing", "/api/docs"])
def test_no_page_needs_what_the_policy_refuses(client, address):
    page = client.get(address).content.decode()

    assert not re.search(r"<style|<script(?![^>]* src=)|\sstyle=|\son\w+=|javascript:", page)


def test_cookies_are_for_us_alone(client, admin_user):
    client.post("/admin/login/", {"username": "admin", "password": "password"})
    client.get("/sign-in")

    assert set(client.cookies) == {"sessionid", "csrftoken"}
    for cookie in client.cookies.values():
        assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Lax", "/", "")
