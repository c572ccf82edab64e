import pytest
from django.test import Client

from tests.accounts.signin.conftest import Person, query

pytestmark = pytest.mark.django_db

VERIFIED = {"email": "researcher@example.org", "email_verified": True}


def test_callback_works_once(client, person):
    back = person.set_claims("one", **VERIFIED).consent(person.authorization_url())
    client.get(back)
    client.post("/sign-out")

    assert client.get(back).status_code == 403


def test_used_code_with_another_state_is_rejected(client, person):
    back = person.set_claims("one", **VERIFIED).consent(person.authorization_url())
    client.get(back)
    thief = Person(Client(), person.address)
    state = query(thief.authorization_url())["state"]

    page = thief.client.get("/sign-in/oidc/callback", {"code": query(back)["code"], "state": state})

    assert page.status_code == 403
    assert "_auth_user_id" not in thief.client.session
