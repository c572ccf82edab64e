"""Test the sign-in with a real provider: values of the claim email_verified, and accounts with the same address."""

import pytest
from allauth.socialaccount.models import SocialAccount

from accounts.models import User

pytestmark = pytest.mark.django_db

ABSENT = "absent"
FORMS = [True, False, ABSENT, None, "true", "false", 1, 0, []]
ADDRESS = "researcher@example.org"


def claims(form, address=ADDRESS):
    return {"email": address} if form == ABSENT else {"email": address, "email_verified": form}


def rows():
    return {"users": User.objects.count(), "identities": SocialAccount.objects.count()}


@pytest.mark.parametrize("owner", ["nobody", "an account of an operator"])
def test_sign_in_with_a_verified_address_opens_the_account(person, signed_in_as, owner):
    if owner != "nobody":
        User.objects.create_user(username="somebody", email=ADDRESS.title())

    response = person.set_claims(owner, **claims(True)).complete_sign_in()

    assert response.status_code == 302
    assert signed_in_as().email.lower() == ADDRESS
    assert rows() == {"users": 1, "identities": 1}


@pytest.mark.parametrize("rank", ["is_staff", "is_superuser"])
def test_sign_in_with_an_address_of_staff_is_rejected(person, signed_in_as, rank):
    User.objects.create_user(username="somebody", email=ADDRESS.title(), **{rank: True})

    response = person.set_claims(rank, **claims(True)).complete_sign_in()

    assert response.status_code == 403
    assert signed_in_as() is None
    assert rows() == {"users": 1, "identities": 0}


@pytest.mark.parametrize("form", FORMS[1:], ids=repr)
def test_sign_in_without_a_verified_address_is_rejected(person, signed_in_as, form):
    response = person.set_claims(f"new-{form!r:.9}".strip("[]'"), **claims(form)).complete_sign_in()

    assert response.status_code == 403
    assert signed_in_as() is None
    assert rows() == {"users": 0, "identities": 0}


def test_sign_in_needs_a_verified_address_each_time(person, signed_in_as, client):
    person.set_claims("changing", **claims(True)).complete_sign_in()
    client.post("/sign-out")

    response = person.set_claims("changing", **claims(False)).complete_sign_in()

    assert response.status_code == 403
    assert signed_in_as() is None


@pytest.mark.parametrize("address", ["", "nobody", None, 7, "two@people@example.org"], ids=repr)
def test_sign_in_rejects_an_invalid_address(person, signed_in_as, address):
    response = person.set_claims("addressless", **claims(True, address)).complete_sign_in()

    assert response.status_code == 403
    assert signed_in_as() is None
    assert rows() == {"users": 0, "identities": 0}
