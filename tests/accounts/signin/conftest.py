"""Fixtures for sign-ins: an identity provider on this machine, and a person with a browser."""

import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import requests

from accounts.models import User
from config import sign_in

PROVIDER = Path(__file__).with_name("provider.py")
HOST = "127.0.0.1"
PATIENCE = 60
"""The time limit for a provider in seconds. It is long, because a provider starts slowly on a busy machine."""
CLIENT = {"client_id": "political-knowledge-graph", "secret": "canary-client-secret"}


@contextmanager
def running_provider(seconds=3600, audience=""):
    """Run an identity provider in the ``with`` block, and yield its URL. Access tokens are valid for ``seconds``. If
    ``audience`` is given, ID tokens name this audience."""
    with socket.create_server((HOST, 0)) as listener:
        process = subprocess.Popen(  # noqa: S603 - a script of ours
            [sys.executable, PROVIDER, str(listener.fileno()), str(seconds), audience], pass_fds=[listener.fileno()]
        )
        address = f"http://{HOST}:{listener.getsockname()[1]}"
    try:
        yield address
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture(scope="session")
def real_provider():
    with running_provider() as address:
        yield address


def app(provider_id, address, **settings):
    name = provider_id.title()
    return {
        "provider_id": provider_id,
        "name": name,
        **CLIENT,
        "settings": {**sign_in.PKCE, "server_url": address} | settings,
    }


@pytest.fixture
def switch_on(settings):
    """Return the function ``switch_on(*apps)``. It replaces the providers on the sign-in page by these OpenID Connect
    providers. Each is a dictionary, as in ``APPS`` in the settings of allauth."""

    settings.SOCIALACCOUNT_REQUESTS_TIMEOUT = PATIENCE

    def _switch_on(*apps):
        settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": list(apps)}}
        settings.SIGN_IN = sign_in.names(settings.SOCIALACCOUNT_PROVIDERS)

    return _switch_on


@pytest.fixture
def provider(real_provider, switch_on):
    switch_on(app("oidc", real_provider), app("college", real_provider))
    return real_provider


class Person:
    """A person with a browser. ``client`` is the browser, a test client. ``address`` is the URL of the provider at
    which the person signs in."""

    def __init__(self, client, address):
        self.client, self.address = client, address

    def set_claims(self, sub, **claims):
        requests.put(f"{self.address}/users/{sub}", json=claims, timeout=PATIENCE).raise_for_status()
        self.sub = sub
        return self

    def authorization_url(self, provider_id="oidc", **form):
        """Start a sign-in. Return the URL of the provider to which the service redirects the browser."""
        return self.client.post(f"/sign-in/{provider_id}", form)["Location"]

    def consent(self, location):
        """Consent at the URL ``location`` of the provider. Return the path of our callback to which the provider
        redirects."""
        response = requests.post(location, data={"sub": self.sub}, allow_redirects=False, timeout=PATIENCE)
        return response.headers["Location"].partition("testserver")[2]

    def complete_sign_in(self, provider_id="oidc", **form):
        return self.client.get(self.consent(self.authorization_url(provider_id, **form)))


@pytest.fixture
def person(client, provider):
    return Person(client, provider)


@pytest.fixture
def signed_in_as(client):
    """Return a function that returns the user of the client's session, or None if there is no session."""

    def _signed_in_as():
        number = client.session.get("_auth_user_id")
        return User.objects.get(pk=number) if number else None

    return _signed_in_as


def query(location):
    return {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}
