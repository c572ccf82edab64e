"""Test that the user id at the provider identifies an account, and the e-mail address does not."""

import pytest
from allauth.socialaccount.models import SocialAccount, SocialToken

from accounts.models import User

pytestmark = pytest.mark.django_db

ADDRESS = "researcher@example.org"
VERIFIED = {"email": ADDRESS, "email_verified": True}


def test_sign_in_creates_an_account(person, signed_in_as):
    response = person.set_claims(
        "stranger", **VERIFIED, preferred_username="boss", name="Of No Interest"
    ).complete_sign_in()

    user = signed_in_as()
    assert response["Location"] == "/account"
    assert (user.email, user.tier, user.is_staff, user.is_superuser) == (ADDRESS, "researcher", False, False)
    assert user.username != "boss"
    assert not user.has_usable_password()


def test_sign_in_stores_only_the_address(person):
    person.set_claims("private", **VERIFIED, name="Of No Interest", birthdate="1970-01-01").complete_sign_in()

    assert SocialAccount.objects.get().extra_data == {}
    assert User.objects.get().get_full_name() == ""
    assert not SocialToken.objects.exists()


def test_sign_in_finds_the_account_after_a_change_of_address(person, signed_in_as, client):
    person.set_claims("moved", **VERIFIED).complete_sign_in()
    first = signed_in_as()
    client.post("/sign-out")

    person.set_claims("moved", email="new@example.org", email_verified=True).complete_sign_in()

    assert signed_in_as() == first
    assert User.objects.count() == 1


def test_sign_in_connects_an_account_made_by_an_operator(person, signed_in_as):
    issued = User.objects.create_user(username="issued", email="Researcher@Example.org", tier="pro")

    person.set_claims("addressee", **VERIFIED).complete_sign_in()

    assert signed_in_as() == issued
    assert signed_in_as().tier == "pro"


def test_sign_in_with_a_known_address_through_another_provider_is_rejected(person, signed_in_as, client):
    person.set_claims("one", **VERIFIED).complete_sign_in("oidc")
    client.post("/sign-out")

    page = person.complete_sign_in("college")

    assert page.status_code == 403
    assert "created through Oidc" in page.content.decode()
    assert signed_in_as() is None
    assert SocialAccount.objects.count() == 1


def test_sign_in_of_another_person_with_the_same_address_is_rejected(person, signed_in_as, client):
    person.set_claims("one", **VERIFIED).complete_sign_in()
    client.post("/sign-out")

    page = person.set_claims("another", **VERIFIED).complete_sign_in()

    assert page.status_code == 403
    assert signed_in_as() is None


def test_sign_in_does_not_connect_an_account_with_a_password(person, signed_in_as):
    User.objects.create_user(username="somebody", email=ADDRESS, password="a password of some length")

    assert person.set_claims("one", **VERIFIED).complete_sign_in().status_code == 403
    assert signed_in_as() is None
    assert not SocialAccount.objects.exists()


def test_sign_in_to_an_inactive_account_is_rejected(person, signed_in_as, client):
    person.set_claims("one", **VERIFIED).complete_sign_in()
    client.post("/sign-out")
    User.objects.update(is_active=False)

    page = person.complete_sign_in()

    assert page.status_code == 403
    assert "closed" in page.content.decode()
    assert signed_in_as() is None


@pytest.mark.parametrize("rank", ["is_staff", "is_superuser"])
class TestUserWhoBecomesStaff:
    def test_sign_in_is_rejected(self, person, signed_in_as, client, rank):
        person.set_claims("one", **VERIFIED).complete_sign_in()
        client.post("/sign-out")
        User.objects.update(**{rank: True})

        assert person.complete_sign_in().status_code == 403
        assert signed_in_as() is None

    def test_session_ends(self, person, client, rank):
        person.set_claims("one", **VERIFIED).complete_sign_in()
        User.objects.update(**{rank: True})

        assert "Sign in" in client.get("/sign-in").content.decode()
        assert client.get("/admin/").status_code == 302


def test_sign_in_does_not_connect_a_staff_session(person, client, admin_user):
    client.force_login(admin_user, "django.contrib.auth.backends.ModelBackend")

    person.set_claims("one", **VERIFIED).complete_sign_in(process="connect")

    assert not SocialAccount.objects.filter(user=admin_user).exists()


def test_sign_in_changes_the_session_key(person, client):
    location = person.set_claims("one", **VERIFIED).authorization_url()
    before = client.session.session_key

    client.get(person.consent(location))

    assert client.session.session_key != before


def test_two_callbacks_at_the_same_time_create_one_account(person, monkeypatch):
    """If another callback has created the account in the meantime, this callback gets 403 and creates nothing."""
    person.set_claims("one", **VERIFIED)
    User.objects.create_user(username="first", email=ADDRESS)
    monkeypatch.setattr("accounts.actions.account._unused_account", lambda *arguments: None)

    page = person.complete_sign_in()

    assert page.status_code == 403
    assert "at once" in page.content.decode()
    assert User.objects.count() == 1
    assert not SocialAccount.objects.exists()
