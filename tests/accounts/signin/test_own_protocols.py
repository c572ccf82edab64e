"""GitHub and ORCID, which speak protocols of their own: what they are asked, and what their answers open."""

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


class Answers(requests.Session):
    """Answers by the path asked for, and remembers what was asked."""

    def __init__(self, by_path):
        super().__init__()
        self.by_path, self.asked = by_path, {}

    def request(self, method, url, **options):
        path = url.partition("//")[2].partition("/")[2]
        self.asked[path] = options
        answer = requests.Response()
        answer.status_code, answer._content = 200, json.dumps(self.by_path[path]).encode()
        answer.headers["Content-Type"] = "application/json"
        return answer


@pytest.fixture
def answering(settings, monkeypatch):
    """Switches the provider on, which answers so."""

    def _answering(provider, **by_path):
        settings.SOCIALACCOUNT_PROVIDERS = {
            provider: {"APPS": [{"name": provider, **CLIENT, "settings": sign_in.PKCE | {"scope": ["of-ours"]}}]}
        }
        settings.SIGN_IN = {provider: provider}
        answers = Answers({path.replace("__", "/"): answer for path, answer in by_path.items()})
        monkeypatch.setattr("accounts.signin.adapters.ProviderAdapter.get_requests_session", lambda self: answers)
        return answers

    return _answering


def comes_back(client, provider):
    """The question the browser is sent with, and the answer to it when it comes back."""
    asked = query(client.post(f"/sign-in/{provider}")["Location"])
    return asked, client.get(f"/sign-in/{provider}/callback", {"code": "canary-code", "state": asked["state"]})


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


@pytest.mark.parametrize(("provider", "answers"), [("github", github), ("orcid", orcid)])
class TestGitHubAndOrcid:
    def test_sign_in_works_with_a_verified_address(self, client, signed_in_as, answering, provider, answers):
        session = answering(provider, **answers(True))

        asked, answer = comes_back(client, provider)

        assert answer["Location"] == "/account"
        assert signed_in_as().email == ADDRESS
        assert asked["code_challenge_method"] == "S256"
        assert any(options.get("data", {}) and "code_verifier" in options["data"] for options in session.asked.values())

    @pytest.mark.parametrize("verified", [False, None, "true", 1, []], ids=repr)
    def test_sign_in_fails_with_an_unverified_address(
        self, client, signed_in_as, answering, provider, answers, verified
    ):
        answering(provider, **answers(verified))

        _, answer = comes_back(client, provider)

        assert answer.status_code == 403
        assert signed_in_as() is None
        assert not SocialAccount.objects.exists()


def test_sign_in_at_github_needs_the_primary_address(client, signed_in_as, answering):
    answering("github", **github(True, primary=False))

    _, answer = comes_back(client, "github")

    assert answer.status_code == 403
    assert signed_in_as() is None


@pytest.mark.parametrize("profile", [[], {}, {"id": None}, "text"], ids=repr)
def test_malformed_profile_shows_a_page(client, signed_in_as, answering, profile):
    answering("github", **github(True) | {"user": profile})

    _, answer = comes_back(client, "github")

    assert answer.status_code == 403
    assert signed_in_as() is None


def test_orcid_record_without_address_shows_advice(client, answering):
    answering("orcid", **orcid(True) | {f"v3.0__{IDENTIFIER}__record": {"orcid-identifier": {"path": IDENTIFIER}}})

    _, answer = comes_back(client, "orcid")

    assert answer.status_code == 403
    assert "shows to everyone" in answer.content.decode()
