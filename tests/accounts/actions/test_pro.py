"""Test requests for the pro tier, and the decisions of managers."""

import pytest
from django.core import mail

from accounts.actions.pro import approve_pro, decline_pro, grant_pro, request_pro, revoke_pro
from accounts.exceptions import AccountActionError
from accounts.models import TierDecision, User
from accounts.signals import keys_changed
from tests.factories import ApiKeyFactory, ProRequestFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
FORM = {"organisation": "A newsroom", "purpose": "Election nights.", "expected_volume": 200_000}


@pytest.fixture
def manager():
    return UserFactory(username="manager", is_staff=True)


def test_request_pro_creates_a_pending_request():
    user = UserFactory()

    request = request_pro(user=user, **FORM)

    assert request.state == "pending"
    user.refresh_from_db()
    assert user.allowance == 500


def test_request_pro_rejects_a_second_pending_request():
    request = ProRequestFactory()

    with pytest.raises(AccountActionError, match="pending"):
        request_pro(user=request.user, **FORM)


def test_request_pro_rejects_a_pro_account():
    with pytest.raises(AccountActionError, match="pro already"):
        request_pro(user=UserFactory(tier="pro"), **FORM)


def test_approve_pro_sets_the_tier_and_sends_the_message(manager, django_capture_on_commit_callbacks):
    request = ProRequestFactory()

    with django_capture_on_commit_callbacks(execute=True):
        approve_pro(request=request, by=manager, message="Welcome.")

    user = User.objects.get(pk=request.user_id)
    assert (user.tier, user.allowance) == ("pro", 2000)
    (email,) = mail.outbox
    assert email.subject == "Your account is pro"
    assert "Welcome." in email.body


def test_decline_pro_records_the_decision(manager, today):
    request = ProRequestFactory()

    decline_pro(request=request, by=manager, message="Please say more.")

    decision = TierDecision.objects.get()
    assert (decision.verdict, decision.by, decision.message) == ("declined", manager, "Please say more.")
    assert (decision.at.date(), decision.request, decision.user) == (today, request, request.user)
    request.refresh_from_db()
    assert request.state == "declined"


def test_approve_pro_rejects_ones_own_request():
    request = ProRequestFactory()

    with pytest.raises(AccountActionError):
        approve_pro(request=request, by=request.user)

    request.user.refresh_from_db()
    assert request.user.tier == "researcher"


@pytest.mark.parametrize("decide", [approve_pro, decline_pro])
def test_decisions_reject_a_decided_request(manager, decide):
    request = ProRequestFactory()
    decline_pro(request=request, by=manager)

    with pytest.raises(AccountActionError, match="already"):
        decide(request=request, by=manager)

    assert User.objects.get(pk=request.user_id).tier == "researcher"


def test_request_pro_works_after_a_declined_request(manager):
    request = ProRequestFactory()
    decline_pro(request=request, by=manager)

    assert request_pro(user=request.user, **FORM).state == "pending"


def test_revoke_pro_sets_the_tier_back(manager):
    user = UserFactory(tier="pro")

    revoke_pro(user=user, by=manager, message="The keys were published.")

    user.refresh_from_db()
    assert user.tier == "researcher"
    assert user.tier_decisions.get().verdict == "revoked"


def test_revoke_pro_rejects_a_researcher(manager):
    with pytest.raises(AccountActionError):
        revoke_pro(user=UserFactory(), by=manager)


def test_grant_pro_approves_the_pending_request():
    request = ProRequestFactory()

    grant_pro(user=request.user, by=None)

    request.refresh_from_db()
    assert request.state == "approved"


def test_grant_pro_needs_no_request():
    user = UserFactory()

    grant_pro(user=user, by=None)

    user.refresh_from_db()
    assert user.tier == "pro"
    assert user.tier_decisions.get().request is None


def test_tier_changes_send_the_signal_for_the_keys(manager, django_capture_on_commit_callbacks):
    request = ProRequestFactory()
    key, digests_sent = ApiKeyFactory(user=request.user), []

    def listen(digests, **_):
        digests_sent.extend(digests)

    keys_changed.connect(listen)
    with django_capture_on_commit_callbacks(execute=True):
        approve_pro(request=request, by=manager)
    keys_changed.disconnect(listen)

    assert digests_sent == [key.digest]
