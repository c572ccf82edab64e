"""Test the pages on which users create, roll and revoke API keys."""

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.key_format import PATTERN, digest, is_well_formed
from accounts.models import MAX_LIVE_KEYS, ApiKey
from tests.factories import ApiKeyFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
NEW = "/account/keys/new"


def made(client, **fields):
    return client.post(NEW, {"name": "Thesis", "lifetime": "", "known_keys": ApiKey.objects.count()} | fields)


def secret_in(response):
    return PATTERN.search(response.content.decode())[0]


class TestFirstKey:
    def test_account_page_offers_the_first_key(self, client, researcher):
        page = client.get("/account").content.decode()

        form = page.partition(f'action="{NEW}"')[2].partition("</form>")[0]
        values = {name: re.search(rf'<input[^>]*name="{name}"[^>]*>', form)[0] for name in ("name", "known_keys")}
        values = {name: re.search(r'value="([^"]*)"', field)[1] for name, field in values.items()}
        response = client.post(NEW, values)
        assert is_well_formed(secret_in(response))
        assert researcher.keys.get().name == values["name"]

    def test_account_page_with_an_ended_key_has_no_form(self, client, researcher):
        ApiKeyFactory(user=researcher, revoked_at=timezone.now())

        page = client.get("/account").content.decode()

        assert "You have no live key." in page
        assert "You have none yet" not in page


class TestCreateKey:
    def test_create_displays_the_key_once(self, client, researcher):
        response = made(client)

        secret = secret_in(response)
        assert ApiKey.objects.get().digest == digest(secret)
        assert response["Cache-Control"] == "private, no-store"
        assert secret not in client.get("/account").content.decode()
        assert secret not in str([session.get_decoded() for session in Session.objects.all()])
        assert secret not in str([response.headers, client.cookies])

    @pytest.mark.parametrize(("lifetime", "days"), [("", None), ("30", 30), ("90", 90), ("365", 365)])
    def test_create_sets_the_chosen_expiry(self, client, researcher, lifetime, days):
        made(client, lifetime=lifetime)

        assert ApiKey.objects.get().expires_at == (timezone.now() + timedelta(days=days) if days else None)

    def test_create_twice_creates_one_key(self, client, researcher):
        made(client, known_keys=0)

        response = made(client, known_keys=0)

        assert response["Location"] == "/account"
        assert "in the meantime" in client.get("/account").content.decode()
        assert ApiKey.objects.count() == 1

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"name": ""}, "Give the key a name."),
            ({"name": "   "}, "Give the key a name."),
            ({"name": "x" * 61}, "at most 60 characters"),
            ({"name": "two\nlines"}, "invisible characters"),
            ({"name": "a\u202egnp.exe"}, "invisible characters"),
            ({"name": "a\u0000b"}, "Null characters"),
            ({"lifetime": "7"}, "Select a valid choice"),
            ({"known_keys": "many"}, "Enter a whole number"),
            ({"known_keys": -1}, "greater than or equal to 0"),
        ],
    )
    def test_create_shows_errors_at_their_fields(self, client, researcher, fields, said):
        response = made(client, **fields)

        page = response.content.decode()
        assert response.status_code == 200
        assert said in page
        assert "<title>Error: " in page
        assert not ApiKey.objects.exists()

    def test_create_links_errors_to_their_fields(self, client, researcher):
        page = made(client, name="").content.decode()

        assert '<a href="#id_name">Give the key a name.</a>' in page
        assert 'id="id_name_error"' in page
        assert re.search(r'<input[^>]*aria-invalid="true"[^>]*>', page)
        assert re.search(r'aria-describedby="[^"]*id_name_error', page)

    @pytest.mark.parametrize("name", ["پژوهش\u200cها", "Дисертація", "論文", "Thesis & <Co>"])
    def test_create_accepts_names_in_any_script(self, client, researcher, name):
        made(client, name=name)

        assert ApiKey.objects.get().name == name

    def test_create_rejects_a_sixth_key(self, client, researcher):
        ApiKeyFactory.create_batch(MAX_LIVE_KEYS, user=researcher)

        response = made(client)

        assert "An account has up to 5 live keys" in response.content.decode()
        assert "as many as an account may have" in client.get("/account").content.decode()
        assert "<form method" not in client.get(NEW).content.decode().partition("<h1>")[2]
        assert ApiKey.objects.count() == MAX_LIVE_KEYS


class TestRollKey:
    @pytest.mark.parametrize("hours", [0, 1, 24])
    def test_roll_keeps_the_old_key_for_the_chosen_time(self, client, researcher, hours, time_machine):
        key, end = ApiKeyFactory(user=researcher), timezone.now() + timedelta(hours=hours)

        response = client.post(f"/account/keys/{key.pk}/roll", {"overlap": str(hours)})

        key.refresh_from_db()
        assert key.successor.digest == digest(secret_in(response))
        assert ("works until" in response.content.decode()) is (hours > 0)
        time_machine.move_to(end - timedelta(seconds=1))
        assert key.is_live() is (hours > 0)
        time_machine.move_to(end + timedelta(minutes=1))
        assert not key.is_live()

    @pytest.mark.parametrize("overlap", ["", "2", "-1", "24h"])
    def test_roll_rejects_another_time(self, client, researcher, overlap):
        key = ApiKeyFactory(user=researcher)

        response = client.post(f"/account/keys/{key.pk}/roll", {"overlap": overlap})

        assert 'href="#id_overlap"' in response.content.decode()
        assert ApiKey.objects.count() == 1

    def test_roll_twice_creates_one_key(self, client, researcher):
        path = f"/account/keys/{ApiKeyFactory(user=researcher).pk}/roll"
        client.post(path, {"overlap": "1"})

        response = client.post(path, {"overlap": "1"})

        assert response["Location"] == "/account"
        assert ApiKey.objects.count() == 2
        assert "has been rolled already" in client.get(path).content.decode()


class TestRevokeKey:
    def test_revoke_asks_for_confirmation(self, client, researcher):
        key = ApiKeyFactory(user=researcher)
        path = f"/account/keys/{key.pk}/revoke"

        asked = client.get(path)
        was_live = ApiKey.objects.live().exists()
        done = client.post(path)

        assert "Revoke key" in asked.content.decode()
        assert was_live
        assert done["Location"] == "/account"
        assert not ApiKey.objects.live().exists()

    def test_pages_of_an_ended_key_say_so(self, client, researcher):
        key = ApiKeyFactory(user=researcher, revoked_at=timezone.now())

        for verb in ("roll", "revoke"):
            page = client.get(f"/account/keys/{key.pk}/{verb}").content.decode()

            assert re.search(r"has\s+ended", page)
            assert "<button>" not in page.partition("<h1>")[2]


class TestAccountPage:
    def test_account_page_shows_all_facts_of_a_key(self, client, researcher):
        now = timezone.now()
        ApiKeyFactory(
            user=researcher,
            name="Thesis",
            expires_at=now + timedelta(days=30),
            last_used_at=now,
            secret="pkg_AbCd" + "0" * 32,
        )

        page = client.get("/account").content.decode()

        for text in ("Thesis", "pkg_AbCd…", "15 Jul 2026, 12:00 UTC", "15 Jun 2026, 12:00–12:59 UTC", "live"):
            assert text in page

    @pytest.mark.parametrize(
        ("ended", "text"),
        [("revoked_at", "revoked"), ("expires_at", "expired")],
    )
    def test_account_page_lists_ended_keys_separately(self, client, researcher, ended, text):
        now = timezone.now()
        ApiKeyFactory(user=researcher, created_at=now - timedelta(days=9), **{ended: now - timedelta(days=1)})

        page = client.get("/account").content.decode()

        assert f"{text} <time" in page.partition("Expired and revoked keys")[2]

    def test_account_page_has_a_constant_number_of_queries(self, client, researcher):
        ApiKeyFactory(user=researcher)
        with CaptureQueriesContext(connection) as few:
            client.get("/account")
        ApiKeyFactory(user=researcher, successor=ApiKeyFactory(user=researcher))
        ApiKeyFactory(user=researcher, revoked_at=timezone.now(), successor=ApiKeyFactory(user=researcher))

        with CaptureQueriesContext(connection) as more:
            client.get("/account")

        assert len(more) == len(few)


class TestWithoutRedis:
    @pytest.fixture
    def _away(self, monkeypatch):
        monkeypatch.setattr(caches["counters"], "is_unavailable", lambda: True)

    @pytest.mark.usefixtures("_away")
    def test_create_and_roll_respond_with_503(self, client, researcher):
        key = ApiKeyFactory(user=researcher)

        for response in (made(client), client.post(f"/account/keys/{key.pk}/roll", {"overlap": "1"})):
            assert (response.status_code, response["Retry-After"]) == (503, "5")
            assert "no-store" in response["Cache-Control"]
            assert "Nothing was created." in response.content.decode()
        assert ApiKey.objects.count() == 1

    @pytest.mark.usefixtures("_away")
    def test_revoke_works(self, client, researcher):
        key = ApiKeyFactory(user=researcher)

        client.post(f"/account/keys/{key.pk}/revoke")

        assert not ApiKey.objects.live().exists()

    @pytest.mark.usefixtures("_away")
    def test_anonymous_visitor_is_redirected_first(self, client):
        assert client.post(NEW).status_code == 302


def test_account_page_shows_own_keys_only(client, researcher):
    ApiKeyFactory.create_batch(MAX_LIVE_KEYS, user=UserFactory())

    response = made(client, known_keys=0)

    assert is_well_formed(secret_in(response))
