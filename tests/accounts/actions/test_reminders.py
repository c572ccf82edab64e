"""Owners are told before a key expires, once."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from accounts.actions import remind_of_expiry
from tests.factories import ApiKeyFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def key_that_expires_in(days, **more):
    now = timezone.now()
    return ApiKeyFactory(created_at=now - timedelta(days=300), expires_at=now + timedelta(days=days), **more)


def test_a_letter_goes_out_fourteen_days_before():
    key = key_that_expires_in(13.9)

    assert remind_of_expiry() == 1

    (letter,) = mail.outbox
    assert letter.to == [key.user.email]
    key.refresh_from_db()
    assert key.reminded_at == timezone.now()


def test_it_goes_out_once():
    key_that_expires_in(5)

    assert [remind_of_expiry(), remind_of_expiry()] == [1, 0]
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    ("days", "more"),
    [
        (14.1, {}),
        (-1, {}),
        (5, {"revoked_at": timezone.now()}),
        (5, {"user__is_active": False}),
    ],
)
def test_there_is_none_for_a_key_that_has_time_or_is_over(days, more):
    key_that_expires_in(days, **more)

    assert remind_of_expiry() == 0


def test_there_is_none_for_a_key_that_another_replaces():
    key_that_expires_in(0.5, successor=ApiKeyFactory())

    assert remind_of_expiry() == 0


def test_where_the_post_office_is_away_the_next_day_tries_again(settings):
    key_that_expires_in(5)
    settings.EMAIL_BACKEND = "tests.accounts.failing_email_backend.Away"
    first = remind_of_expiry()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    assert (first, remind_of_expiry()) == (0, 1)


def test_the_command_says_how_many(capsys):
    key_that_expires_in(5)

    call_command("remind_of_expiry")

    assert capsys.readouterr().out == "1 letters sent.\n"
