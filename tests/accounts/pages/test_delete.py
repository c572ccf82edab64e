"""Test the page on which owners delete their accounts."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import ApiKey, KeyUse, ProRequest, User
from accounts.signals import keys_changed
from tests.factories import ApiKeyFactory, KeyUseFactory, ProRequestFactory, UserFactory

pytestmark = pytest.mark.django_db


def delete(client, address):
    return client.post("/account/delete", {"address": address})


@pytest.mark.parametrize("typed", ["researcher@university.example", " Researcher@University.example "])
def test_delete_removes_everything_of_the_account(client, researcher, typed):
    KeyUseFactory(key__user=researcher)
    ProRequestFactory(user=researcher)

    response = delete(client, typed)

    assert response["Location"] == "/account/deleted"
    assert not any(model.objects.exists() for model in (User, ApiKey, KeyUse, ProRequest, Session))
    assert "Account deleted" in client.get("/account/deleted").content.decode()
    assert client.get("/account").status_code == 302


def test_delete_ends_other_sessions(client, researcher):
    elsewhere = Client()
    elsewhere.force_login(researcher)

    delete(client, researcher.email)

    assert elsewhere.get("/account")["Location"] == "/sign-in?next=/account"


def test_delete_sends_the_signal_for_the_keys(client, researcher, django_capture_on_commit_callbacks):
    digest, changed_digests = ApiKeyFactory(user=researcher).digest, []

    def listen(digests, **_):
        changed_digests.extend(digests)

    keys_changed.connect(listen)
    with django_capture_on_commit_callbacks(execute=True):
        delete(client, researcher.email)
    keys_changed.disconnect(listen)

    assert changed_digests == [digest]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type the e-mail address of this account."),
        ("another@university.example", "This is not the e-mail address of this account."),
        ("researcher", "This is not the e-mail address of this account."),
    ],
)
def test_delete_with_another_address_deletes_nothing(client, researcher, typed, said):
    response = delete(client, typed)

    assert said in response.content.decode()
    assert User.objects.filter(pk=researcher.pk).exists()


@pytest.mark.parametrize("role", ["is_staff", "is_superuser"])
def test_delete_rejects_staff_accounts(client, role):
    editor = UserFactory(**{role: True})
    client.force_login(editor)

    asked, sent = client.get("/account/delete"), delete(client, editor.email)

    assert "delete it in the admin" in asked.content.decode()
    assert "Delete account</button>" not in asked.content.decode()
    assert "delete it in the admin" in sent.content.decode()
    assert User.objects.exists()


def test_delete_leaves_other_accounts(client, researcher):
    other = ApiKeyFactory()

    delete(client, researcher.email)

    assert list(ApiKey.objects.live()) == [other]
