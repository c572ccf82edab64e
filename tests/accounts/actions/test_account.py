"""Test delete_account, and test that all other actions on accounts and keys reject a deleted account."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import connections

from accounts import use
from accounts.actions import keys
from accounts.actions.account import delete_account
from accounts.actions.keys import create_key, roll_key
from accounts.actions.pro import approve_pro, decline_pro, grant_pro, request_pro, revoke_pro
from accounts.callers import Caller
from accounts.exceptions import AccountActionError
from accounts.limits import Usage
from accounts.models import ApiKey, KeyUse, ProRequest, User
from accounts.tiers import RESEARCHER
from tests.factories import ApiKeyFactory, ChangeFactory, KeyUseFactory, ProRequestFactory, UserFactory
from tests.overlaps import needs_overlap

pytestmark = pytest.mark.django_db


def test_delete_account_deletes_keys_use_and_requests():
    user = KeyUseFactory().key.user
    ProRequestFactory(user=user)
    other = KeyUseFactory()

    delete_account(user=user)

    assert not User.objects.filter(pk=user.pk).exists()
    assert [use.pk for use in KeyUse.objects.all()] == [other.pk]
    assert ApiKey.objects.get() == other.key
    assert not ProRequest.objects.exists()


@pytest.mark.parametrize("role", ["is_staff", "is_superuser"])
def test_delete_account_rejects_staff_accounts(role):
    user = UserFactory(**{role: True})

    with pytest.raises(AccountActionError):
        delete_account(user=user)

    assert User.objects.filter(pk=user.pk).exists()


def test_delete_account_of_a_former_editor_leaves_the_journal():
    editor = UserFactory()
    change = ChangeFactory(by=editor)

    delete_account(user=editor)

    change.refresh_from_db()
    assert change.by is None


def test_delete_account_twice_is_no_error():
    user = UserFactory()
    User.objects.all().delete()

    delete_account(user=user)

    assert not User.objects.exists()


SECONDS_OF_OVERLAP = 0.3


def deleted_while(user, write, monkeypatch, module, step):
    """Run the function ``write`` in a thread. Delete the account at the moment when ``write`` calls the function of the
    ``module`` whose name is ``step``."""
    started, original = Event(), getattr(module, step)

    def slow(*args, **kwargs):
        started.set()
        time.sleep(SECONDS_OF_OVERLAP)
        return original(*args, **kwargs)

    def written():
        try:
            write()
        finally:
            connections.close_all()

    monkeypatch.setattr(module, step, slow)
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(written)
        assert started.wait(10)
        delete_account(user=user)
        writing.result()


@needs_overlap
@pytest.mark.django_db(transaction=True)
def test_delete_account_deletes_use_that_is_being_written(monkeypatch):
    key = ApiKeyFactory()
    usage = Usage(RESEARCHER, 1, 0, is_degraded=False)
    use.record(Caller(RESEARCHER, f"account:{key.user_id}", key.pk, key.user_id), "entity", usage)

    deleted_while(key.user, use.flush, monkeypatch, use, "_write_last_use")

    assert not User.objects.exists()
    assert not KeyUse.objects.exists()


@needs_overlap
@pytest.mark.django_db(transaction=True)
def test_delete_account_deletes_a_key_that_is_being_created(monkeypatch):
    user = UserFactory()

    deleted_while(user, lambda: create_key(user=user, name="Thesis"), monkeypatch, keys, "_create")

    assert not User.objects.exists()
    assert not ApiKey.objects.exists()


ACTIONS = {
    "create a key": lambda user: create_key(user=user, name="Thesis"),
    "request pro": lambda user: request_pro(user=user, organisation="A newsroom", purpose="News", expected_volume=1),
    "grant pro": lambda user: grant_pro(user=user, by=None),
    "revoke pro": lambda user: revoke_pro(user=user, by=None),
}


@pytest.mark.parametrize("action", ACTIONS)
def test_key_and_pro_actions_reject_a_deleted_account(action):
    user = UserFactory()
    User.objects.all().delete()

    with pytest.raises(AccountActionError, match="no longer exists"):
        ACTIONS[action](user)


@pytest.mark.parametrize("decide", [approve_pro, decline_pro])
def test_pro_decisions_reject_a_deleted_account(decide):
    request = ProRequestFactory()
    User.objects.all().delete()

    with pytest.raises(AccountActionError, match="no longer exists"):
        decide(request=request, by=UserFactory())


def test_roll_key_rejects_a_key_of_a_deleted_account():
    key = ApiKeyFactory()
    User.objects.all().delete()

    with pytest.raises(AccountActionError, match="no longer exists"):
        roll_key(key=key)
