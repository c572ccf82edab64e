"""Accounts: those of the staff are kept here, those of researchers looked at, and pro is taken back."""

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
def told():
    """Digests of the keys that other rooms were told of."""
    heard = []

    def listen(sender, digests, **_):
        heard.extend(digests)

    keys_changed.connect(listen)
    yield heard
    keys_changed.disconnect(listen)


@pytest.fixture
def take_back(desk, django_capture_on_commit_callbacks):
    def _take_back(*users, word="The keys were published."):
        form = {"rows": [user.pk for user in users], "message": word}
        with django_capture_on_commit_callbacks(execute=True):
            return desk.post(page("user", "revoke-pro"), form, follow=True)

    return _take_back


class TestTakingProBack:
    def test_works_at_once_and_the_owner_gets_the_word(self, take_back, manager, told):
        key = ApiKeyFactory(user=UserFactory(tier="pro"))

        response = take_back(key.user)

        assert said(response) == ["Pro revoked: 1."]
        key.refresh_from_db()
        assert key.user.tier == "researcher"
        assert told == [key.digest]
        decision = TierDecision.objects.get()
        assert (decision.verdict, decision.by, decision.message) == ("revoked", manager, "The keys were published.")
        assert "The keys were published." in mail.outbox[0].body
        assert LogEntry.objects.get().get_change_message() == "Pro revoked."

    def test_of_several_those_who_have_it_lose_it_and_of_the_others_one_is_told(self, take_back):
        pro, other, researcher = UserFactory(tier="pro"), UserFactory(tier="pro"), UserFactory()

        response = take_back(pro, researcher, other)

        assert said(response) == [f"{researcher.username}: The account is not pro.", "Pro revoked: 2."]
        assert not User.objects.filter(tier="pro").exists()

    def test_is_offered_on_the_page_of_who_has_it(self, desk):
        pro, researcher = UserFactory(tier="pro"), UserFactory()

        pages = [desk.get(page("user", "change", user.pk)).content.decode() for user in (pro, researcher)]

        assert ["/revoke-pro/" in seen for seen in pages] == [True, False]

    def test_of_several_is_asked_for_first(self, desk):
        pro, researcher = UserFactory(tier="pro"), UserFactory()

        chosen = {"action": "revoke-pro", "_selected_action": [pro.pk, researcher.pk]}
        response = desk.post(LIST, chosen)

        assert response.context["concerned"] == [str(pro)]
        assert response.context["left_out"] == [str(researcher)]
        assert User.objects.filter(tier="pro").exists()


class TestWhatIsShown:
    def test_the_list_tells_the_tier(self, desk):
        UserFactory(email="newsroom@press.example", tier="pro")

        assert "newsroom@press.example Pro" in text(desk.get(LIST))

    def test_nobody_writes_the_tier(self, operator):
        user = UserFactory()

        operator.post(page("user", "change", user.pk), {"tier": "pro", "is_active": "on"})

        user.refresh_from_db()
        assert user.tier == "researcher"

    @pytest.mark.parametrize("is_staff", [True, False])
    def test_a_key_manager_sees_neither_passwords_nor_permissions(self, desk, is_staff):
        user = UserFactory(is_staff=is_staff)

        fields = fields_of(desk.get(page("user", "change", user.pk)))

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

    def test_a_superuser_sees_those_of_the_staff_alone(self, operator):
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

    def test_what_a_provider_vouched_for_is_not_written_over(self, operator):
        user = UserFactory(email="researcher@university.example")

        operator.post(page("user", "change", user.pk), {"email": "other@university.example", "is_active": "on"})

        user.refresh_from_db()
        assert user.email == "researcher@university.example"


def fields_of(response):
    return {name for fieldset in response.context["adminform"] for line in fieldset for name in line.fields}


class TestAccountsOfTheStaff:
    def test_are_made_here_and_are_of_the_staff(self, operator):
        operator.post(page("user", "add"), NEW | PASSWORD)

        user = User.objects.get(username="editor")
        assert (user.is_staff, user.is_superuser, user.is_active) == (True, False, True)
        assert user.check_password(PASSWORD["password1"])

    def test_get_a_password_of_twelve_characters_at_least(self, operator):
        response = operator.post(page("user", "add"), NEW | {"password1": "eleven char", "password2": "eleven char"})

        assert "at least 12 characters" in text(response)
        assert not User.objects.filter(username="editor").exists()

    def test_have_an_address_that_no_other_account_has(self, operator):
        UserFactory(email="Editor@Service.example")

        response = operator.post(page("user", "add"), NEW | PASSWORD)

        assert "Another account has this e-mail address." in text(response)

    def test_are_put_into_groups(self, operator, manager):
        user = UserFactory(is_staff=True)
        group = Group.objects.get(name="key managers")
        form = {"username": user.username, "email": user.email, "is_active": "on", "is_staff": "on"}

        operator.post(page("user", "change", user.pk), form | {"groups": [group.pk]})

        assert user.has_perm("accounts.decide_prorequest")

    def test_get_a_new_password(self, operator):
        user = UserFactory(is_staff=True)

        operator.post(f"{LIST}{user.pk}/password/", PASSWORD | {"usable_password": "true"})

        user.refresh_from_db()
        assert user.check_password(PASSWORD["password1"])

    @pytest.mark.parametrize("number", ["0", "abc", "9" * 30])
    def test_that_nobody_has_are_not_found(self, operator, number):
        assert operator.get(f"{LIST}{number}/password/").status_code == 404

    @pytest.mark.parametrize("begins", [True, False])
    def test_begin_and_end_without_the_sessions_and_the_password_of_before(self, operator, browser, begins):
        user = UserFactory(is_staff=not begins)
        session = browser(user)
        assert session.get("/admin/").wsgi_request.user == user
        form = {"username": user.username, "email": user.email, "is_active": "on"}

        operator.post(page("user", "change", user.pk), form | ({"is_staff": "on"} if begins else {}))

        user.refresh_from_db()
        assert user.is_staff == begins
        assert session.get("/admin/").wsgi_request.user.is_anonymous
        assert not user.has_usable_password()


class TestSwitchingOff:
    def test_an_account_switches_its_keys_off_at_once(self, operator, told, django_capture_on_commit_callbacks):
        key = ApiKeyFactory()

        with django_capture_on_commit_callbacks(execute=True):
            operator.post(page("user", "change", key.user_id), {})

        assert not ApiKey.objects.live().exists()
        assert told == [key.digest]

    def test_and_on_again(self, operator, told, django_capture_on_commit_callbacks):
        key = ApiKeyFactory(user=UserFactory(is_active=False))

        with django_capture_on_commit_callbacks(execute=True):
            operator.post(page("user", "change", key.user_id), {"is_active": "on"})

        assert ApiKey.objects.live().get() == key
        assert told == [key.digest]


class TestDeleting:
    @pytest.mark.parametrize("is_staff", [True, False])
    @pytest.mark.parametrize("several", [True, False])
    def test_takes_all_of_the_account_with_it(
        self, operator, told, django_capture_on_commit_callbacks, is_staff, several
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
        assert told == [key.digest]

    def test_says_beforehand_what_goes(self, operator):
        key = ApiKeyFactory(name="Thesis")

        seen = text(operator.get(page("user", "delete", key.user_id)))

        assert "Thesis" in seen
        assert "permission" not in seen
