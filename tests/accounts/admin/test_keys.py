"""Keys are looked at and revoked here; nobody sees or makes one."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.actions import create_key
from accounts.models import ApiKey
from accounts.signals import keys_changed
from tests.accounts.admin.pages import page
from tests.factories import ApiKeyFactory, UserFactory
from tests.reading import said, text

pytestmark = pytest.mark.django_db
LIST = "/admin/accounts/apikey/"
A_DAY = timedelta(days=1)


def in_state(state):
    now = timezone.now()
    made = {"name": state, "created_at": now - 2 * A_DAY}
    match state:
        case "expired":
            return ApiKeyFactory(**made, expires_at=now - A_DAY)
        case "revoked":
            return ApiKeyFactory(**made, revoked_at=now)
        case "account switched off":
            return ApiKeyFactory(**made, user=UserFactory(is_active=False))
    return ApiKeyFactory(**made, expires_at=now + A_DAY)


STATES = ["live", "expired", "revoked", "account switched off"]


@pytest.mark.parametrize("state", STATES)
def test_the_list_tells_whether_a_key_lives_and_what_ended_it(desk, state):
    key = in_state(state)

    response = desk.get(LIST)

    assert f"{key.user.email} {state} {key.prefix} {state}" in text(response)
    assert f'class="field-state">{state}<' in response.content.decode()


@pytest.mark.parametrize("state", STATES[:3])
def test_the_list_is_narrowed_by_state(desk, state):
    for each in STATES:
        in_state(each)

    rows = desk.get(f"{LIST}?state={state}").context["cl"].result_list

    assert [key.name for key in rows] == [state]


@pytest.mark.parametrize("field", ["email", "name", "prefix"])
def test_a_key_is_found_by_owner_name_or_first_characters(desk, field):
    key, _ = ApiKeyFactory(name="Atlas"), ApiKeyFactory()
    term = {"email": key.user.email, "name": "atl", "prefix": key.prefix}[field]

    assert list(desk.get(LIST, {"q": term}).context["cl"].result_list) == [key]


def test_no_page_holds_a_key_or_its_digest(operator):
    key, secret = create_key(user=UserFactory(), name="Thesis")

    pages = [operator.get(address) for address in (LIST, page("apikey", "change", key.pk))]
    pages.append(operator.post(LIST, {"action": "revoke", "_selected_action": [key.pk]}))
    pages.append(operator.get(page("user", "delete", key.user_id)))

    for seen in pages:
        assert key.prefix in seen.content.decode()
        assert key.digest not in seen.content.decode()
        assert secret not in seen.content.decode()


@pytest.mark.parametrize(
    "query",
    [
        "apikey/?digest__startswith=a",
        "apikey/?user__password__startswith=p",
        "prorequest/?user__keys__digest__startswith=a",
        "prorequest/?user__password__startswith=p",
        "tierdecision/?user__keys__digest__startswith=a",
        "user/?password__startswith=p",
        "user/?keys__digest__startswith=a",
    ],
)
def test_no_digest_or_password_is_guessed_by_what_a_list_finds(desk, query):
    response = desk.get(f"/admin/accounts/{query}")

    assert response.status_code == 400


def test_the_list_asks_as_many_questions_for_many_keys_as_for_few(desk):
    def questions():
        with CaptureQueriesContext(connection) as asked:
            desk.get(LIST)
        return len(asked)

    ApiKeyFactory.create_batch(2)
    of_two = questions()
    ApiKeyFactory.create_batch(10)

    assert questions() == of_two


class TestRevoking:
    @pytest.fixture
    def revoke(self, desk, django_capture_on_commit_callbacks):
        def _revoke(*keys):
            with django_capture_on_commit_callbacks(execute=True):
                return desk.post(page("apikey", "revoke"), {"rows": [key.pk for key in keys]}, follow=True)

        return _revoke

    def test_works_at_once_and_all_are_told(self, revoke, manager):
        key, heard = ApiKeyFactory(), []

        def listen(digests, **_):
            heard.extend(digests)

        keys_changed.connect(listen)
        response = revoke(key)
        keys_changed.disconnect(listen)

        assert said(response) == ["Revoked: 1."]
        assert not ApiKey.objects.live().exists()
        assert heard == [key.digest]
        entry = LogEntry.objects.get()
        assert (entry.user, entry.get_edited_object(), entry.get_change_message()) == (manager, key, "Revoked.")

    def test_several(self, revoke):
        other = ApiKeyFactory()

        revoke(*ApiKeyFactory.create_batch(3))

        assert ApiKey.objects.live().get() == other
        assert LogEntry.objects.count() == 3

    def test_is_said_of_a_key_that_was_revoked_before(self, revoke):
        key = ApiKeyFactory(revoked_at=timezone.now() - A_DAY)

        response = revoke(key)

        assert said(response) == [f"{key}: The key has been revoked already."]
        assert not LogEntry.objects.exists()

    def test_of_several_is_asked_for_first(self, desk):
        key, revoked = ApiKeyFactory(), ApiKeyFactory(revoked_at=timezone.now())

        response = desk.post(LIST, {"action": "revoke", "_selected_action": [key.pk, revoked.pk]})

        assert response.context["concerned"] == [str(key)]
        assert response.context["left_out"] == [str(revoked)]
        assert "Word" not in text(response)
        assert ApiKey.objects.live().get() == key

    def test_is_offered_on_the_page_of_a_key_that_is_not_revoked(self, desk):
        pages = [
            desk.get(page("apikey", "change", key.pk)).content.decode()
            for key in (ApiKeyFactory(), ApiKeyFactory(revoked_at=timezone.now()))
        ]

        assert ["/apikey/bulk/revoke/" in seen for seen in pages] == [True, False]
