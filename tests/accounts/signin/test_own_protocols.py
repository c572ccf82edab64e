"""Test the sign-in with GitHub and ORCID, which do not use OpenID Connect in its standard form."""

import json

import pytest
import requests
from allauth.socialaccount.models import SocialAccount

from config import sign_in
from tests.accounts.signin.conftest import CLIENT, query

pytestmark = pytest.mark.django_db

ADDRESS = "researcher@example.org"
IDENTIFIER = "0000-0002-1825-0097"
TOKEN = {"access_token": "canary-access-token", "orcid": IDENTIFIER}


class Responses(requests.Session):
    """An HTTP session without a network. It returns a prepared JSON response for each path, and records the options of
    each request by path in ``sent``."""

    def __init__(self, by_path):
        super().__init__()
        self.by_path, self.sent = by_path, {}

    def request(self, method, url, **options):
        path = url.partition("//")[2].partition("/")[2]
        self.sent[path] = options
        response = requests.Response()
        response.status_code, response._content = 200, json.dumps(self.by_path[path]).encode()
        response.headers["Content-Type"] = "application/json"
        return response


@pytest.fixture
def respond_with(settings, monkeypatch):
    """Return the function ``respond_with(provider, **by_path)``. It enables the provider and sets its JSON response for
    each path, in whose name "__" means "/". It returns the `Responses`."""

    def _respond_with(provider, **by_path):
        settings.SOCIALACCOUNT_PROVIDERS = {
            provider: {"APPS": [{"name": provider, **CLIENT, "settings": sign_in.PKCE | {"scope": ["of-ours"]}}]}
        }
        settings.SIGN_IN = {provider: provider}
        responses = Responses({path.replace("__", "/"): response for path, response in by_path.items()})
        monkeypatch.setattr("accounts.signin.adapters.ProviderAdapter.get_requests_session", lambda self: responses)
        return responses

    return _respond_with


def complete_sign_in(client, provider):
    """Sign in. Return the parameters of the redirect to the provider, and the response of our callback."""
    params = query(client.post(f"/sign-in/{provider}")["Location"])
    return params, client.get(f"/sign-in/{provider}/callback", {"code": "canary-code", "state": params["state"]})


def github(verified, primary=True):
    return {
        "login__oauth__access_token": TOKEN,
        "user": {"id": 583231, "login": "boss", "email": "public@example.org"},
        "user__emails": [
            {"email": "public@example.org", "primary": False, "verified": True},
            {"email": ADDRESS, "primary": primary, "verified": verified},
        ],
    }


def orcid(verified):
    address = {"email": ADDRESS, "primary": True, "verified": verified, "visibility": "public"}
    record = {"orcid-identifier": {"path": IDENTIFIER}, "person": {"emails": {"email": [address]}}}
    return {"oauth__token": TOKEN, f"v3.0__{IDENTIFIER}__record": record}


@pytest.mark.parametrize(("provider", "responses"), [("github", github), ("orcid", orcid)])
class TestGitHubAndOrcid:
    def test_sign_in_works_with_a_verified_address(self, client, signed_in_as, respond_with, provider, responses):
        session = respond_with(provider, **responses(True))

        params, response = complete_sign_in(client, provider)

        assert response["Location"] == "/account"
        assert signed_in_as().email == ADDRESS
        assert params["code_challenge_method"] == "S256"
        assert any(options.get("data", {}) and "code_verifier" in options["data"] for options in session.sent.values())

    @pytest.mark.parametrize("verified", [False, None, "true", 1, []], ids=repr)
    def test_sign_in_fails_with_an_unverified_address(
        self, client, signed_in_as, respond_with, provider, responses, verified
    ):
        respond_with(provider, **responses(verified))

        _, response = complete_sign_in(client, provider)

        assert response.status_code == 403
        assert signed_in_as() is None
        assert not SocialAccount.objects.exists()


def test_sign_in_at_github_needs_the_primary_address(client, signed_in_as, respond_with):
    respond_with("github", **github(True, primary=False))

    _, response = complete_sign_in(client, "github")

    assert response.status_code == 403
    assert signed_in_as() is None


@pytest.mark.parametrize("profile", [[], {}, {"id": None}, "text"], ids=repr)
def test_malformed_profile_shows_a_page(client, signed_in_as, respond_with, profile):
    respond_with("github", **github(True) | {"user": profile})

    _, response = complete_sign_in(client, "github")

    assert response.status_code == 403
    assert signed_in_as() is None


def test_orcid_record_without_address_shows_advice(client, respond_with):
    respond_with("orcid", **orcid(True) | {f"v3.0__{IDENTIFIER}__record": {"orcid-identifier": {"path": IDENTIFIER}}})

    _, response = complete_sign_in(client, "orcid")

    assert response.status_code == 403
    assert "shows to everyone" in response.content.decode()
