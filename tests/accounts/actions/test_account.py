"""An account ends, and nothing of it is left."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import connections

from accounts import use
from accounts.actions import (
    approve_pro,
    create_key,
    decline_pro,
    delete_account,
    grant_pro,
    keys,
    request_pro,
    revoke_pro,
    roll_key,
)
from accounts.callers import Caller
from accounts.exceptions import AccountActionError
from accounts.limits import Usage
from accounts.models import ApiKey, KeyUse, ProRequest, User
from accounts.tiers import RESEARCHER
from tests.factories import ApiKeyFactory, ChangeFactory, KeyUseFactory, ProRequestFactory, UserFactory
from tests.overlaps import needs_overlap

pytestmark = pytest.mark.django_db


def test_keys_use_and_requests_go_with_it():
    user = KeyUseFactory().key.user
    ProRequestFactory(user=user)
    other = KeyUseFactory()

    delete_account(user=user)

    assert not User.objects.filter(pk=user.pk).exists()
    assert [use.pk for use in KeyUse.objects.all()] == [other.pk]
    assert ApiKey.objects.get() == other.key
    assert not ProRequest.objects.exists()


@pytest.mark.parametrize("role", ["is_staff", "is_superuser"])
def test_those_of_the_staff_are_not_ended_here(role):
    user = UserFactory(**{role: True})

    with pytest.raises(AccountActionError):
        delete_account(user=user)

    assert User.objects.filter(pk=user.pk).exists()


def test_what_a_former_editor_wrote_stays_without_a_name():
    editor = UserFactory()
    change = ChangeFactory(by=editor)

    delete_account(user=editor)

    change.refresh_from_db()
    assert change.by is None


def test_an_account_is_deleted_once():
    user = UserFactory()
    User.objects.all().delete()

    delete_account(user=user)

    assert not User.objects.exists()


SECONDS_TO_RUN_INTO_IT = 0.3


def deleted_while(user, write, monkeypatch, module, step):
    """Delete the account while another transaction is about to take that step of what it writes."""
    begun, do = Event(), getattr(module, step)

    def slowly(*args, **kwargs):
        begun.set()
        time.sleep(SECONDS_TO_RUN_INTO_IT)
        return do(*args, **kwargs)

    def written():
        try:
            write()
        finally:
            connections.close_all()

    monkeypatch.setattr(module, step, slowly)
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(written)
        assert begun.wait(10)
        delete_account(user=user)
        writing.result()


@needs_overlap
@pytest.mark.django_db(transaction=True)
def test_use_that_is_being_written_goes_with_it(monkeypatch):
    key = ApiKeyFactory()
    usage = Usage(RESEARCHER, 1, 0, is_degraded=False)
    use.record(Caller(RESEARCHER, f"account:{key.user_id}", key.pk, key.user_id), "entity", usage)

    deleted_while(key.user, use.flush, monkeypatch, use, "_write_last_use")

    assert not User.objects.exists()
    assert not KeyUse.objects.exists()


@needs_overlap
@pytest.mark.django_db(transaction=True)
def test_a_key_that_is_being_made_goes_with_it(monkeypatch):
    user = UserFactory()

    deleted_while(user, lambda: create_key(user=user, name="Thesis"), monkeypatch, keys, "_made")

    assert not User.objects.exists()
    assert not ApiKey.objects.exists()


DEEDS = {
    "make a key": lambda user: create_key(user=user, name="Thesis"),
    "ask for pro": lambda user: request_pro(user=user, organisation="A newsroom", purpose="News", expected_volume=1),
    "grant pro": lambda user: grant_pro(user=user, by=None),
    "take pro back": lambda user: revoke_pro(user=user, by=None),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_nothing_is_done_to_an_account_that_is_gone(deed):
    user = UserFactory()
    User.objects.all().delete()

    with pytest.raises(AccountActionError, match="no more"):
        DEEDS[deed](user)


@pytest.mark.parametrize("decide", [approve_pro, decline_pro])
def test_nothing_is_decided_for_an_account_that_is_gone(decide):
    request = ProRequestFactory()
    User.objects.all().delete()

    with pytest.raises(AccountActionError, match="no more"):
        decide(request=request, by=UserFactory())


def test_a_key_of_an_account_that_is_gone_has_no_successor():
    key = ApiKeyFactory()
    User.objects.all().delete()

    with pytest.raises(AccountActionError, match="no more"):
        roll_key(key=key)
