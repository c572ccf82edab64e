"""Asking for pro, and what is decided."""

import pytest
from django.core import mail

from accounts.actions import approve_pro, decline_pro, grant_pro, request_pro, revoke_pro
from accounts.exceptions import AccountActionError
from accounts.models import TierDecision, User
from accounts.signals import keys_changed
from tests.factories import ApiKeyFactory, ProRequestFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
ASKED = {"organisation": "A newsroom", "purpose": "Election nights.", "expected_volume": 200_000}


@pytest.fixture
def manager():
    return UserFactory(username="manager", is_staff=True)


def test_a_request_waits_for_an_answer():
    user = UserFactory()

    request = request_pro(user=user, **ASKED)

    assert request.state == "pending"
    user.refresh_from_db()
    assert user.allowance == 500


def test_one_at_a_time():
    request = ProRequestFactory()

    with pytest.raises(AccountActionError, match="waiting"):
        request_pro(user=request.user, **ASKED)


def test_who_is_pro_does_not_ask():
    with pytest.raises(AccountActionError, match="pro already"):
        request_pro(user=UserFactory(tier="pro"), **ASKED)


def test_approved_is_pro_at_once_and_the_letter_brings_the_word(manager, django_capture_on_commit_callbacks):
    request = ProRequestFactory()

    with django_capture_on_commit_callbacks(execute=True):
        approve_pro(request=request, by=manager, message="Welcome.")

    user = User.objects.get(pk=request.user_id)
    assert (user.tier, user.allowance) == ("pro", 2000)
    (letter,) = mail.outbox
    assert letter.subject == "Your account is pro"
    assert "Welcome." in letter.body


def test_the_decision_its_author_time_and_word_are_kept(manager, today):
    request = ProRequestFactory()

    decline_pro(request=request, by=manager, message="Please say more.")

    decision = TierDecision.objects.get()
    assert (decision.verdict, decision.by, decision.message) == ("declined", manager, "Please say more.")
    assert (decision.at.date(), decision.request, decision.user) == (today, request, request.user)
    request.refresh_from_db()
    assert request.state == "declined"


def test_nobody_approves_a_request_of_their_own():
    request = ProRequestFactory()

    with pytest.raises(AccountActionError):
        approve_pro(request=request, by=request.user)

    request.user.refresh_from_db()
    assert request.user.tier == "researcher"


@pytest.mark.parametrize("decide", [approve_pro, decline_pro])
def test_nothing_is_decided_twice(manager, decide):
    request = ProRequestFactory()
    decline_pro(request=request, by=manager)

    with pytest.raises(AccountActionError, match="already"):
        decide(request=request, by=manager)

    assert User.objects.get(pk=request.user_id).tier == "researcher"


def test_after_a_refusal_one_may_ask_again(manager):
    request = ProRequestFactory()
    decline_pro(request=request, by=manager)

    assert request_pro(user=request.user, **ASKED).state == "pending"


def test_pro_is_taken_back_at_once(manager):
    user = UserFactory(tier="pro")

    revoke_pro(user=user, by=manager, message="The keys were published.")

    user.refresh_from_db()
    assert user.tier == "researcher"
    assert user.tier_decisions.get().verdict == "revoked"


def test_only_from_who_has_it(manager):
    with pytest.raises(AccountActionError):
        revoke_pro(user=UserFactory(), by=manager)


def test_a_grant_answers_the_request_that_waits():
    request = ProRequestFactory()

    grant_pro(user=request.user, by=None)

    request.refresh_from_db()
    assert request.state == "approved"


def test_a_grant_needs_no_request():
    user = UserFactory()

    grant_pro(user=user, by=None)

    user.refresh_from_db()
    assert user.tier == "pro"
    assert user.tier_decisions.get().request is None


def test_the_keys_of_the_account_are_told_of(manager, django_capture_on_commit_callbacks):
    request = ProRequestFactory()
    key, heard = ApiKeyFactory(user=request.user), []

    def listen(digests, **_):
        heard.extend(digests)

    keys_changed.connect(listen)
    with django_capture_on_commit_callbacks(execute=True):
        approve_pro(request=request, by=manager)
    keys_changed.disconnect(listen)

    assert heard == [key.digest]
