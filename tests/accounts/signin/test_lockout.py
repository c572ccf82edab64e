"""Guessing the password of the staff."""

import pytest

from accounts.signin.lockout import address

pytestmark = pytest.mark.django_db

PASSWORD, WRONG = "a password of some length", "another one"
LOGIN = "/admin/login/"
HERE = {"REMOTE_ADDR": "192.0.2.7"}
ELSEWHERE = {"REMOTE_ADDR": "198.51.100.7"}


@pytest.fixture(autouse=True)
def quick(settings):
    """Some sixty passwords are tried here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def editor(django_user_model):
    return django_user_model.objects.create_user("editor", password=PASSWORD, is_staff=True)


def attempt(client, password=WRONG, username="editor", **where):
    return client.post(LOGIN, {"username": username, "password": password}, **(where or HERE))


def fail(client, times, **options):
    return [attempt(client, **options).status_code for _ in range(times)]


def test_the_staff_sign_in_with_their_password(client, editor):
    assert attempt(client, PASSWORD).status_code == 302


def test_a_program_of_ours_that_asks_without_a_request_is_answered(client, editor):
    assert client.login(username="editor", password=PASSWORD)
    assert not client.login(username="editor", password=WRONG)


def test_the_fifth_wrong_one_shuts_the_door_to_the_right_one_too(client, editor):
    assert fail(client, 5) == [200] * 4 + [429]

    page = attempt(client, PASSWORD)

    assert page.status_code == 429
    assert page["Retry-After"] == "900"
    assert "Too many attempts" in page.content.decode()


def test_from_elsewhere_and_for_others_it_stays_open(client, editor, admin_user):
    fail(client, 5)

    assert attempt(client, PASSWORD, **ELSEWHERE).status_code == 302
    assert attempt(client, "password", username=admin_user.username).status_code == 302


def test_after_a_quarter_of_an_hour_it_opens_again(client, editor, time_machine):
    time_machine.move_to("2026-06-15 12:00+00:00", tick=False)
    fail(client, 5)

    time_machine.move_to("2026-06-15 12:16+00:00", tick=False)

    assert attempt(client, PASSWORD).status_code == 302


def test_who_tries_one_name_after_the_other_waits_too(client, editor, time_machine):
    time_machine.move_to("2026-06-15 12:00+00:00", tick=False)
    told = [attempt(client, username=f"nobody-{number}").status_code for number in range(15)]

    page = attempt(client, PASSWORD)

    assert told == [200] * 10 + [429] * 5
    assert (page.status_code, page["Retry-After"]) == (429, "60")
    assert client.get(LOGIN, **HERE).status_code == 200
    assert attempt(client, PASSWORD, **ELSEWHERE).status_code == 302


def test_after_a_minute_it_may_go_on(client, editor, time_machine):
    time_machine.move_to("2026-06-15 12:00+00:00", tick=False)
    for number in range(15):
        attempt(client, username=f"nobody-{number}")

    time_machine.shift(60)

    assert attempt(client, PASSWORD).status_code == 302


def test_a_right_one_forgets_the_wrong_ones(client, editor):
    fail(client, 4)
    attempt(client, PASSWORD)

    assert fail(client, 4) == [200] * 4


def test_a_forged_header_opens_no_door(client, editor):
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
def test_attempts_are_counted_on_an_address_that_a_column_takes(rf, settings, peer, forwarded, proxies, counted):
    settings.TRUSTED_PROXIES = proxies

    assert address(rf.get("/", REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=forwarded)) == counted


@pytest.mark.parametrize("peer", ["2001:db8::1", "::ffff:192.0.2.7", ""])
def test_from_any_kind_of_address_the_door_shuts(client, editor, peer):
    assert fail(client, 5, REMOTE_ADDR=peer)[-1] == 429


def test_a_session_of_the_staff_ends_with_the_working_day(client, editor, settings):
    attempt(client, PASSWORD)

    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE <= 8 * 60 * 60
