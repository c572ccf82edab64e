"""Whose account it is: the provider's name for somebody decides, and the address never does."""

import pytest
from allauth.socialaccount.models import SocialAccount, SocialToken

from accounts.models import User

pytestmark = pytest.mark.django_db

ADDRESS = "researcher@example.org"
VOUCHED = {"email": ADDRESS, "email_verified": True}


def test_a_stranger_gets_an_account_and_comes_to_its_page(person, signed_in_as):
    answer = person.said_to_be("stranger", **VOUCHED, preferred_username="boss", name="Of No Interest").signs_in()

    user = signed_in_as()
    assert answer["Location"] == "/account"
    assert (user.email, user.tier, user.is_staff, user.is_superuser) == (ADDRESS, "researcher", False, False)
    assert user.username != "boss"
    assert not user.has_usable_password()


def test_nothing_else_that_the_provider_says_is_kept(person):
    person.said_to_be("private", **VOUCHED, name="Of No Interest", birthdate="1970-01-01").signs_in()

    assert SocialAccount.objects.get().extra_data == {}
    assert User.objects.get().get_full_name() == ""
    assert not SocialToken.objects.exists()


def test_who_comes_again_has_the_same_account_whatever_the_address_is_now(person, signed_in_as, client):
    person.said_to_be("moved", **VOUCHED).signs_in()
    first = signed_in_as()
    client.post("/sign-out")

    person.said_to_be("moved", email="new@example.org", email_verified=True).signs_in()

    assert signed_in_as() == first
    assert User.objects.count() == 1


def test_an_account_that_an_operator_made_is_the_addressees(person, signed_in_as):
    issued = User.objects.create_user(username="issued", email="Researcher@Example.org", tier="pro")

    person.said_to_be("addressee", **VOUCHED).signs_in()

    assert signed_in_as() == issued
    assert signed_in_as().tier == "pro"


def test_the_same_address_from_another_provider_is_told_the_way_it_was_made(person, signed_in_as, client):
    person.said_to_be("one", **VOUCHED).signs_in("oidc")
    client.post("/sign-out")

    page = person.signs_in("college")

    assert page.status_code == 403
    assert "made through Oidc" in page.content.decode()
    assert signed_in_as() is None
    assert SocialAccount.objects.count() == 1


def test_another_person_of_the_provider_with_the_same_address_is_not_let_in(person, signed_in_as, client):
    person.said_to_be("one", **VOUCHED).signs_in()
    client.post("/sign-out")

    page = person.said_to_be("another", **VOUCHED).signs_in()

    assert page.status_code == 403
    assert signed_in_as() is None


def test_an_account_with_a_password_is_not_taken_over(person, signed_in_as):
    User.objects.create_user(username="somebody", email=ADDRESS, password="a password of some length")

    assert person.said_to_be("one", **VOUCHED).signs_in().status_code == 403
    assert signed_in_as() is None
    assert not SocialAccount.objects.exists()


def test_a_closed_account_is_not_opened(person, signed_in_as, client):
    person.said_to_be("one", **VOUCHED).signs_in()
    client.post("/sign-out")
    User.objects.update(is_active=False)

    page = person.signs_in()

    assert page.status_code == 403
    assert "closed" in page.content.decode()
    assert signed_in_as() is None


@pytest.mark.parametrize("rank", ["is_staff", "is_superuser"])
class TestSomebodyWhoBecomesStaff:
    def test_does_not_enter_this_way_any_more(self, person, signed_in_as, client, rank):
        person.said_to_be("one", **VOUCHED).signs_in()
        client.post("/sign-out")
        User.objects.update(**{rank: True})

        assert person.signs_in().status_code == 403
        assert signed_in_as() is None

    def test_loses_the_session_of_before(self, person, client, rank):
        person.said_to_be("one", **VOUCHED).signs_in()
        User.objects.update(**{rank: True})

        assert "Sign in" in client.get("/sign-in").content.decode()
        assert client.get("/admin/").status_code == 302


def test_the_session_of_the_staff_is_not_connected_to_a_provider(person, client, admin_user):
    client.force_login(admin_user, "django.contrib.auth.backends.ModelBackend")

    person.said_to_be("one", **VOUCHED).signs_in(process="connect")

    assert not SocialAccount.objects.filter(user=admin_user).exists()


def test_the_key_of_the_session_is_another_after_sign_in(person, client):
    location = person.said_to_be("one", **VOUCHED).sent_to()
    before = client.session.session_key

    client.get(person.agreed(location))

    assert client.session.session_key != before


def test_two_callbacks_at_once_make_one_account(person, monkeypatch):
    """The second finds the row of the first only when it writes its own."""
    person.said_to_be("one", **VOUCHED)
    User.objects.create_user(username="first", email=ADDRESS)
    monkeypatch.setattr("accounts.actions.sign_in._connected", lambda *arguments: None)

    page = person.signs_in()

    assert page.status_code == 403
    assert "at once" in page.content.decode()
    assert User.objects.count() == 1
    assert not SocialAccount.objects.exists()
