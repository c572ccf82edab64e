"""Letters: every one can be written, and a post office that is away holds nobody up."""

import pytest
from django.core import mail

from accounts.letters import send
from tests.factories import ApiKeyFactory, UserFactory

pytestmark = pytest.mark.django_db
LETTERS = ["key_created", "key_expiring", "pro_approved", "pro_declined", "pro_revoked"]


@pytest.mark.parametrize("name", LETTERS)
def test_a_letter_has_a_subject_a_body_and_a_way_back(name, settings):
    settings.BASE_URL = "https://graph.example"
    key = ApiKeyFactory()

    assert send(name, to=key.user, key=key, word="Tell us <more> & soon.")

    (letter,) = mail.outbox
    assert letter.subject
    assert "\n" not in letter.subject
    assert "https://graph.example/account" in letter.body
    assert "&lt;" not in letter.body
    assert ("Tell us <more> & soon." in letter.body) is name.startswith("pro_")


def test_a_post_office_that_is_away_is_logged_without_the_address(settings, caplog):
    settings.EMAIL_BACKEND = "tests.accounts.post_office.Away"
    user = UserFactory()

    assert not send("pro_declined", to=user)

    assert "ConnectionRefusedError" in caplog.text
    assert user.email not in caplog.text


def test_an_account_without_an_address_gets_none():
    assert not send("pro_declined", to=UserFactory(email=""))
    assert not mail.outbox
