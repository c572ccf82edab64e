"""Test CleanFormatter, and test what the service writes to its log."""

import io
import logging

import pytest
from django.conf import settings
from django.core.mail.backends.base import BaseEmailBackend
from django.utils.module_loading import import_string

from accounts.actions.keys import create_key
from accounts.emails import send_email
from accounts.key_format import new_key
from accounts.log_filter import clean
from accounts.models import User

CANARY = "c4n4ry"


@pytest.fixture
def log():
    """Return a text stream to which all log records are written, in the format of the console."""
    spec = settings.LOGGING["formatters"]["line"]
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(import_string(spec["()"])(spec["format"]))
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


@pytest.fixture
def log_all_requests(monkeypatch):
    """Let the logger django.request write every response to the log, also a 404 response, which it usually leaves
    out."""
    monkeypatch.setattr(logging.getLogger("django.request"), "level", logging.DEBUG)
    logging.getLogger("django.request").manager._clear_cache()


KEY = f"pkg_{CANARY}00000000000000000000000000AAAAAA"
SECRETS = [
    KEY,
    f"pkg%5F{CANARY}0000",
    f"Authorization: Bearer {CANARY}",
    f"{{'Authorization': 'Basic {CANARY}=='}}",
    f"HTTP_AUTHORIZATION={CANARY}",
    f"authorization: token {CANARY}",
    f"sent Bearer {CANARY}.{CANARY}",
    f"Cookie: a=b; sessionid={CANARY}; c={CANARY}",
    f"Set-Cookie: __Host-sessionid={CANARY}; HttpOnly",
    f"{{'__Host-sessionid': '{CANARY}'}}",
    f"whsec_{CANARY}+/=",
    f"GET /sign-in/oidc/callback?code={CANARY}&state={CANARY}",
    f"next=%2F%3Fcode%3D{CANARY}",
    f'{{"access_token": "{CANARY}", "id_token":"{CANARY}", "refresh_token": "{CANARY}"}}',
    f"{{'password': ['{CANARY}'], 'csrfmiddlewaretoken': ['{CANARY}']}}",
    f"client_secret={CANARY}&code_verifier={CANARY}",
    f"eyJhbGciOi{CANARY}.eyJpc3MiOi{CANARY}.{CANARY}",
    f"postgres://graph:{CANARY}@host/graph",
    f"redis://:{CANARY}@host:6379/0",
]


@pytest.mark.parametrize("text", SECRETS)
def test_formatter_removes_secrets(log, text):
    logging.getLogger("of.anybody").warning("About %s", text)
    try:
        raise ValueError(text)
    except ValueError:
        logging.getLogger("of.anybody").exception("It went wrong", stack_info=True)

    assert "It went wrong" in log.getvalue()
    assert "Traceback" in log.getvalue()
    assert CANARY not in log.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "E-mail key_created to account 7 failed with SMTPException",
        "Sign-in through oidc failed: invalid-response (OAuth2Error from ExpiredSignatureError)",
        "Request 18b185d4-846b-4577-a0ca-34ab82d4a393: database failed with OperationalError",
        "Key pkg_0aZ9 of account 7 was revoked",
        "GET /api/graph/entities?type=party&country=fr&limit=5 404",
        "Basic needs are met; the token ring was tested",
    ],
)
def test_clean_keeps_other_text(text):
    assert clean(text) == text


@pytest.mark.parametrize(
    "hostile", ["\r\n", "\n", "\x1b[2J", "\x00", "\x85", "\u2028", "\u202e", "\u2066", "\u200b", "\ufeff"], ids=ascii
)
def test_formatter_escapes_control_characters(log, hostile):
    logging.getLogger("of.anybody").warning("before%sERROR after", hostile)

    assert hostile not in log.getvalue().removesuffix("\n")
    (line,) = log.getvalue().splitlines()
    assert line.endswith("ERROR after")


def test_formatter_indents_tracebacks(log):
    try:
        raise ValueError("first\n2026-06-15 12:00:00,000 ERROR django.request forged")
    except ValueError:
        logging.getLogger("of.anybody").exception("It went wrong")

    _, *others = log.getvalue().splitlines()
    assert all(line.startswith("  ") for line in others)


class Faulty(BaseEmailBackend):
    def send_messages(self, messages):
        raise OSError(f"550 rejected: {messages[0].body} {KEY}")


@pytest.fixture
def commits(django_capture_on_commit_callbacks):
    return django_capture_on_commit_callbacks


@pytest.mark.django_db
class TestService:
    def test_request_logs_no_secret(self, log, client, log_all_requests):
        client.raise_request_exception = False
        client.cookies["sessionid"] = CANARY
        headers = {"authorization": f"Bearer {KEY}", "x-request-id": "a-request-id"}
        for path in (
            f"/api/graph/entities?key={KEY}",
            f"/{KEY}",
            f"/sign-in/oidc/callback?code={CANARY}&state={CANARY}",
        ):
            client.get(path, headers=headers)
            client.post(path, {"password": CANARY, "code": CANARY}, headers=headers)
        client.post("/admin/login/", {"username": "boss", "password": CANARY})

        assert "Not Found" in log.getvalue()
        assert CANARY not in log.getvalue()

    def test_exception_logs_no_secret(self, log, client, monkeypatch):
        client.raise_request_exception = False
        monkeypatch.setattr("accounts.pages.sign_in.safe_next", self.fail)

        assert client.get(f"/sign-in?next={KEY}").status_code == 500

        assert "Traceback" in log.getvalue()
        assert CANARY not in log.getvalue()

    @staticmethod
    def fail(request, parameters):
        raise RuntimeError(f"{parameters} {request.headers} {KEY}")

    def test_create_key_and_failed_email_log_no_key(self, log, settings, commits):
        settings.EMAIL_BACKEND = f"{__name__}.Faulty"
        owner = User.objects.create_user("somebody", email="researcher@example.org")
        with commits(execute=True):
            key, secret = create_key(user=owner, name=new_key())
        send_email("key_created", to=owner, key=key)

        assert "failed with OSError" in log.getvalue()
        assert secret not in log.getvalue()
        assert key.name not in log.getvalue()
        assert CANARY not in log.getvalue()
