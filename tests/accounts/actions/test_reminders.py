"""Test remind_of_expiry, which sends e-mails before API keys expire, and the management command that calls it."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from accounts.actions.keys import remind_of_expiry
from tests.factories import ApiKeyFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def key_expiring_in(days, **more):
    now = timezone.now()
    return ApiKeyFactory(created_at=now - timedelta(days=300), expires_at=now + timedelta(days=days), **more)


def test_remind_of_expiry_sends_an_email_fourteen_days_before():
    key = key_expiring_in(13.9)

    assert remind_of_expiry() == 1

    (email,) = mail.outbox
    assert email.to == [key.user.email]
    key.refresh_from_db()
    assert key.reminded_at == timezone.now()


def test_remind_of_expiry_sends_one_email_per_key():
    key_expiring_in(5)

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
def test_remind_of_expiry_skips_later_and_ended_keys(days, more):
    key_expiring_in(days, **more)

    assert remind_of_expiry() == 0


def test_remind_of_expiry_skips_keys_with_a_successor():
    key_expiring_in(0.5, successor=ApiKeyFactory())

    assert remind_of_expiry() == 0


def test_remind_of_expiry_tries_again_after_a_mail_failure(settings):
    key_expiring_in(5)
    settings.EMAIL_BACKEND = "tests.accounts.failing_email_backend.FailingEmailBackend"
    first = remind_of_expiry()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    assert (first, remind_of_expiry()) == (0, 1)


def test_command_prints_the_number_of_emails(capsys):
    key_expiring_in(5)

    call_command("remind_of_expiry")

    assert capsys.readouterr().out == "1 e-mails sent.\n"
