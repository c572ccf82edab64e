"""Test the admin pages of accounts, both of staff and of researchers."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.core import mail

from accounts.models import ApiKey, TierDecision, User
from accounts.signals import keys_changed
from tests.accounts.admin.pages import page
from tests.factories import ApiKeyFactory, KeyUseFactory, ProRequestFactory, UserFactory
from tests.reading import said, text

pytestmark = pytest.mark.django_db
LIST = "/admin/accounts/user/"
NEW = {"username": "editor", "email": "editor@service.example", "usable_password": "true"}
PASSWORD = {"password1": "nine lamps on a shelf", "password2": "nine lamps on a shelf"}


@pytest.fixture
def changed_digests():
    """Return a list. Each time the signal `keys_changed` is sent, the digests of the changed API keys are added to the
    list."""
    found = []

    def listen(sender, digests, **_):
        found.extend(digests)

    keys_changed.connect(listen)
    yield found
    keys_changed.disconnect(listen)


@pytest.fixture
def revoke_pro(manager_client, django_capture_on_commit_callbacks):
    def _revoke_pro(*users, message="The keys were published."):
        form = {"rows": [user.pk for user in users], "message": message}
        with django_capture_on_commit_callbacks(execute=True):
            return manager_client.post(page("user", "revoke-pro"), form, follow=True)

    return _revoke_pro


class TestRevokePro:
    def test_revoke_pro_changes_the_tier_and_sends_the_message(self, revoke_pro, manager, changed_digests):
        key = ApiKeyFactory(user=UserFactory(tier="pro"))

        response = revoke_pro(key.user)

        assert said(response) == ["Pro revoked: 1."]
        key.refresh_from_db()
        assert key.user.tier == "researcher"
        assert changed_digests == [key.digest]
        decision = TierDecision.objects.get()
        assert (decision.verdict, decision.by, decision.message) == ("revoked", manager, "The keys were published.")
        assert "The keys were published." in mail.outbox[0].body
        assert LogEntry.objects.get().get_change_message() == "Pro revoked."

    def test_revoke_pro_skips_researchers(self, revoke_pro):
        pro, other, researcher = UserFactory(tier="pro"), UserFactory(tier="pro"), UserFactory()

        response = revoke_pro(pro, researcher, other)

        assert said(response) == [f"{researcher.username}: The account is not pro.", "Pro revoked: 2."]
        assert not User.objects.filter(tier="pro").exists()

    def test_change_page_offers_revoke_pro_for_pro_accounts(self, manager_client):
        pro, researcher = UserFactory(tier="pro"), UserFactory()

        pages = [manager_client.get(page("user", "change", user.pk)).content.decode() for user in (pro, researcher)]

        assert ["/revoke-pro/" in seen for seen in pages] == [True, False]

    def test_revoke_pro_in_the_list_asks_for_confirmation(self, manager_client):
        pro, researcher = UserFactory(tier="pro"), UserFactory()

        chosen = {"action": "revoke-pro", "_selected_action": [pro.pk, researcher.pk]}
        response = manager_client.post(LIST, chosen)

        assert response.context["concerned"] == [str(pro)]
        assert response.context["left_out"] == [str(researcher)]
        assert User.objects.filter(tier="pro").exists()


class TestChangePage:
    def test_list_shows_the_tier(self, manager_client):
        UserFactory(email="newsroom@press.example", tier="pro")

        assert "newsroom@press.example Pro" in text(manager_client.get(LIST))

    def test_tier_is_read_only(self, operator):
        user = UserFactory()

        operator.post(page("user", "change", user.pk), {"tier": "pro", "is_active": "on"})

        user.refresh_from_db()
        assert user.tier == "researcher"

    @pytest.mark.parametrize("is_staff", [True, False])
    def test_key_manager_sees_neither_password_nor_permissions(self, manager_client, is_staff):
        user = UserFactory(is_staff=is_staff)

        fields = fields_of(manager_client.get(page("user", "change", user.pk)))

        assert fields == {
            "username",
            "email",
            "is_active",
            "is_staff",
            "tier",
            "signed_in_by",
            "last_login",
            "date_joined",
        }

    def test_superuser_sees_password_and_permissions_of_staff_only(self, operator):
        staff, researcher = UserFactory(is_staff=True), UserFactory()

        of_staff, of_researcher = (
            fields_of(operator.get(page("user", "change", who.pk))) for who in (staff, researcher)
        )

        assert of_staff - of_researcher == {
            "password",
            "first_name",
            "last_name",
            "is_superuser",
            "groups",
            "user_permissions",
        }
        assert of_researcher <= of_staff

    def test_verified_address_is_read_only(self, operator):
        user = UserFactory(email="researcher@university.example")

        operator.post(page("user", "change", user.pk), {"email": "other@university.example", "is_active": "on"})

        user.refresh_from_db()
        assert user.email == "researcher@university.example"


def fields_of(response):
    return {name for fieldset in response.context["adminform"] for line in fieldset for name in line.fields}


class TestStaffAccounts:
    def test_add_creates_a_staff_account(self, operator):
        operator.post(page("user", "add"), NEW | PASSWORD)

        user = User.objects.get(username="editor")
        assert (user.is_staff, user.is_superuser, user.is_active) == (True, False, True)
        assert user.check_password(PASSWORD["password1"])

    def test_add_rejects_a_short_password(self, operator):
        response = operator.post(page("user", "add"), NEW | {"password1": "eleven char", "password2": "eleven char"})

        assert "at least 12 characters" in text(response)
        assert not User.objects.filter(username="editor").exists()

    def test_add_rejects_an_address_of_another_account(self, operator):
        UserFactory(email="Editor@Service.example")

        response = operator.post(page("user", "add"), NEW | PASSWORD)

        assert "Another account has this e-mail address." in text(response)

    def test_change_sets_groups(self, operator, manager):
        user = UserFactory(is_staff=True)
        group = Group.objects.get(name="key managers")
        form = {"username": user.username, "email": user.email, "is_active": "on", "is_staff": "on"}

        operator.post(page("user", "change", user.pk), form | {"groups": [group.pk]})

        assert user.has_perm("accounts.decide_prorequest")

    def test_password_page_sets_the_password(self, operator):
        user = UserFactory(is_staff=True)

        operator.post(f"{LIST}{user.pk}/password/", PASSWORD | {"usable_password": "true"})

        user.refresh_from_db()
        assert user.check_password(PASSWORD["password1"])

    @pytest.mark.parametrize("number", ["0", "abc", "9" * 30])
    def test_password_page_of_an_unknown_user_is_404(self, operator, number):
        assert operator.get(f"{LIST}{number}/password/").status_code == 404

    @pytest.mark.parametrize("begins", [True, False])
    def test_change_of_the_staff_status_ends_sessions_and_the_password(self, operator, browser, begins):
        user = UserFactory(is_staff=not begins)
        session = browser(user)
        assert session.get("/admin/").wsgi_request.user == user
        form = {"username": user.username, "email": user.email, "is_active": "on"}

        operator.post(page("user", "change", user.pk), form | ({"is_staff": "on"} if begins else {}))

        user.refresh_from_db()
        assert user.is_staff == begins
        assert session.get("/admin/").wsgi_request.user.is_anonymous
        assert not user.has_usable_password()


class TestDeactivate:
    def test_deactivation_ends_the_keys(self, operator, changed_digests, django_capture_on_commit_callbacks):
        key = ApiKeyFactory()

        with django_capture_on_commit_callbacks(execute=True):
            operator.post(page("user", "change", key.user_id), {})

        assert not ApiKey.objects.live().exists()
        assert changed_digests == [key.digest]

    def test_reactivation_restores_the_keys(self, operator, changed_digests, django_capture_on_commit_callbacks):
        key = ApiKeyFactory(user=UserFactory(is_active=False))

        with django_capture_on_commit_callbacks(execute=True):
            operator.post(page("user", "change", key.user_id), {"is_active": "on"})

        assert ApiKey.objects.live().get() == key
        assert changed_digests == [key.digest]


class TestDelete:
    @pytest.mark.parametrize("is_staff", [True, False])
    @pytest.mark.parametrize("several", [True, False])
    def test_delete_removes_everything_of_the_account(
        self, operator, changed_digests, django_capture_on_commit_callbacks, is_staff, several
    ):
        key = ApiKeyFactory(user=UserFactory(is_staff=is_staff))
        KeyUseFactory(key=key)
        request = ProRequestFactory(user=key.user)
        TierDecision.objects.create(user=key.user, request=request, verdict="declined")
        address = LIST if several else page("user", "delete", key.user_id)

        with django_capture_on_commit_callbacks(execute=True):
            chosen = {"action": "delete_selected", "_selected_action": [key.user_id]} if several else {}
            operator.post(address, chosen | {"post": "yes"})

        assert not User.objects.filter(pk=key.user_id).exists()
        assert changed_digests == [key.digest]

    def test_delete_page_lists_what_is_deleted(self, operator):
        key = ApiKeyFactory(name="Thesis")

        seen = text(operator.get(page("user", "delete", key.user_id)))

        assert "Thesis" in seen
        assert "permission" not in seen
