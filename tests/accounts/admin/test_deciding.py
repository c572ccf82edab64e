"""Approve and decline: one or several, once, with a word to the applicant."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.admin.models import LogEntry
from django.core import mail
from django.db import connections
from django.utils import timezone

from accounts.actions import decline_pro
from accounts.models import ProRequest, TierDecision, User
from config.http.bulk_actions import MAX_ROWS
from tests.accounts.admin.pages import page
from tests.factories import ApiKeyFactory, ProRequestFactory
from tests.overlaps import needs_overlap
from tests.reading import said, text

pytestmark = pytest.mark.django_db
LIST = "/admin/accounts/prorequest/"


@pytest.fixture
def decide(desk, django_capture_on_commit_callbacks):
    """Press the button of the page, and go where it leads."""

    def _decide(verdict, *requests, word="A word.", client=desk):
        form = {"rows": [request.pk for request in requests], "message": word}
        with django_capture_on_commit_callbacks(execute=True):
            return client.post(page("prorequest", verdict), form, follow=True)

    return _decide


@pytest.mark.usefixtures("today")
class TestOne:
    def test_approved_is_pro_at_once_and_so_are_its_keys(self, decide):
        request = ProRequestFactory()
        key = ApiKeyFactory(user=request.user)

        response = decide("approve", request)

        assert said(response) == ["Approved: 1."]
        key.refresh_from_db()
        assert (key.user.tier, key.user.allowance) == ("pro", 2000)

    def test_declined_stays_what_it_is(self, decide):
        request = ProRequestFactory()

        response = decide("decline", request)

        assert said(response) == ["Declined: 1."]
        assert User.objects.get(pk=request.user_id).tier == "researcher"
        request.refresh_from_db()
        assert request.state == "declined"

    @pytest.mark.parametrize(("verdict", "kept"), [("approve", "approved"), ("decline", "declined")])
    def test_its_author_time_and_word_are_kept(self, decide, manager, verdict, kept):
        request = ProRequestFactory()

        decide(verdict, request, word="With pleasure, or not.")

        decision = TierDecision.objects.get(request=request)
        assert (decision.verdict, decision.by, decision.at) == (kept, manager, timezone.now())
        assert decision.message == "With pleasure, or not."

    @pytest.mark.parametrize("verdict", ["approve", "decline"])
    def test_the_applicant_gets_the_word(self, decide, verdict):
        request = ProRequestFactory()

        decide(verdict, request, word="With pleasure, or not.")

        (letter,) = mail.outbox
        assert letter.to == [request.user.email]
        assert "With pleasure, or not." in letter.body

    def test_a_word_may_be_left_out(self, decide):
        request = ProRequestFactory()

        decide("approve", request, word="")

        assert TierDecision.objects.get().message == ""

    @pytest.mark.parametrize(("verdict", "line"), [("approve", "Approved."), ("decline", "Declined.")])
    def test_it_stands_in_the_history_without_word_or_address(self, decide, manager, verdict, line):
        request = ProRequestFactory()

        decide(verdict, request, word="Between us.")

        entry = LogEntry.objects.get()
        assert (entry.user, entry.get_edited_object(), entry.get_change_message()) == (manager, request, line)
        assert request.user.email not in entry.object_repr

    def test_a_word_too_long_is_asked_for_again(self, decide):
        request = ProRequestFactory()

        response = decide("approve", request, word="x" * 2001)

        assert response.status_code == 200
        assert "at most 2000 characters" in text(response)
        assert request.user.email in text(response)
        assert ProRequest.objects.get().state == "pending"


class TestDecidedAlready:
    @pytest.mark.parametrize("verdict", ["approve", "decline"])
    def test_who_comes_second_is_told(self, decide, superuser, verdict):
        request = ProRequestFactory(organisation="A newsroom")
        decline_pro(request=request, by=superuser)

        response = decide(verdict, request)

        assert said(response) == [f"A newsroom, {request.user.email}: The request has been decided already."]
        assert User.objects.get(pk=request.user_id).tier == "researcher"
        assert TierDecision.objects.count() == 1
        assert not LogEntry.objects.exists()

    def test_the_others_are_decided_all_the_same(self, decide, superuser):
        first, decided, last = ProRequestFactory.create_batch(3)
        decline_pro(request=decided, by=superuser)

        response = decide("approve", first, decided, last)

        assert sorted(said(response))[1] == "Approved: 2."
        assert len(said(response)) == 2
        assert set(User.objects.filter(tier="pro")) == {first.user, last.user}


class TestSeveral:
    @pytest.mark.parametrize("verdict", ["approve", "decline"])
    def test_the_list_first_asks_for_the_word_and_says_who_is_meant(self, desk, verdict):
        rows = ProRequestFactory.create_batch(3)
        decided = ProRequestFactory(state="approved")

        response = desk.post(LIST, {"action": verdict, "_selected_action": [row.pk for row in [*rows, decided]]})

        assert response.status_code == 200
        concerned, left_out = response.context["concerned"], response.context["left_out"]
        assert sorted(concerned) == sorted(f"A newsroom, {row.user.email}" for row in rows)
        assert left_out == [f"A newsroom, {decided.user.email}"]
        assert "Message to the owner of the account" in text(response)
        assert ProRequest.objects.filter(state="pending").count() == 3

    def test_the_page_that_asks_leads_to_the_decision(self, desk, decide):
        rows = ProRequestFactory.create_batch(3)
        asked = desk.post(LIST, {"action": "approve", "_selected_action": [row.pk for row in rows]})

        form = asked.context["form"]
        response = desk.post(asked.context["action_url"], {"rows": form["rows"].value(), "message": ""}, follow=True)

        assert said(response) == ["Approved: 3."]
        assert User.objects.filter(tier="pro").count() == 3

    def test_each_gets_a_letter_and_a_line(self, decide):
        rows = ProRequestFactory.create_batch(3)

        decide("decline", *rows)

        assert sorted(letter.to[0] for letter in mail.outbox) == sorted(row.user.email for row in rows)
        assert LogEntry.objects.count() == 3

    def test_too_many_at_once_are_refused(self, desk, decide):
        rows = ProRequestFactory.create_batch(MAX_ROWS + 1)

        asked = desk.post(
            LIST, {"action": "approve", "_selected_action": [rows[0].pk], "select_across": "1"}, follow=True
        )
        done = decide("approve", *rows)

        assert said(asked) == said(done) == ["Choose up to 100 at a time."]
        assert not ProRequest.objects.exclude(state="pending").exists()

    @pytest.mark.parametrize("rows", [[], [""], ["abc"], ["0"], ["-1"], ["9" * 30], ["1 OR 1=1"], ["²"], ["\x00"]])
    def test_rows_that_are_none_are_an_error_and_no_fault(self, desk, rows):
        ProRequestFactory()

        chosen = desk.post(LIST, {"action": "approve", "_selected_action": rows}, follow=True)
        decided = desk.post(page("prorequest", "approve"), {"rows": rows, "message": ""}, follow=True)

        assert (chosen.status_code, decided.status_code) == (200, 200)
        assert said(decided)
        assert ProRequest.objects.get().state == "pending"


@needs_overlap
@pytest.mark.django_db(transaction=True)
def test_of_two_who_decide_at_once_the_second_is_told(manager, superuser, browser):
    request, start = ProRequestFactory(), Barrier(2)
    form = {"rows": [request.pk], "message": ""}

    def press(user, verdict):
        client = browser(user)
        start.wait(10)
        try:
            # Read from the page: contexts of answers that are made at once get mixed up by Django's test client.
            return text(client.post(page("prorequest", verdict), form, follow=True))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        pressed = [pool.submit(press, manager, "approve"), pool.submit(press, superuser, "decline")]
        pages = [answer.result() for answer in pressed]

    told = ["The request has been decided already." in seen for seen in pages]
    done = ["Approved: 1." in seen or "Declined: 1." in seen for seen in pages]
    assert sorted(told) == [False, True]
    assert done == [not second for second in told]
    decision = TierDecision.objects.get()
    request.refresh_from_db()
    assert request.state == decision.verdict
    assert (User.objects.get(pk=request.user_id).tier == "pro") == (decision.verdict == "approved")


def test_no_decision_stands_without_its_line_in_the_history(desk, monkeypatch, manager):
    request = ProRequestFactory()
    monkeypatch.setattr("django.contrib.admin.ModelAdmin.log_change", lambda *_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        desk.post(page("prorequest", "approve"), {"rows": [request.pk], "message": ""})

    assert ProRequest.objects.get().state == "pending"
    assert not TierDecision.objects.exists()
    assert User.objects.get(pk=request.user_id).tier == "researcher"
