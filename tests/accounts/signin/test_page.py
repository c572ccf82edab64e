"""The sign-in page, its buttons, and the way out."""

import pytest

from accounts.models import User
from tests.accounts.signin.conftest import query

pytestmark = pytest.mark.django_db

VOUCHED = {"email": "researcher@example.org", "email_verified": True}
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


def test_each_provider_that_is_switched_on_has_a_button(client, provider):
    page = client.get("/sign-in").content.decode()

    assert page.count('<form method="post" action="/sign-in/') == 2
    assert "Sign in with College" in page


def test_without_any_the_page_says_so(client):
    assert "no identity provider is configured" in client.get("/sign-in").content.decode()


def test_the_development_provider_is_called_by_its_name(client, switch_on):
    switch_on({"provider_id": "development", "name": "Development sign-in", "client_id": "x", "secret": "x"})

    page = client.get("/sign-in").content.decode()

    assert "Development sign-in" in page
    assert "whoever is on this machine may say who they are" in page


@pytest.mark.parametrize("path", ["/sign-in", "/sign-out"])
def test_no_cache_keeps_a_page(client, path):
    assert "no-store" in client.get(path)["Cache-Control"]


def test_the_button_sends_to_the_provider_with_a_challenge(person):
    asked = query(person.sent_to())

    assert asked["code_challenge_method"] == "S256"
    assert len(asked["code_challenge"]) >= 43
    assert asked["redirect_uri"] == "http://testserver/sign-in/oidc/callback"
    assert set(asked["scope"].split()) == {"openid", "profile", "email"}


def test_a_link_does_not_begin_a_sign_in(client, provider):
    assert client.get("/sign-in/oidc").status_code == 405


def test_a_form_of_another_site_does_not_begin_a_sign_in(provider):
    from django.test import Client

    assert Client(enforce_csrf_checks=True).post("/sign-in/oidc").status_code == 403


def test_what_a_form_adds_to_the_question_is_not_looked_at(person):
    asked = query(person.client.post("/sign-in/oidc?scope=admin&auth_params=prompt%3Dnone&process=connect")["Location"])

    assert "admin" not in asked["scope"]
    assert "prompt" not in asked


@pytest.mark.parametrize(
    "path",
    [
        "/sign-in/none",
        "/sign-in/github",
        "/sign-in/x.css",
        "/sign-in/oidc/callback/",
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
@pytest.mark.parametrize("method", ["get", "post"])
def test_there_is_no_other_way_in(client, provider, method, path):
    assert getattr(client, method)(path).status_code in ((404,) if method == "post" else (404, 405))


@pytest.mark.parametrize("wanted", ["/account/keys", "/search?q=a&b=c"])
def test_one_comes_to_the_page_one_wanted(person, client, wanted):
    page = client.get("/sign-in", {"next": wanted})
    answer = person.said_to_be("wanting", **VOUCHED).signs_in(next=wanted)

    assert page.context["next"] == wanted
    assert answer["Location"] == wanted


@pytest.mark.parametrize("wanted", FOREIGN, ids=repr)
def test_nobody_is_sent_to_another_site(person, client, wanted):
    answer = person.said_to_be("wanting", **VOUCHED).signs_in(next=wanted)

    assert answer["Location"] == "/account"
    # And once signed in, straight from the page. What the input gate refuses goes nowhere either.
    assert client.get("/sign-in", {"next": wanted}).get("Location", "/account") == "/account"


def test_who_is_signed_in_is_sent_on(client):
    client.force_login(User.objects.create_user("somebody"), "accounts.signin.backends.SignInBackend")

    assert client.get("/sign-in")["Location"] == "/account"
    assert client.get("/sign-in?next=/account/keys")["Location"] == "/account/keys"


def test_signing_out_takes_a_button(person, client, signed_in_as):
    person.said_to_be("leaving", **VOUCHED).signs_in()

    assert client.get("/sign-out").status_code == 200
    assert signed_in_as()
    assert client.post("/sign-out")["Location"] == "/"
    assert signed_in_as() is None


def test_begun_too_often_it_waits(client, provider, monkeypatch):
    monkeypatch.setattr("accounts.pages.sign_in.STARTS", "2/m")

    statuses = [client.post("/sign-in/oidc").status_code for _ in range(3)]

    assert statuses == [302, 302, 429]
