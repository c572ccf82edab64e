"""Test signed_in_by, which returns the identity providers of an account."""

import pytest
from django.contrib import admin

from accounts.models import User
from tests.factories import ProRequestFactory, UserFactory
from tests.reading import text

pytestmark = pytest.mark.django_db


def signed_in_by(user):
    return admin.site.get_model_admin(User).signed_in_by(user)


def test_signed_in_by_is_empty_for_an_unused_account():
    assert signed_in_by(UserFactory()) == "nothing yet"


def test_signed_in_by_includes_a_password():
    user = UserFactory()
    user.set_password("nine lamps on a shelf")

    assert signed_in_by(user) == "password"


def test_signed_in_by_takes_two_queries_for_all_rows_of_the_list(django_assert_num_queries):
    for _ in range(3):
        user = UserFactory()
        for provider in ("orcid", "github"):
            user.socialaccount_set.create(provider=provider, uid=f"{provider}-{user.pk}")

    with django_assert_num_queries(2):
        found = [signed_in_by(user) for user in admin.site.get_model_admin(User).get_queryset(None)]

    assert found == ["github, orcid"] * 3


def test_list_of_requests_shows_the_provider(manager_client):
    request = ProRequestFactory()
    request.user.socialaccount_set.create(provider="orcid", uid="0000")

    assert " orcid " in text(manager_client.get("/admin/accounts/prorequest/"))
