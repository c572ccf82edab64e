"""Test providers that fail or send untrustworthy responses. An error page is shown, and nobody is signed in."""

import socket
from urllib.parse import urlencode

import pytest
from allauth.socialaccount.models import SocialAccount
from django.core.cache import caches

from accounts.models import User
from tests.accounts.signin.conftest import HOST, Person, app, query, running_provider

pytestmark = pytest.mark.django_db

VERIFIED = {"email": "researcher@example.org", "email_verified": True}


@pytest.fixture(autouse=True)
def nobody_is_signed_in(signed_in_as):
    yield
    assert signed_in_as() is None
    assert not User.objects.exists()
    assert not SocialAccount.objects.exists()


def is_page(response, status):
    return response.status_code == status and "no-store" in response["Cache-Control"]


@pytest.fixture
def other_provider():
    with running_provider() as address:
        yield address


def callback(client, **parameters):
    return client.get(f"/sign-in/oidc/callback?{urlencode(parameters)}")


def test_cancelled_sign_in_shows_a_page(client, person):
    state = query(person.authorization_url())["state"]

    page = callback(client, error="access_denied", state=state)

    assert is_page(page, 403)
    assert "cancelled" in page.content.decode()


@pytest.mark.parametrize("error", ["server_error", "invalid_scope", "x" * 5000, ""])
def test_error_of_the_provider_shows_a_page(client, person, error):
    assert is_page(callback(client, error=error, state=query(person.authorization_url())["state"]), 403)


@pytest.mark.parametrize("state", ["", "forged", "a" * 5000, "ü\u202e"], ids=["none", "forged", "long", "odd"])
def test_forged_state_is_rejected(client, person, state):
    person.authorization_url()

    assert is_page(callback(client, code="anything", state=state), 403)


def test_state_of_another_provider_is_rejected(client, person):
    state = query(person.authorization_url("college"))["state"]

    assert is_page(callback(client, code="anything", state=state), 403)


def test_state_of_another_browser_is_rejected(client, person):
    from django.test import Client

    back = person.set_claims("victim", **VERIFIED).consent(Person(Client(), person.address).authorization_url())

    assert is_page(client.get(back), 403)


@pytest.mark.parametrize("code", ["", "forged", "x" * 4000])
def test_forged_code_is_rejected(client, person, code):
    assert is_page(callback(client, code=code, state=query(person.authorization_url())["state"]), 403)


def test_unreachable_provider_shows_503(client, switch_on):
    with socket.create_server((HOST, 0)) as closed:
        address = f"http://{HOST}:{closed.getsockname()[1]}"
    switch_on(app("oidc", address))

    page = client.post("/sign-in/oidc")

    assert is_page(page, 503)
    assert page["Retry-After"] == "5"


def test_hanging_provider_shows_503(client, switch_on, settings):
    settings.SOCIALACCOUNT_REQUESTS_TIMEOUT = 0.1
    with socket.create_server((HOST, 0)) as silent:
        switch_on(app("oidc", f"http://{HOST}:{silent.getsockname()[1]}"))

        assert is_page(client.post("/sign-in/oidc"), 503)


def test_provider_that_stops_during_the_sign_in_shows_503(client, switch_on):
    with running_provider() as address:
        switch_on(app("oidc", address))
        back = (
            Person(client, address).set_claims("one", **VERIFIED).consent(Person(client, address).authorization_url())
        )

    assert is_page(client.get(back), 503)


def test_token_of_another_issuer_is_rejected(client, person, switch_on):
    elsewhere = {"openid_configuration_overrides": {"issuer": "https://elsewhere.example"}}
    switch_on(app("oidc", person.address, **elsewhere))

    assert is_page(person.set_claims("one", **VERIFIED).complete_sign_in(), 403)


def test_token_signed_with_another_key_is_rejected(client, person, switch_on, other_provider):
    other_key = {"openid_configuration_overrides": {"jwks_uri": f"{other_provider}/jwks"}}
    switch_on(app("oidc", person.address, **other_key))

    assert is_page(person.set_claims("one", **VERIFIED).complete_sign_in(), 403)


def test_user_info_of_another_person_is_rejected(client, person, monkeypatch):
    method = "accounts.signin.providers.StrictOpenIDConnect._fetch_user_info"
    monkeypatch.setattr(method, lambda self, token: {"sub": "another"} | VERIFIED)

    assert is_page(person.set_claims("one", **VERIFIED).complete_sign_in(), 403)


@pytest.mark.parametrize("response", [[], "text", None, 7, {"sub": 7}, {"sub": ""}], ids=repr)
def test_malformed_user_info_is_rejected(client, person, monkeypatch, response):
    method = "accounts.signin.providers.StrictOpenIDConnect._fetch_user_info"
    monkeypatch.setattr(method, lambda self, token: response)

    assert is_page(person.set_claims("one", **VERIFIED).complete_sign_in(), 403)


@pytest.mark.parametrize(
    "provider_of_bad_tokens", [{"seconds": -10}, {"audience": "another-client"}], ids=["expired", "for another"]
)
def test_expired_token_or_token_for_another_client_is_rejected(client, switch_on, provider_of_bad_tokens):
    with running_provider(**provider_of_bad_tokens) as address:
        switch_on(app("oidc", address))

        assert is_page(Person(client, address).set_claims("one", **VERIFIED).complete_sign_in(), 403)


def test_sign_in_without_redis_shows_503(client, person, monkeypatch):
    back = person.set_claims("one", **VERIFIED).consent(person.authorization_url())
    monkeypatch.setattr(caches["counters"], "is_unavailable", lambda: True)

    pages = [client.post("/sign-in/oidc"), client.get(back)]

    assert all(is_page(page, 503) and page["Retry-After"] == "5" for page in pages)
