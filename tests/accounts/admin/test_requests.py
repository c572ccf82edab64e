"""Requests for pro: what is shown to decide by."""

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
    """The request, of an account with a key that was used so."""
    KeyUseFactory(key=ApiKeyFactory(user=request.user), **{"day": timezone.now().date(), **use})
    return request


class TestTheList:
    def test_begins_with_what_waits_longest(self, desk):
        day = datetime(2026, 6, 1, tzinfo=UTC)
        for name, days, state in [
            ("New", 2, "pending"),
            ("Decided late", 3, "approved"),
            ("Old", 1, "pending"),
            ("Decided early", 0, "declined"),
        ]:
            ProRequestFactory(organisation=name, created_at=day + timedelta(days=days), state=state)

        assert [name.split(",")[0] for name in listed(desk)] == ["Old", "New", "Decided late", "Decided early"]

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("?state__exact=pending", ["A museum", "A newsroom"]),
            ("?state__exact=declined", ["A think tank"]),
            ("?q=muse", ["A museum"]),
            ("?q=desk@newsroom", ["A newsroom"]),
            ("?q=nobody", []),
        ],
    )
    def test_is_narrowed_by_state_organisation_and_address(self, desk, query, found):
        ProRequestFactory(organisation="A newsroom", user=UserFactory(email="desk@newsroom.example"))
        ProRequestFactory(organisation="A museum")
        ProRequestFactory(organisation="A think tank", state="declined")

        assert sorted(name.split(",")[0] for name in listed(desk, query)) == found

    def test_tells_what_the_account_did_in_thirty_days_with_all_its_keys(self, desk, today):
        request = ProRequestFactory()
        for use in (
            {"served": 40, "throttled": 2, "busiest_minute": 30},
            {"served": 5, "day": today - timedelta(days=29), "busiest_minute": 480},
            {"served": 900, "throttled": 900, "day": today - timedelta(days=30), "busiest_minute": 900},
        ):
            with_use(request, **use)
        with_use(ProRequestFactory(), served=7777)

        row = desk.get(LIST).context["cl"].result_list.get(pk=request.pk)

        assert (row.served, row.throttled, row.busiest_minute, row.live_keys) == (45, 2, 480, 3)

    def test_counts_the_keys_that_live(self, desk):
        request, now = ProRequestFactory(), timezone.now()
        ApiKeyFactory(user=request.user)
        ApiKeyFactory(user=request.user, revoked_at=now)
        ApiKeyFactory(user=request.user, created_at=now - timedelta(days=2), expires_at=now - timedelta(days=1))

        assert desk.get(LIST).context["cl"].result_list.get().live_keys == 1

    def test_of_an_account_that_did_nothing_says_nought(self, desk):
        ProRequestFactory()

        row = desk.get(LIST).context["cl"].result_list.get()

        assert (row.served, row.throttled, row.busiest_minute, row.live_keys) == (0, 0, 0, 0)

    def test_has_what_else_it_takes_to_decide(self, desk):
        user = UserFactory(date_joined=timezone.now() - timedelta(days=400))
        user.set_password("a password of the staff")
        user.save()
        request = ProRequestFactory(user=user, purpose="An atlas.\n" + "Elections. " * 40, expected_volume=12_345)
        TierDecision.objects.create(user=user, verdict="declined", at=datetime(2026, 1, 2, tzinfo=UTC))

        seen = text(desk.get(LIST))

        assert user.email in seen
        assert "1 year" in seen
        assert "An atlas. Elections. Elections." in seen
        assert "…" in seen
        assert request.purpose.strip() not in seen
        assert "12345" in seen
        assert "declined 2026-01-02" in seen
        assert "password" in seen

    def test_asks_as_many_questions_for_many_as_for_few(self, desk):
        def questions():
            with CaptureQueriesContext(connection) as asked:
                desk.get(LIST)
            return len(asked)

        for _ in range(2):
            with_use(ProRequestFactory())
        of_two = questions()
        for _ in range(10):
            TierDecision.objects.create(user=with_use(ProRequestFactory()).user, verdict="declined")

        assert questions() == of_two

    def test_counts_its_rows_once_and_without_their_use(self, desk):
        with_use(ProRequestFactory())

        with CaptureQueriesContext(connection) as asked:
            desk.get(LIST)

        counts = [query["sql"] for query in asked if query["sql"].startswith("SELECT COUNT(*)")]
        assert len(counts) == 1
        assert "keyuse" not in counts[0]


class TestThePageOfOne:
    def test_shows_the_purpose_in_full(self, desk):
        request = ProRequestFactory(purpose="An atlas.\nElections. " + "More. " * 300)

        seen = text(desk.get(page("prorequest", "change", request.pk)))

        assert " ".join(request.purpose.split()) in seen

    def test_shows_the_use_of_each_day_over_all_endpoints(self, desk, today):
        request = ProRequestFactory()
        key = ApiKeyFactory(user=request.user)
        KeyUseFactory(key=key, day=today, endpoint="entity", served=40, throttled=1, busiest_minute=20)
        KeyUseFactory(key=key, day=today, endpoint="snapshot", served=2, busiest_minute=33)
        KeyUseFactory(key=key, day=date(2026, 6, 1), served=9, busiest_minute=4)

        seen = text(desk.get(page("prorequest", "change", request.pk)))

        assert "2026-06-15 42 1 33 2026-06-01 9 0 4" in seen

    def test_shows_who_decided_what_before_and_with_what_word(self, desk, manager):
        request = ProRequestFactory()
        TierDecision.objects.create(user=request.user, verdict="declined", by=manager, message="Please say more.")
        TierDecision.objects.create(user=request.user, verdict="revoked")

        seen = text(desk.get(page("prorequest", "change", request.pk)))

        assert "Declined manager Please say more." in seen
        assert "Revoked an operator" in seen

    def test_says_so_where_there_is_nothing(self, desk):
        seen = text(desk.get(page("prorequest", "change", ProRequestFactory().pk)))

        assert "No key of the account was used in the last 30 days." in seen
        assert "None so far." in seen

    def test_offers_to_decide_only_what_waits(self, desk):
        waiting, decided = ProRequestFactory(), ProRequestFactory(state="declined")

        pages = [desk.get(page("prorequest", "change", row.pk)).content.decode() for row in (waiting, decided)]

        assert [address in pages[0] for address in ("/approve/", "/decline/")] == [True, True]
        assert [address in pages[1] for address in ("/approve/", "/decline/")] == [False, False]

    def test_asks_as_many_questions_after_many_days_as_after_few(self, desk, today):
        few, many = with_use(ProRequestFactory()), ProRequestFactory()
        for days in range(20):
            with_use(many, day=today - timedelta(days=days))
            TierDecision.objects.create(user=many.user, verdict="declined", by=UserFactory())
        TierDecision.objects.create(user=few.user, verdict="declined", by=UserFactory())

        def questions(request):
            with CaptureQueriesContext(connection) as asked:
                desk.get(page("prorequest", "change", request.pk))
            return len(asked)

        assert questions(many) == questions(few)


@pytest.mark.parametrize("field", ["organisation", "purpose"])
def test_markup_that_an_applicant_wrote_is_shown_as_text(desk, field):
    request = ProRequestFactory(**{field: HTML})
    chosen = {"action": "approve", "_selected_action": [request.pk]}
    too_long = {"rows": [request.pk], "message": "x" * 2001}
    deciding = {"rows": [request.pk], "message": HTML}

    answers = [
        desk.get(LIST),
        desk.get(page("prorequest", "change", request.pk)),
        desk.post(LIST, chosen),
        desk.post(page("prorequest", "approve"), too_long),
        desk.post(page("prorequest", "approve"), deciding, follow=True),
        desk.post(page("prorequest", "approve"), deciding, follow=True),  # told: decided already
        desk.get(page("prorequest", "change", request.pk)),
        desk.get(page("prorequest", "history", request.pk)),
        desk.get("/admin/accounts/tierdecision/"),
        desk.get(page("tierdecision", "change", TierDecision.objects.get().pk)),
        desk.get("/admin/"),
    ]

    assert [answer.status_code for answer in answers] == [200] * len(answers)
    for answer in answers:
        assert "<script>alert" not in answer.content.decode()
        assert "<b>bold" not in answer.content.decode()
    assert HTML in text(answers[1])
    assert ProRequest.objects.get().state == "approved"


@pytest.mark.parametrize(
    "query", ["?state__exact=foo", "?foo=1", "?p=0", "?p=abc", "?p=999", "?o=99", "?o=x.y", "?q=%27%22<b>", "?all="]
)
@pytest.mark.parametrize("model", ["prorequest", "tierdecision", "apikey", "user"])
def test_a_list_asked_nonsense_does_not_break(desk, model, query):
    ApiKeyFactory(user=ProRequestFactory().user)

    response = desk.get(f"/admin/accounts/{model}/{query}", follow=True)

    assert response.status_code == 200
