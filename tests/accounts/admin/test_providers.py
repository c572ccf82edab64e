"""How the owner of an account came in."""

import pytest

from accounts.admin.providers import signed_in_by, with_providers
from accounts.models import User
from tests.factories import ProRequestFactory, UserFactory
from tests.reading import text

pytestmark = pytest.mark.django_db


def test_who_never_did_came_by_nothing():
    assert signed_in_by(UserFactory()) == "nothing yet"


def test_who_has_a_password_comes_in_by_it():
    user = UserFactory()
    user.set_password("nine lamps on a shelf")

    assert signed_in_by(user) == "password"


def test_all_providers_of_all_accounts_are_read_at_once(django_assert_num_queries):
    for _ in range(3):
        user = UserFactory()
        for provider in ("orcid", "github"):
            user.socialaccount_set.create(provider=provider, uid=f"{provider}-{user.pk}")

    with django_assert_num_queries(2):
        told = [signed_in_by(user) for user in with_providers(User.objects.all())]

    assert told == ["github, orcid"] * 3


def test_the_list_of_requests_tells_it(desk):
    request = ProRequestFactory()
    request.user.socialaccount_set.create(provider="orcid", uid="0000")

    assert " orcid " in text(desk.get("/admin/accounts/prorequest/"))
