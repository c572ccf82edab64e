"""Test the sign-in page, the start of a sign-in, and the sign-out."""

import pytest

from accounts.models import User
from accounts.pages.sign_in import safe_next
from tests.accounts.signin.conftest import query

pytestmark = pytest.mark.django_db

VERIFIED = {"email": "researcher@example.org", "email_verified": True}
FOREIGN = [
    "https://evil.test/",
    "http://evil.test",
    "//evil.test",
    "///evil.test",
    "////evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "\\/evil.test",
    "/\t/evil.test",
    "/\n/evil.test",
    "\t//evil.test",
    " //evil.test",
    "https:evil.test",
    "https:/evil.test",
    "javascript:alert(1)",
    "data:text/html,x",
    "//testserver@evil.test",
    "//testserver/ok",
]


def test_sign_in_page_has_a_button_for_each_provider(client, provider):
    page = client.get("/sign-in").content.decode()

    assert page.count('<form method="post" action="/sign-in/') == 2
    assert "Sign in with College" in page


def test_sign_in_page_without_providers_says_so(client):
    assert "no identity provider is configured" in client.get("/sign-in").content.decode()


def test_sign_in_page_explains_the_development_provider(client, switch_on):
    switch_on({"provider_id": "development", "name": "Development sign-in", "client_id": "x", "secret": "x"})

    page = client.get("/sign-in").content.decode()

    assert "Development sign-in" in page
    assert "it signs in anybody on this machine" in page


@pytest.mark.parametrize("path", ["/sign-in", "/sign-out"])
def test_pages_are_not_cached(client, path):
    assert "no-store" in client.get(path)["Cache-Control"]


def test_start_redirects_with_a_pkce_challenge(person):
    params = query(person.authorization_url())

    assert params["code_challenge_method"] == "S256"
    assert len(params["code_challenge"]) >= 43
    assert params["redirect_uri"] == "http://testserver/sign-in/oidc/callback"
    assert set(params["scope"].split()) == {"openid", "profile", "email"}


def test_start_needs_post(client, provider):
    assert client.get("/sign-in/oidc").status_code == 405


def test_start_needs_a_csrf_token(provider):
    from django.test import Client

    assert Client(enforce_csrf_checks=True).post("/sign-in/oidc").status_code == 403


def test_start_ignores_other_parameters(person):
    params = query(
        person.client.post("/sign-in/oidc?scope=admin&auth_params=prompt%3Dnone&process=connect")["Location"]
    )

    assert "admin" not in params["scope"]
    assert "prompt" not in params


@pytest.mark.parametrize(
    "path",
    [
        "/sign-in/none",
        "/sign-in/github",
        "/sign-in/x.css",
        "/sign-in/oidc/callback.css",
        "/sign-up",
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/accounts/email/",
        "/accounts/3rdparty/",
        "/login",
        "/signup",
        "/password/reset",
    ],
)
def test_other_pages_of_allauth_are_404(client, provider, path):
    assert client.post(path, follow=True).status_code == 404
    assert client.get(path, follow=True).status_code in (404, 405)


@pytest.mark.parametrize("wanted", ["/account/keys", "/search?q=a&b=c"])
def test_sign_in_redirects_to_the_next_page(person, client, wanted):
    page = client.get("/sign-in", {"next": wanted})
    response = person.set_claims("wanting", **VERIFIED).complete_sign_in(next=wanted)

    assert page.context["next"] == wanted
    assert response["Location"] == wanted


@pytest.mark.parametrize("wanted", FOREIGN, ids=repr)
def test_safe_next_is_empty_for_another_site(rf, wanted):
    assert safe_next(rf.get("/sign-in"), {"next": wanted}) == ""


def test_sign_in_does_not_redirect_to_another_site(person, client):
    response = person.set_claims("wanting", **VERIFIED).complete_sign_in(next="//evil.test")

    assert response["Location"] == "/account"
    # If the user is signed in already, the page itself redirects.
    assert client.get("/sign-in", {"next": "//evil.test"})["Location"] == "/account"


def test_sign_in_page_redirects_a_signed_in_user(client):
    client.force_login(User.objects.create_user("somebody"), "accounts.signin.backends.SignInBackend")

    assert client.get("/sign-in")["Location"] == "/account"
    assert client.get("/sign-in?next=/account/keys")["Location"] == "/account/keys"


def test_sign_out_needs_post(person, client, signed_in_as):
    person.set_claims("leaving", **VERIFIED).complete_sign_in()

    assert client.get("/sign-out").status_code == 200
    assert signed_in_as()
    assert client.post("/sign-out")["Location"] == "/"
    assert signed_in_as() is None


def test_start_is_limited_per_address(client, provider, monkeypatch):
    monkeypatch.setattr("accounts.pages.sign_in.STARTS_PER_MINUTE", 2)

    statuses = [client.post("/sign-in/oidc").status_code for _ in range(3)]

    assert statuses == [302, 302, 429]
