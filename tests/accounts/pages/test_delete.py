"""An account is deleted by whom it belongs to, who types its address."""

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
def test_all_that_was_of_the_account_is_gone(client, researcher, typed):
    KeyUseFactory(key__user=researcher)
    ProRequestFactory(user=researcher)

    response = delete(client, typed)

    assert response["Location"] == "/account/deleted"
    assert not any(model.objects.exists() for model in (User, ApiKey, KeyUse, ProRequest, Session))
    assert "Goodbye" in client.get("/account/deleted").content.decode()
    assert client.get("/account").status_code == 302


def test_who_is_signed_in_elsewhere_is_signed_out_there(client, researcher):
    elsewhere = Client()
    elsewhere.force_login(researcher)

    delete(client, researcher.email)

    assert elsewhere.get("/account")["Location"] == "/sign-in?next=/account"


def test_all_rooms_are_told_that_its_keys_have_ended(client, researcher, django_capture_on_commit_callbacks):
    digest, told = ApiKeyFactory(user=researcher).digest, []

    def listen(digests, **_):
        told.extend(digests)

    keys_changed.connect(listen)
    with django_capture_on_commit_callbacks(execute=True):
        delete(client, researcher.email)
    keys_changed.disconnect(listen)

    assert told == [digest]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type the e-mail address of this account."),
        ("another@university.example", "This is not the e-mail address of this account."),
        ("researcher", "This is not the e-mail address of this account."),
    ],
)
def test_another_address_deletes_nothing(client, researcher, typed, said):
    response = delete(client, typed)

    assert said in response.content.decode()
    assert User.objects.filter(pk=researcher.pk).exists()


@pytest.mark.parametrize("role", ["is_staff", "is_superuser"])
def test_an_account_of_the_staff_is_told_that_it_stays(client, role):
    editor = UserFactory(**{role: True})
    client.force_login(editor)

    asked, sent = client.get("/account/delete"), delete(client, editor.email)

    assert "ended in the admin" in asked.content.decode()
    assert "Delete my account</button>" not in asked.content.decode()
    assert "ended in the admin" in sent.content.decode()
    assert User.objects.exists()


def test_others_stay(client, researcher):
    other = ApiKeyFactory()

    delete(client, researcher.email)

    assert list(ApiKey.objects.live()) == [other]
