"""Test how managers approve and decline pro requests in the admin."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.db import connections
from django.utils import timezone

from accounts.actions.pro import decline_pro
from accounts.models import ProRequest, TierDecision, User
from config.http.bulk_actions import MAX_ROWS
from tests.accounts.admin.pages import page
from tests.factories import ApiKeyFactory, ProRequestFactory
from tests.overlaps import needs_overlap
from tests.reading import said, text

pytestmark = pytest.mark.django_db
LIST = "/admin/accounts/prorequest/"


@pytest.fixture
def decide(manager_client, django_capture_on_commit_callbacks):
    """Return the function ``decide(verdict, *requests)``. It submits the form that approves or declines these pro
    requests, and returns the page after the redirect. ``verdict`` is "approve" or "decline"."""

    def _decide(verdict, *requests, message="Some message.", client=manager_client):
        form = {"rows": [request.pk for request in requests], "message": message}
        with django_capture_on_commit_callbacks(execute=True):
            return client.post(page("prorequest", verdict), form, follow=True)

    return _decide


@pytest.mark.usefixtures("today")
class TestOneRequest:
    def test_approve_makes_the_account_pro(self, decide):
        request = ProRequestFactory()
        key = ApiKeyFactory(user=request.user)

        response = decide("approve", request)

        assert said(response) == ["Approved: 1."]
        key.refresh_from_db()
        assert (key.user.tier, key.user.allowance) == ("pro", 2000)

    def test_decline_leaves_the_tier(self, decide):
        request = ProRequestFactory()

        response = decide("decline", request)

        assert said(response) == ["Declined: 1."]
        assert User.objects.get(pk=request.user_id).tier == "researcher"
        request.refresh_from_db()
        assert request.state == "declined"

    @pytest.mark.parametrize(("verdict", "stored"), [("approve", "approved"), ("decline", "declined")])
    def test_decision_stores_manager_time_and_message(self, decide, manager, verdict, stored):
        request = ProRequestFactory()

        decide(verdict, request, message="With pleasure, or not.")

        decision = TierDecision.objects.get(request=request)
        assert (decision.verdict, decision.by, decision.at) == (stored, manager, timezone.now())
        assert decision.message == "With pleasure, or not."

    @pytest.mark.parametrize("verdict", ["approve", "decline"])
    def test_decision_sends_the_message_by_email(self, decide, verdict):
        request = ProRequestFactory()

        decide(verdict, request, message="With pleasure, or not.")

        (email,) = mail.outbox
        assert email.to == [request.user.email]
        assert "With pleasure, or not." in email.body

    def test_approve_works_without_a_message(self, decide):
        request = ProRequestFactory()

        decide("approve", request, message="")

        assert TierDecision.objects.get().message == ""

    @pytest.mark.parametrize(("verdict", "line"), [("approve", "Approved."), ("decline", "Declined.")])
    def test_history_entry_has_neither_message_nor_address(self, decide, manager, verdict, line):
        request = ProRequestFactory()

        decide(verdict, request, message="Between us.")

        entry = LogEntry.objects.get()
        assert (entry.user, entry.get_edited_object(), entry.get_change_message()) == (manager, request, line)
        assert request.user.email not in entry.object_repr

    def test_approve_rejects_a_long_message(self, decide):
        request = ProRequestFactory()

        response = decide("approve", request, message="x" * 2001)

        assert response.status_code == 200
        assert "at most 2000 characters" in text(response)
        assert request.user.email in text(response)
        assert ProRequest.objects.get().state == "pending"


class TestDecidedRequest:
    @pytest.mark.parametrize("verdict", ["approve", "decline"])
    def test_second_decision_shows_an_error(self, decide, superuser, verdict):
        request = ProRequestFactory(organisation="A newsroom")
        decline_pro(request=request, by=superuser)

        response = decide(verdict, request)

        assert said(response) == [f"A newsroom, {request.user.email}: The request has been decided already."]
        assert User.objects.get(pk=request.user_id).tier == "researcher"
        assert TierDecision.objects.count() == 1
        assert not LogEntry.objects.exists()

    def test_approve_skips_decided_requests(self, decide, superuser):
        first, decided, last = ProRequestFactory.create_batch(3)
        decline_pro(request=decided, by=superuser)

        response = decide("approve", first, decided, last)

        assert sorted(said(response))[1] == "Approved: 2."
        assert len(said(response)) == 2
        assert set(User.objects.filter(tier="pro")) == {first.user, last.user}


class TestSeveralRequests:
    @pytest.mark.parametrize("verdict", ["approve", "decline"])
    def test_action_of_the_list_asks_for_confirmation(self, manager_client, verdict):
        rows = ProRequestFactory.create_batch(3)
        decided = ProRequestFactory(state="approved")

        response = manager_client.post(
            LIST, {"action": verdict, "_selected_action": [row.pk for row in [*rows, decided]]}
        )

        assert response.status_code == 200
        concerned, left_out = response.context["concerned"], response.context["left_out"]
        assert sorted(concerned) == sorted(f"A newsroom, {row.user.email}" for row in rows)
        assert left_out == [f"A newsroom, {decided.user.email}"]
        assert "Message to the owner of the account" in text(response)
        assert ProRequest.objects.filter(state="pending").count() == 3

    def test_confirmation_page_submits_the_decision(self, manager_client, decide):
        rows = ProRequestFactory.create_batch(3)
        confirmation = manager_client.post(LIST, {"action": "approve", "_selected_action": [row.pk for row in rows]})

        form = confirmation.context["form"]
        response = manager_client.post(
            confirmation.context["action_url"], {"rows": form["rows"].value(), "message": ""}, follow=True
        )

        assert said(response) == ["Approved: 3."]
        assert User.objects.filter(tier="pro").count() == 3

    def test_decline_sends_an_email_and_writes_history_for_each(self, decide):
        rows = ProRequestFactory.create_batch(3)

        decide("decline", *rows)

        assert sorted(email.to[0] for email in mail.outbox) == sorted(row.user.email for row in rows)
        assert LogEntry.objects.count() == 3

    def test_approve_rejects_more_than_the_maximum(self, manager_client, decide):
        rows = ProRequestFactory.create_batch(MAX_ROWS + 1)

        confirmation = manager_client.post(
            LIST, {"action": "approve", "_selected_action": [rows[0].pk], "select_across": "1"}, follow=True
        )
        done = decide("approve", *rows)

        assert said(confirmation) == said(done) == ["Choose up to 100 at a time."]
        assert not ProRequest.objects.exclude(state="pending").exists()

    @pytest.mark.parametrize("rows", [[], [""], ["abc"], ["0"], ["-1"], ["9" * 30], ["1 OR 1=1"], ["²"], ["\x00"]])
    def test_approve_rejects_invalid_rows(self, manager_client, rows):
        ProRequestFactory()

        chosen = manager_client.post(LIST, {"action": "approve", "_selected_action": rows}, follow=True)
        decided = manager_client.post(page("prorequest", "approve"), {"rows": rows, "message": ""}, follow=True)

        assert (chosen.status_code, decided.status_code) == (200, 200)
        assert said(decided)
        assert ProRequest.objects.get().state == "pending"


@needs_overlap
@pytest.mark.django_db(transaction=True)
def test_two_decisions_at_the_same_time_show_an_error_to_one(manager, superuser, browser):
    request, start = ProRequestFactory(), Barrier(2)
    form = {"rows": [request.pk], "message": ""}

    def press(user, verdict):
        client = browser(user)
        start.wait(10)
        try:
            # Read the HTML, because Django's test client mixes up the contexts of parallel responses.
            return text(client.post(page("prorequest", verdict), form, follow=True))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        pressed = [pool.submit(press, manager, "approve"), pool.submit(press, superuser, "decline")]
        pages = [done.result() for done in pressed]

    rejected = ["The request has been decided already." in seen for seen in pages]
    done = ["Approved: 1." in seen or "Declined: 1." in seen for seen in pages]
    assert sorted(rejected) == [False, True]
    assert done == [not second for second in rejected]
    decision = TierDecision.objects.get()
    request.refresh_from_db()
    assert request.state == decision.verdict
    assert (User.objects.get(pk=request.user_id).tier == "pro") == (decision.verdict == "approved")


def test_approve_rolls_back_without_a_history_entry(manager_client, monkeypatch, manager):
    request = ProRequestFactory()
    monkeypatch.setattr("django.contrib.admin.ModelAdmin.log_change", lambda *_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        manager_client.post(page("prorequest", "approve"), {"rows": [request.pk], "message": ""})

    assert ProRequest.objects.get().state == "pending"
    assert not TierDecision.objects.exists()
    assert User.objects.get(pk=request.user_id).tier == "researcher"
