"""Test what the admin pages of pro requests show to managers before they decide."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import ProRequest, TierDecision
from tests.accounts.admin.pages import page
from tests.factories import ApiKeyFactory, KeyUseFactory, ProRequestFactory, UserFactory
from tests.reading import text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
LIST = "/admin/accounts/prorequest/"
HTML = "<script>alert(1)</script><b>bold</b>"


def listed(client, query=""):
    return [str(row) for row in client.get(LIST + query).context["cl"].result_list]


def with_use(request, **use):
    """Return the request after its account has used an API key. ``use`` are the values of the `KeyUse` row."""
    KeyUseFactory(key=ApiKeyFactory(user=request.user), **{"day": timezone.now().date(), **use})
    return request


class TestList:
    def test_list_starts_with_the_oldest_pending_request(self, manager_client):
        day = datetime(2026, 6, 1, tzinfo=UTC)
        for name, days, state in [
            ("New", 2, "pending"),
            ("Decided late", 3, "approved"),
            ("Old", 1, "pending"),
            ("Decided early", 0, "declined"),
        ]:
            ProRequestFactory(organisation=name, created_at=day + timedelta(days=days), state=state)

        assert [name.split(",")[0] for name in listed(manager_client)] == [
            "Old",
            "New",
            "Decided late",
            "Decided early",
        ]

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("?state__exact=pending", ["A museum", "A newsroom"]),
            ("?state__exact=declined", ["A think tank"]),
            ("?q=muse", ["A museum"]),
            ("?q=press@newsroom", ["A newsroom"]),
            ("?q=nobody", []),
        ],
    )
    def test_list_filters_by_state_organisation_and_address(self, manager_client, query, found):
        ProRequestFactory(organisation="A newsroom", user=UserFactory(email="press@newsroom.example"))
        ProRequestFactory(organisation="A museum")
        ProRequestFactory(organisation="A think tank", state="declined")

        assert sorted(name.split(",")[0] for name in listed(manager_client, query)) == found

    def test_list_sums_the_use_of_all_keys_in_thirty_days(self, manager_client, today):
        request = ProRequestFactory()
        for use in (
            {"served": 40, "throttled": 2, "busiest_minute": 30},
            {"served": 5, "day": today - timedelta(days=29), "busiest_minute": 480},
            {"served": 900, "throttled": 900, "day": today - timedelta(days=30), "busiest_minute": 900},
        ):
            with_use(request, **use)
        with_use(ProRequestFactory(), served=7777)

        row = manager_client.get(LIST).context["cl"].result_list.get(pk=request.pk)

        assert (row.served, row.throttled, row.busiest_minute, row.live_keys) == (45, 2, 480, 3)

    def test_list_counts_live_keys(self, manager_client):
        request, now = ProRequestFactory(), timezone.now()
        ApiKeyFactory(user=request.user)
        ApiKeyFactory(user=request.user, revoked_at=now)
        ApiKeyFactory(user=request.user, created_at=now - timedelta(days=2), expires_at=now - timedelta(days=1))

        assert manager_client.get(LIST).context["cl"].result_list.get().live_keys == 1

    def test_list_shows_zero_without_use(self, manager_client):
        ProRequestFactory()

        row = manager_client.get(LIST).context["cl"].result_list.get()

        assert (row.served, row.throttled, row.busiest_minute, row.live_keys) == (0, 0, 0, 0)

    def test_list_shows_age_purpose_volume_and_earlier_decisions(self, manager_client):
        user = UserFactory(date_joined=timezone.now() - timedelta(days=400))
        user.set_password("a password of the staff")
        user.save()
        request = ProRequestFactory(user=user, purpose="An atlas.\n" + "Elections. " * 40, expected_volume=12_345)
        TierDecision.objects.create(user=user, verdict="declined", at=datetime(2026, 1, 2, tzinfo=UTC))

        seen = text(manager_client.get(LIST))

        assert user.email in seen
        assert "1 year" in seen
        assert "An atlas. Elections. Elections." in seen
        assert "…" in seen
        assert request.purpose.strip() not in seen
        assert "12345" in seen
        assert "declined 2026-01-02" in seen
        assert "password" in seen

    def test_list_has_a_constant_number_of_queries(self, manager_client):
        def count_queries():
            with CaptureQueriesContext(connection) as captured:
                manager_client.get(LIST)
            return len(captured)

        for _ in range(2):
            with_use(ProRequestFactory())
        of_two = count_queries()
        for _ in range(10):
            TierDecision.objects.create(user=with_use(ProRequestFactory()).user, verdict="declined")

        assert count_queries() == of_two

    def test_list_counts_rows_without_annotations(self, manager_client):
        with_use(ProRequestFactory())

        with CaptureQueriesContext(connection) as captured:
            manager_client.get(LIST)

        counts = [query["sql"] for query in captured if query["sql"].startswith("SELECT COUNT(*)")]
        assert len(counts) == 1
        assert "keyuse" not in counts[0]


class TestChangePage:
    def test_change_page_shows_the_full_purpose(self, manager_client):
        request = ProRequestFactory(purpose="An atlas.\nElections. " + "More. " * 300)

        seen = text(manager_client.get(page("prorequest", "change", request.pk)))

        assert " ".join(request.purpose.split()) in seen

    def test_change_page_shows_use_by_day(self, manager_client, today):
        request = ProRequestFactory()
        key = ApiKeyFactory(user=request.user)
        KeyUseFactory(key=key, day=today, endpoint="entity", served=40, throttled=1, busiest_minute=20)
        KeyUseFactory(key=key, day=today, endpoint="snapshot", served=2, busiest_minute=33)
        KeyUseFactory(key=key, day=date(2026, 6, 1), served=9, busiest_minute=4)

        seen = text(manager_client.get(page("prorequest", "change", request.pk)))

        assert "2026-06-15 42 1 33 2026-06-01 9 0 4" in seen

    def test_change_page_shows_earlier_decisions(self, manager_client, manager):
        request = ProRequestFactory()
        TierDecision.objects.create(user=request.user, verdict="declined", by=manager, message="Please say more.")
        TierDecision.objects.create(user=request.user, verdict="revoked")

        seen = text(manager_client.get(page("prorequest", "change", request.pk)))

        assert "Declined manager Please say more." in seen
        assert "Revoked a command" in seen

    def test_change_page_without_use_or_decisions_says_so(self, manager_client):
        seen = text(manager_client.get(page("prorequest", "change", ProRequestFactory().pk)))

        assert "No key of the account was used in the last 30 days." in seen
        assert "No decisions yet." in seen

    def test_change_page_offers_decisions_for_pending_requests_only(self, manager_client):
        waiting, decided = ProRequestFactory(), ProRequestFactory(state="declined")

        pages = [
            manager_client.get(page("prorequest", "change", row.pk)).content.decode() for row in (waiting, decided)
        ]

        assert [address in pages[0] for address in ("/approve/", "/decline/")] == [True, True]
        assert [address in pages[1] for address in ("/approve/", "/decline/")] == [False, False]

    def test_change_page_has_a_constant_number_of_queries(self, manager_client, today):
        few, many = with_use(ProRequestFactory()), ProRequestFactory()
        for days in range(20):
            with_use(many, day=today - timedelta(days=days))
            TierDecision.objects.create(user=many.user, verdict="declined", by=UserFactory())
        TierDecision.objects.create(user=few.user, verdict="declined", by=UserFactory())

        def queries(request):
            with CaptureQueriesContext(connection) as captured:
                manager_client.get(page("prorequest", "change", request.pk))
            return len(captured)

        assert queries(many) == queries(few)


@pytest.mark.parametrize("field", ["organisation", "purpose"])
def test_pages_escape_markup_of_applicants(manager_client, field):
    request = ProRequestFactory(**{field: HTML})
    chosen = {"action": "approve", "_selected_action": [request.pk]}
    too_long = {"rows": [request.pk], "message": "x" * 2001}
    deciding = {"rows": [request.pk], "message": HTML}

    responses = [
        manager_client.get(LIST),
        manager_client.get(page("prorequest", "change", request.pk)),
        manager_client.post(LIST, chosen),
        manager_client.post(page("prorequest", "approve"), too_long),
        manager_client.post(page("prorequest", "approve"), deciding, follow=True),
        # The page shows that the request is decided already.
        manager_client.post(page("prorequest", "approve"), deciding, follow=True),
        manager_client.get(page("prorequest", "change", request.pk)),
        manager_client.get(page("prorequest", "history", request.pk)),
        manager_client.get("/admin/accounts/tierdecision/"),
        manager_client.get(page("tierdecision", "change", TierDecision.objects.get().pk)),
        manager_client.get("/admin/"),
    ]

    assert [response.status_code for response in responses] == [200] * len(responses)
    for response in responses:
        assert "<script>alert" not in response.content.decode()
        assert "<b>bold" not in response.content.decode()
    assert HTML in text(responses[1])
    assert ProRequest.objects.get().state == "approved"


@pytest.mark.parametrize(
    "query", ["?state__exact=foo", "?foo=1", "?p=0", "?p=abc", "?p=999", "?o=99", "?o=x.y", "?q=%27%22<b>", "?all="]
)
def test_lists_accept_invalid_query_parameters(manager_client, query):
    ApiKeyFactory(user=ProRequestFactory().user)

    for model in ("prorequest", "tierdecision", "apikey", "user"):
        assert manager_client.get(f"/admin/accounts/{model}/{query}", follow=True).status_code == 200
