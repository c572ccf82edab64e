"""Letters: every one can be written, and a post office that is away holds nobody up."""

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
def test_a_letter_has_a_subject_a_body_and_a_way_back(name, settings):
    settings.BASE_URL = "https://graph.example"
    key = ApiKeyFactory()

    assert send_email(name, to=key.user, key=key, message="Tell us <more> & soon.")

    (letter,) = mail.outbox
    assert letter.subject
    assert "\n" not in letter.subject
    assert "https://graph.example/account" in letter.body
    assert "&lt;" not in letter.body
    assert ("Tell us <more> & soon." in letter.body) is name.startswith("pro_")


def test_a_post_office_that_is_away_is_logged_without_the_address(settings, caplog):
    settings.EMAIL_BACKEND = "tests.accounts.failing_email_backend.Away"
    user = UserFactory()

    assert not send_email("pro_declined", to=user)

    assert "ConnectionRefusedError" in caplog.text
    assert user.email not in caplog.text


@pytest.mark.parametrize(
    ("name", "tier"), [("pro_approved", PRO), ("pro_declined", RESEARCHER), ("pro_revoked", RESEARCHER)]
)
def test_a_letter_about_a_tier_names_its_allowance(name, tier):
    send_email(name, to=UserFactory(), message="")

    assert f"{tier.allowance:,} requests a minute" in mail.outbox[0].body


@pytest.mark.parametrize("name", LETTERS)
def test_a_letter_has_no_gap_where_nothing_was_to_be_said(name):
    key = ApiKeyFactory()

    send_email(name, to=key.user, key=key, message="")

    assert "\n\n\n" not in mail.outbox[0].body
    assert "writes:" not in mail.outbox[0].body


def test_an_account_without_an_address_gets_none():
    assert not send_email("pro_declined", to=UserFactory(email=""))
    assert not mail.outbox


def test_the_environment_says_where_letters_go_and_who_sends_them():
    told = {"EMAIL_URL": "smtp+tls://a-user:a-message@mail.example:587", "DEFAULT_FROM_EMAIL": "graph@example.org"}
    asked = "print(settings.EMAIL_HOST, settings.EMAIL_USE_TLS, settings.DEFAULT_FROM_EMAIL, settings.EMAIL_TIMEOUT)"

    # A process of its own, as settings are read once.
    answer = subprocess.run(  # noqa: S603 - a command of ours
        [sys.executable, "-c", f"from django.conf import settings; {asked}"],
        env=os.environ | told,
        capture_output=True,
        text=True,
        check=True,
    )

    assert answer.stdout.split() == ["mail.example", "True", "graph@example.org", "5"]
