"""Test the environment variables that enable identity providers, and the errors if they are incomplete or insecure."""

import pytest
from allauth.socialaccount.models import SocialApp
from django.core.exceptions import ImproperlyConfigured

from config import env, sign_in

ALL = {
    "OIDC_SERVER_URL": "https://id.example.org",
    "OIDC_NAME": "The college",
    **{
        f"{prefix}_{half}": half.lower()
        for prefix in ("OIDC", "GOOGLE", "GITHUB", "ORCID")
        for half in ("CLIENT_ID", "CLIENT_SECRET")
    },
}


@pytest.fixture
def environment(monkeypatch):
    def _environment(**variables):
        for name in ALL:
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)

    return _environment


def test_providers_are_off_by_default(environment):
    environment()

    assert sign_in.allauth_providers() == {}


def test_variables_switch_a_provider_on(environment):
    environment(**ALL)

    providers = sign_in.allauth_providers()

    assert sign_in.names(providers) == {
        "google": "Google",
        "oidc": "The college",
        "github": "GitHub",
        "orcid": "ORCID",
    }
    assert all(app["settings"]["oauth_pkce_enabled"] for kind in providers.values() for app in kind["APPS"])


@pytest.mark.parametrize(
    "missing", ["OIDC_SERVER_URL", "OIDC_CLIENT_SECRET", "GITHUB_CLIENT_ID", "ORCID_CLIENT_SECRET"]
)
def test_incomplete_variables_raise_an_error(environment, missing):
    environment(**{name: value for name, value in ALL.items() if name != missing})

    with pytest.raises(ImproperlyConfigured, match=missing):
        sign_in.allauth_providers()


def test_production_rejects_a_provider_without_https(environment, monkeypatch):
    environment(**ALL | {"OIDC_SERVER_URL": "http://id.example.org"})
    monkeypatch.setattr(env, "PRODUCTION", True)

    with pytest.raises(ImproperlyConfigured, match="https"):
        sign_in.allauth_providers()


@pytest.mark.django_db
def test_rows_of_the_database_add_no_provider(client):
    SocialApp.objects.create(provider="github", name="GitHub", client_id="x", secret="x")

    assert "no identity provider" in client.get("/sign-in").content.decode()
    assert client.post("/sign-in/github").status_code == 404
