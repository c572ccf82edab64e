"""Who gets in, against a real provider: nine forms of a claim, and whose address it is."""

import pytest
from allauth.socialaccount.models import SocialAccount

from accounts.models import User

pytestmark = pytest.mark.django_db

ABSENT = "absent"
FORMS = [True, False, ABSENT, None, "true", "false", 1, 0, []]
ADDRESS = "researcher@example.org"


def claims(form, address=ADDRESS):
    return {"email": address} if form == ABSENT else {"email": address, "email_verified": form}


@pytest.fixture(params=["unknown", "known", "staff", "superuser"])
def whose(request):
    """Whose address it is: nobody's, an account's that an operator made, one of the staff's."""
    rank = {"staff": {"is_staff": True}, "superuser": {"is_superuser": True}}.get(request.param, {})
    if request.param != "unknown":
        User.objects.create_user(username="somebody", email=ADDRESS.title(), **rank)
    return request.param


def rows():
    return {"users": User.objects.count(), "identities": SocialAccount.objects.count()}


@pytest.mark.parametrize("form", FORMS, ids=repr)
def test_sign_in_needs_a_verified_address_and_no_staff_account(person, signed_in_as, whose, form):
    before = rows()

    answer = person.said_to_be(f"{whose}-{form!r:.9}".strip("[]'"), **claims(form)).signs_in()

    if form is True and whose in ("known", "unknown"):
        assert answer.status_code == 302
        assert signed_in_as().email.lower() == ADDRESS
        assert rows() == {"users": 1, "identities": 1}
    else:
        assert answer.status_code == 403
        assert signed_in_as() is None
        assert rows() == before


@pytest.mark.parametrize("form", FORMS[1:], ids=repr)
def test_sign_in_needs_a_verified_address_each_time(person, signed_in_as, client, form):
    person.said_to_be("changing", **claims(True)).signs_in()
    client.post("/sign-out")

    answer = person.said_to_be("changing", **claims(form)).signs_in()

    assert answer.status_code == 403
    assert signed_in_as() is None


@pytest.mark.parametrize("address", ["", "nobody", None, 7, "two@people@example.org"], ids=repr)
def test_sign_in_rejects_an_invalid_address(person, signed_in_as, address):
    answer = person.said_to_be("addressless", **claims(True, address)).signs_in()

    assert answer.status_code == 403
    assert signed_in_as() is None
    assert rows() == {"users": 0, "identities": 0}
