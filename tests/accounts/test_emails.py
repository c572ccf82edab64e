"""Test send_email with every template."""

import os
import subprocess
import sys

import pytest
from django.core import mail

from accounts.emails import send_email
from accounts.tiers import PRO, RESEARCHER
from tests.factories import ApiKeyFactory, UserFactory

pytestmark = pytest.mark.django_db
LETTERS = ["key_created", "key_expiring", "pro_approved", "pro_declined", "pro_revoked"]


@pytest.mark.parametrize("name", LETTERS)
def test_send_email_has_subject_body_and_link(name, settings):
    settings.BASE_URL = "https://graph.example"
    key = ApiKeyFactory()

    assert send_email(name, to=key.user, key=key, message="Say <more> & soon.")

    (email,) = mail.outbox
    assert email.subject
    assert "\n" not in email.subject
    assert "https://graph.example/account" in email.body
    assert "&lt;" not in email.body
    assert ("Say <more> & soon." in email.body) is name.startswith("pro_")


def test_send_email_has_absolute_links_without_a_base_url(settings):
    settings.BASE_URL, settings.SERVER_URL = "", "http://127.0.0.1:9000"

    send_email("pro_declined", to=UserFactory(), message="No.")

    assert "http://127.0.0.1:9000/account/pro" in mail.outbox[0].body


def test_send_email_logs_a_failure_without_the_address(settings, caplog):
    settings.EMAIL_BACKEND = "tests.accounts.failing_email_backend.FailingEmailBackend"
    user = UserFactory()

    assert not send_email("pro_declined", to=user)

    assert "ConnectionResetError" in caplog.text
    assert user.email not in caplog.text


@pytest.mark.parametrize(
    ("name", "tier"), [("pro_approved", PRO), ("pro_declined", RESEARCHER), ("pro_revoked", RESEARCHER)]
)
def test_emails_about_a_tier_name_its_allowance(name, tier):
    send_email(name, to=UserFactory(), message="")

    assert f"{tier.allowance:,} requests a minute" in mail.outbox[0].body


@pytest.mark.parametrize("name", LETTERS)
def test_emails_without_a_message_have_no_gap(name):
    key = ApiKeyFactory()

    send_email(name, to=key.user, key=key, message="")

    assert "\n\n\n" not in mail.outbox[0].body
    assert "writes:" not in mail.outbox[0].body


def test_send_email_skips_an_account_without_address():
    assert not send_email("pro_declined", to=UserFactory(email=""))
    assert not mail.outbox


def test_environment_sets_mail_server_and_sender():
    variables = {"EMAIL_URL": "smtp+tls://a-user:a-message@mail.example:587", "DEFAULT_FROM_EMAIL": "graph@example.org"}
    asked = "print(settings.EMAIL_HOST, settings.EMAIL_USE_TLS, settings.DEFAULT_FROM_EMAIL, settings.EMAIL_TIMEOUT)"

    # Run this in another process, because settings are read only once in a process.
    answer = subprocess.run(  # noqa: S603 - a command of ours
        [sys.executable, "-c", f"from django.conf import settings; {asked}"],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=True,
    )

    assert answer.stdout.split() == ["mail.example", "True", "graph@example.org", "5"]
