"""Test the admin pages of API keys: the list, its filters, and the action that revokes keys."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.actions.keys import create_key
from accounts.models import ApiKey
from accounts.signals import keys_changed
from tests.accounts.admin.pages import page
from tests.factories import ApiKeyFactory, UserFactory
from tests.reading import said, text

pytestmark = pytest.mark.django_db
LIST = "/admin/accounts/apikey/"
DAY = timedelta(days=1)


def in_state(state):
    now = timezone.now()
    made = {"name": state, "created_at": now - 2 * DAY}
    match state:
        case "expired":
            return ApiKeyFactory(**made, expires_at=now - DAY)
        case "revoked":
            return ApiKeyFactory(**made, revoked_at=now)
        case "account deactivated":
            return ApiKeyFactory(**made, user=UserFactory(is_active=False))
    return ApiKeyFactory(**made, expires_at=now + DAY)


STATES = ["live", "expired", "revoked", "account deactivated"]


@pytest.mark.parametrize("state", STATES)
def test_list_shows_the_state_of_a_key(manager_client, state):
    key = in_state(state)

    response = manager_client.get(LIST)

    assert f"{key.user.email} {state} {key.prefix} {state}" in text(response)
    assert f'class="field-state">{state}<' in response.content.decode()


@pytest.mark.parametrize("state", STATES[:3])
def test_list_filters_by_state(manager_client, state):
    for each in STATES:
        in_state(each)

    rows = manager_client.get(f"{LIST}?state={state}").context["cl"].result_list

    assert [key.name for key in rows] == [state]


@pytest.mark.parametrize("field", ["email", "name", "prefix"])
def test_list_finds_a_key_by_owner_name_or_prefix(manager_client, field):
    key, _ = ApiKeyFactory(name="Atlas"), ApiKeyFactory()
    term = {"email": key.user.email, "name": "atl", "prefix": key.prefix}[field]

    assert list(manager_client.get(LIST, {"q": term}).context["cl"].result_list) == [key]


def test_pages_contain_no_key_and_no_digest(operator):
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
def test_lists_reject_filters_by_digest_or_password(manager_client, query):
    response = manager_client.get(f"/admin/accounts/{query}")

    assert response.status_code == 400


def test_list_has_a_constant_number_of_queries(manager_client):
    def count_queries():
        with CaptureQueriesContext(connection) as captured:
            manager_client.get(LIST)
        return len(captured)

    ApiKeyFactory.create_batch(2)
    of_two = count_queries()
    ApiKeyFactory.create_batch(10)

    assert count_queries() == of_two


class TestRevoke:
    @pytest.fixture
    def revoke(self, manager_client, django_capture_on_commit_callbacks):
        def _revoke(*keys):
            with django_capture_on_commit_callbacks(execute=True):
                return manager_client.post(page("apikey", "revoke"), {"rows": [key.pk for key in keys]}, follow=True)

        return _revoke

    def test_revoke_sends_the_signal_and_writes_history(self, revoke, manager):
        key, digests_sent = ApiKeyFactory(), []

        def listen(digests, **_):
            digests_sent.extend(digests)

        keys_changed.connect(listen)
        response = revoke(key)
        keys_changed.disconnect(listen)

        assert said(response) == ["Revoked: 1."]
        assert not ApiKey.objects.live().exists()
        assert digests_sent == [key.digest]
        entry = LogEntry.objects.get()
        assert (entry.user, entry.get_edited_object(), entry.get_change_message()) == (manager, key, "Revoked.")

    def test_revoke_works_for_several_keys(self, revoke):
        other = ApiKeyFactory()

        revoke(*ApiKeyFactory.create_batch(3))

        assert ApiKey.objects.live().get() == other
        assert LogEntry.objects.count() == 3

    def test_revoke_shows_an_error_for_a_revoked_key(self, revoke):
        key = ApiKeyFactory(revoked_at=timezone.now() - DAY)

        response = revoke(key)

        assert said(response) == [f"{key}: The key has been revoked already."]
        assert not LogEntry.objects.exists()

    def test_revoke_in_the_list_asks_for_confirmation(self, manager_client):
        key, revoked = ApiKeyFactory(), ApiKeyFactory(revoked_at=timezone.now())

        response = manager_client.post(LIST, {"action": "revoke", "_selected_action": [key.pk, revoked.pk]})

        assert response.context["concerned"] == [str(key)]
        assert response.context["left_out"] == [str(revoked)]
        assert "Word" not in text(response)
        assert ApiKey.objects.live().get() == key

    def test_change_page_offers_revoke_for_unrevoked_keys(self, manager_client):
        pages = [
            manager_client.get(page("apikey", "change", key.pk)).content.decode()
            for key in (ApiKeyFactory(), ApiKeyFactory(revoked_at=timezone.now()))
        ]

        assert ["/apikey/bulk/revoke/" in seen for seen in pages] == [True, False]
