"""Test the settings in production. Another process reads them, because a process reads its environment only once."""

import json
import os
import subprocess
import sys

import pytest

from tests.architecture.source import ROOT

ASK = """
import json
from config import settings, sign_in
found = {name: getattr(settings, name) for name in sorted(dir(settings)) if name.startswith(NAMES)}
found["needs_development_provider"] = sign_in.needs_development_provider()
print(json.dumps(found))
"""
ASK_HEALTH = """
import os
from io import BytesIO
from config import wsgi
server = {"SERVER_NAME": "10.1.2.3", "SERVER_PORT": "80", "wsgi.url_scheme": "http", "wsgi.input": BytesIO()}
wsgi.application({"REQUEST_METHOD": "GET", "PATH_INFO": "/healthz"} | server, lambda *args: print(*args))
# Do not wait for the thread that reads the database.
os._exit(0)
"""
NAMES = ("SECURE_", "SESSION_COOKIE_", "CSRF_COOKIE_", "SIGN_IN")
PRODUCTION = {
    "PRODUCTION": "1",
    "SECRET_KEY": "x" * 50,
    "ALLOWED_HOSTS": "graph.example",
    "BASE_URL": "https://graph.example",
}


def read_settings(program=ASK, **environment):
    """Run a process that reads the settings, with these environment variables. Return the finished process, a
    CompletedProcess with its output."""
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(  # noqa: S603 - this interpreter, a program of ours
        [sys.executable, "-uc", f"NAMES = {NAMES}\n{program}"],
        env=inherited | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def production():
    return json.loads(read_settings(**PRODUCTION).stdout)


@pytest.mark.parametrize("cookie", ["SESSION", "CSRF"])
def test_production_cookies_are_secure_and_of_this_host(production, cookie):
    assert production[f"{cookie}_COOKIE_NAME"].startswith("__Host-")
    assert production[f"{cookie}_COOKIE_SECURE"]
    assert production[f"{cookie}_COOKIE_HTTPONLY"]
    assert production[f"{cookie}_COOKIE_SAMESITE"] == "Lax"


def test_production_sets_hsts_for_a_year(production):
    assert production["SECURE_SSL_REDIRECT"]
    assert production["SECURE_HSTS_SECONDS"] >= 365 * 24 * 60 * 60


def test_production_responds_to_health_checks_by_http():
    result = read_settings(ASK_HEALTH, **PRODUCTION)

    assert result.stdout.startswith("200 OK"), result.stderr
    assert "Strict-Transport-Security" not in result.stdout


def test_production_without_a_provider_accepts_no_sign_in(production):
    assert production["SIGN_IN"] == {}
    assert production["needs_development_provider"] is False


def test_production_does_not_start_with_the_development_provider():
    result = read_settings(**PRODUCTION, DEVELOPMENT_PROVIDER_URL="http://127.0.0.1:8001")

    assert result.returncode != 0
    assert "Production takes no sign-in" in result.stderr


def test_development_provider_is_used_until_another_is_configured():
    alone = json.loads(read_settings().stdout)
    configured = json.loads(read_settings(GITHUB_CLIENT_ID="id", GITHUB_CLIENT_SECRET="secret").stdout)

    assert alone["needs_development_provider"] is True
    assert configured["needs_development_provider"] is False
    assert configured["SIGN_IN"] == {"github": "GitHub"}
