"""Test requests with valid and with invalid API keys (API contract, section 7)."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import OperationalError
from django.utils import timezone

from accounts import callers
from accounts.actions.account import delete_account
from accounts.actions.keys import revoke_key
from accounts.actions.pro import revoke_pro
from accounts.key_format import new_key
from tests.factories import ApiKeyFactory

ENTITIES = "/api/graph/entities"
pytestmark = pytest.mark.django_db


def ask(client, authorization, path=ENTITIES):
    return client.get(path, headers={"authorization": authorization})


VALID = ["Bearer {}", "bearer {}", "BEARER {}", "bEaReR {}", "Bearer   {}", " Bearer {}", "Bearer {} ", "\tBearer {}\t"]


@pytest.mark.parametrize("spelling", VALID)
def test_key_is_accepted_in_every_valid_spelling(client, spelling):
    response = ask(client, spelling.format(ApiKeyFactory().secret))

    assert (response.status_code, response["X-API-Tier"]) == (200, "researcher")


INVALID = {
    "empty": "",
    "blank": " ",
    "the scheme alone": "Bearer",
    "the scheme and a blank": "Bearer ",
    "no scheme": "{key}",
    "another scheme": "Basic {key}",
    "a scheme that begins like it": "BearerX {key}",
    "no blank": "Bearer{key}",
    "a tab for a blank": "Bearer\t{key}",
    "what scripts send for nothing": "Bearer null",
    "three parts": "Bearer {key} x",
    "two keys": "Bearer {key}, Bearer {key}",
    "in quotes": 'Bearer "{key}"',
    "a typo": "Bearer {typo}",
    "not ASCII": "Bearer é",
    "a digit of another script": "Bearer pkg_" + "٣" * 36,
    "cut short": "Bearer {short}",
    "well-formed and unknown": "Bearer {other}",
    "10,000 characters": "Bearer " + "a" * 10_000,
    "a new line": "Bearer {key}\n",
}


@pytest.mark.parametrize(
    ("form", "path"),
    [(form, ENTITIES) for form in INVALID]
    + [("no scheme", path) for path in ("/api/search", "/api/me", "/feed", "/api/nothing")],
)
def test_invalid_credentials_are_401_and_never_anonymous(client, form, path):
    key = ApiKeyFactory().secret
    sent = INVALID[form].format(key=key, typo=with_typo(key), short=key[:-1], other=new_key())

    response = ask(client, sent, path)

    assert response.status_code == 401
    assert response["WWW-Authenticate"] == 'Bearer error="invalid_token"'
    assert response["Content-Type"] == "application/problem+json"
    assert response["Cache-Control"] == "no-store"
    assert response["X-RateLimit-Remaining"] == "119"
    assert key not in response.content.decode()


ENDED = {
    "revoked": {"revoked_at": timezone.now},
    "expired": {"expires_at": timezone.now, "created_at": lambda: timezone.now() - timedelta(days=1)},
    "of an account that is not active": {"user__is_active": lambda: False},
}


@pytest.mark.parametrize("end", ENDED)
def test_ended_key_is_401(client, end):
    key = ApiKeyFactory(**{name: value() for name, value in ENDED[end].items()})

    response = ask(client, f"Bearer {key.secret}")

    assert response.status_code == 401
    assert response.json()["detail"] == f"The API key has {'expired' if end == 'expired' else 'been revoked'}."


@pytest.mark.parametrize(
    ("sent", "detail"),
    [("Basic x", callers.NO_KEY), ("Bearer pkg_x", callers.MISTYPED), (f"Bearer {new_key()}", callers.UNKNOWN)],
    ids=["no key", "mistyped", "unknown"],
)
def test_401_says_what_is_wrong_with_the_credentials(client, sent, detail):
    assert ask(client, sent).json()["detail"] == detail


def test_invalid_key_is_401_up_to_the_allowance_of_the_address_and_then_429(client):
    responses = [ask(client, "Bearer bad") for _ in range(121)]

    assert [response.status_code for response in responses] == [401] * 120 + [429]
    assert responses[-1]["X-RateLimit-Remaining"] == "0"
    assert client.get(ENTITIES).status_code == 429


def test_key_in_the_query_is_an_unknown_parameter(client):
    key = ApiKeyFactory().secret

    response = client.get(ENTITIES, {"key": key})

    assert (response.status_code, response["X-API-Tier"]) == (400, "anonymous")
    assert key not in response.content.decode()


def test_malformed_credentials_never_reach_the_database(client, django_assert_num_queries):
    key = new_key()

    for form in [form for form in INVALID if form != "well-formed and unknown"]:
        with django_assert_num_queries(0):
            ask(client, INVALID[form].format(key=f"{key}.", typo=with_typo(key), short=key[:-1]))


def with_typo(key):
    return key[:-1] + ("a" if key[-1] != "a" else "b")


class TestWithinASecond:
    """Test how soon a change of an API key is effective. A process caches a key for half a second, but drops it at once
    if it changes the key itself."""

    @pytest.fixture
    def clock(self, monkeypatch):
        clock = [1000.0]
        monkeypatch.setattr(callers, "monotonic", lambda: clock[0])
        return clock

    @pytest.fixture
    def key(self, client, clock):
        key = ApiKeyFactory(user__tier="pro")
        assert ask(client, f"Bearer {key.secret}")["X-API-Tier"] == "pro"
        return key

    def test_key_is_read_once_in_half_a_second(self, client, key, clock, django_assert_num_queries):
        for passed, queries in ((0.4, 0), (0.2, 1), (0.4, 0)):
            clock[0] += passed
            with django_assert_num_queries(queries):
                ask(client, f"Bearer {key.secret}", "/api/nothing")

    def test_key_revoked_by_another_process_is_401_after_half_a_second(self, client, key, clock):
        ask(client, f"Bearer {key.secret}")
        key.revoked_at = timezone.now()
        key.save()
        clock[0] += 0.5

        assert ask(client, f"Bearer {key.secret}").status_code == 401

    def test_key_revoked_by_this_process_is_401_at_once(self, client, key, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            revoke_key(key=key)

        assert ask(client, f"Bearer {key.secret}").status_code == 401

    def test_revoked_pro_applies_at_once(self, client, key, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            revoke_pro(user=key.user, by=None)

        assert ask(client, f"Bearer {key.secret}")["X-API-Tier"] == "researcher"

    def test_keys_of_a_deleted_account_are_401_at_once(self, client, key, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            delete_account(user=key.user)

        assert ask(client, f"Bearer {key.secret}").status_code == 401

    def test_expiry_is_exact_to_the_second(self, client, today, time_machine):
        end = timezone.now() + timedelta(seconds=10)
        sent = f"Bearer {ApiKeyFactory(expires_at=end).secret}"
        time_machine.move_to(end - timedelta(seconds=0.1), tick=False)
        before = ask(client, sent).status_code

        time_machine.move_to(end, tick=False)

        assert (before, ask(client, sent).status_code) == (200, 401)

    def test_key_that_changes_while_it_is_read_is_not_cached(self, client, monkeypatch):
        key, read = ApiKeyFactory(), callers._from_database

        def overtaken(key_digest):
            found = read(key_digest)
            revoke_key(key=key)
            callers.clear_cached_keys([key_digest])
            return found

        monkeypatch.setattr(callers, "_from_database", overtaken)
        ask(client, f"Bearer {key.secret}")
        monkeypatch.undo()

        assert ask(client, f"Bearer {key.secret}").status_code == 401

    def test_cache_of_keys_is_limited(self, client, monkeypatch):
        monkeypatch.setattr(callers, "MAX_CACHED", 2)

        for _ in range(5):
            ask(client, f"Bearer {new_key()}")

        assert len(callers._cached) <= 2


@pytest.mark.parametrize("path", [ENTITIES, "/feed", "/api/me"])
def test_key_without_a_database_is_503(client, monkeypatch, path):
    def fail(*args):
        raise OperationalError("secret")

    monkeypatch.setattr(callers, "_from_database", fail)

    response = ask(client, f"Bearer {new_key()}", path)

    assert response.status_code == 503
    assert response.json()["type"] == "http://testserver/problems/database-unavailable"
    assert response["Retry-After"] == "2"
    assert response["X-RateLimit-Remaining"] == "120"


def test_logs_contain_no_key(client, caplog, monkeypatch):
    caplog.set_level("DEBUG")
    key = ApiKeyFactory().secret

    ask(client, f"Bearer {key}")
    ask(client, f"Bearer {key}x")
    monkeypatch.setattr(callers, "_from_database", lambda digest: 1 / 0)
    client.raise_request_exception = False
    callers.clear_cached_keys()
    failed = ask(client, f"Bearer {key}")

    assert failed.status_code == 500
    assert key not in caplog.text + failed.content.decode()


def test_key_that_was_read_within_a_minute_is_valid_without_a_database(client, monkeypatch, stored_responses):
    def fail(*args, **kwargs):
        raise OperationalError("secret")

    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr("accounts.callers.monotonic", lambda: clock.now)
    headers = {"authorization": f"Bearer {ApiKeyFactory().secret}"}
    client.get(ENTITIES, headers=headers)
    monkeypatch.setattr("accounts.callers._from_database", fail)
    monkeypatch.setattr(stored_responses, "_watchers", [fail])
    statuses = []
    for clock.now in (100.4, 130, 159, 161):
        statuses.append(client.get(ENTITIES, headers=headers).status_code)

    assert statuses == [200, 200, 200, 503]
