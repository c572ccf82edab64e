"""Test that clients which guess passwords of staff are locked out."""

import pytest
from axes.models import AccessAttempt

from accounts.signin.lockout import address

pytestmark = pytest.mark.django_db

PASSWORD, WRONG = "a password of some length", "another one"
LOGIN = "/admin/login/"
HERE = {"REMOTE_ADDR": "192.0.2.7"}
ELSEWHERE = {"REMOTE_ADDR": "198.51.100.7"}


@pytest.fixture
def editor(django_user_model):
    return django_user_model.objects.create_user("editor", password=PASSWORD, is_staff=True)


def attempt(client, password=WRONG, username="editor", **where):
    return client.post(LOGIN, {"username": username, "password": password}, **(where or HERE))


def fail(client, times, **options):
    return [attempt(client, **options).status_code for _ in range(times)]


def test_staff_log_in_with_a_password(client, editor):
    assert attempt(client, PASSWORD).status_code == 302


def test_lockout_does_not_store_the_typed_name(client, editor):
    attempt(client, username="my-password")

    assert "my-password" not in str(AccessAttempt.objects.values().get())


def test_login_without_a_request_is_not_counted(client, editor):
    assert client.login(username="editor", password=PASSWORD)
    assert not client.login(username="editor", password=WRONG)


def test_five_wrong_passwords_lock_out(client, editor):
    assert fail(client, 5) == [200] * 4 + [429]

    page = attempt(client, PASSWORD)

    assert page.status_code == 429
    assert page["Retry-After"] == "900"
    assert "Too many attempts" in page.content.decode()


def test_lockout_concerns_one_username_and_address(client, editor, admin_user):
    fail(client, 5)

    assert attempt(client, PASSWORD, **ELSEWHERE).status_code == 302
    assert attempt(client, "password", username=admin_user.username).status_code == 302


def test_lockout_ends_after_a_quarter_of_an_hour(client, editor, time_machine):
    time_machine.move_to("2026-06-15 12:00+00:00", tick=False)
    fail(client, 5)

    time_machine.move_to("2026-06-15 12:16+00:00", tick=False)

    assert attempt(client, PASSWORD).status_code == 302


def test_tries_are_limited_over_all_usernames(client, editor, time_machine):
    time_machine.move_to("2026-06-15 12:00+00:00", tick=False)
    statuses = [attempt(client, username=f"nobody-{number}").status_code for number in range(15)]

    page = attempt(client, PASSWORD)

    assert statuses == [200] * 10 + [429] * 5
    assert (page.status_code, page["Retry-After"]) == (429, "60")
    assert client.get(LOGIN, **HERE).status_code == 200
    assert attempt(client, PASSWORD, **ELSEWHERE).status_code == 302


def test_limit_of_tries_ends_after_a_minute(client, editor, time_machine):
    time_machine.move_to("2026-06-15 12:00+00:00", tick=False)
    for number in range(15):
        attempt(client, username=f"nobody-{number}")

    time_machine.shift(60)

    assert attempt(client, PASSWORD).status_code == 302


def test_successful_login_resets_the_count(client, editor):
    fail(client, 4)
    attempt(client, PASSWORD)

    assert fail(client, 4) == [200] * 4


def test_forged_header_does_not_avoid_the_lockout(client, editor):
    fail(client, 5)

    assert attempt(client, **HERE, HTTP_X_FORWARDED_FOR="203.0.113.9").status_code == 429


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "counted"),
    [
        ("192.0.2.7", "", 0, "192.0.2.7"),
        ("2001:db8::1", "", 0, "2001:db8::"),
        ("10.0.0.1", "192.0.2.7", 1, "192.0.2.7"),
        ("", "", 0, None),
    ],
)
def test_address_is_valid_for_the_column(rf, settings, peer, forwarded, proxies, counted):
    settings.TRUSTED_PROXIES = proxies

    assert address(rf.get("/", REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=forwarded)) == counted


@pytest.mark.parametrize("peer", ["2001:db8::1", "::ffff:192.0.2.7", ""])
def test_lockout_works_for_every_kind_of_address(client, editor, peer):
    assert fail(client, 5, REMOTE_ADDR=peer)[-1] == 429


def test_staff_session_ends_after_eight_hours(client, editor, settings):
    attempt(client, PASSWORD)

    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE <= 8 * 60 * 60
