"""An account ends, and nothing of it is left."""

import pytest

from accounts.actions import AccountActionRefused, delete_account
from accounts.models import ApiKey, KeyUse, ProRequest, User
from tests.factories import ChangeFactory, KeyUseFactory, ProRequestFactory, UserFactory

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

    with pytest.raises(AccountActionRefused):
        delete_account(user=user)

    assert User.objects.filter(pk=user.pk).exists()


def test_what_a_former_editor_wrote_stays_without_a_name():
    editor = UserFactory()
    change = ChangeFactory(by=editor)

    delete_account(user=editor)

    change.refresh_from_db()
    assert change.by is None
