"""What production turns on: read by a process of its own, as the environment is read once."""

import json
import os
import subprocess
import sys

import pytest

from tests.architecture.source import ROOT

ASK = """
import json
from config import settings
print(json.dumps({name: getattr(settings, name) for name in sorted(dir(settings)) if name.startswith(NAMES)}))
"""
NAMES = ("SECURE_", "SESSION_COOKIE_", "CSRF_COOKIE_", "CHILD_PROCESSES", "SIGN_IN")
PRODUCTION = {
    "PRODUCTION": "1",
    "SECRET_KEY": "x" * 50,
    "ALLOWED_HOSTS": "graph.example",
    "BASE_URL": "https://graph.example",
}


def asked(**environment):
    """The process that reads the settings of such an environment."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(  # noqa: S603 - this interpreter, a program of ours
        [sys.executable, "-c", f"NAMES = {NAMES}\n{ASK}"],
        env=kept | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def production():
    return json.loads(asked(**PRODUCTION).stdout)


@pytest.mark.parametrize("cookie", ["SESSION", "CSRF"])
def test_cookies_are_taken_over_https_from_this_host_alone(production, cookie):
    assert production[f"{cookie}_COOKIE_NAME"].startswith("__Host-")
    assert production[f"{cookie}_COOKIE_SECURE"]
    assert production[f"{cookie}_COOKIE_HTTPONLY"]
    assert production[f"{cookie}_COOKIE_SAMESITE"] == "Lax"


def test_browsers_come_over_https_for_a_year(production):
    assert production["SECURE_SSL_REDIRECT"]
    assert production["SECURE_HSTS_SECONDS"] >= 365 * 24 * 60 * 60


def test_nobody_is_believed_without_a_provider(production):
    assert production["SIGN_IN"] == {}
    assert production["CHILD_PROCESSES"] == {}


def test_production_does_not_start_with_the_development_provider():
    refused = asked(**PRODUCTION, DEVELOPMENT_PROVIDER_URL="http://127.0.0.1:8001")

    assert refused.returncode != 0
    assert "Production takes no sign-in" in refused.stderr


def test_outside_production_the_development_provider_is_there_until_another_is_configured():
    alone = json.loads(asked().stdout)
    configured = json.loads(asked(GITHUB_CLIENT_ID="id", GITHUB_CLIENT_SECRET="secret").stdout)

    assert list(alone["CHILD_PROCESSES"]) == ["DEVELOPMENT_PROVIDER_URL"]
    assert configured["CHILD_PROCESSES"] == {}
    assert configured["SIGN_IN"] == {"github": "GitHub"}
