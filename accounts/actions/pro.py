from django.db import transaction

from accounts.actions.locking import lock_user, send_keys_changed
from accounts.emails import send_email
from accounts.exceptions import AccountActionError
from accounts.models import ProRequest, TierDecision, User

Verdict = TierDecision.Verdict


@transaction.atomic
def request_pro(*, user: User, organisation: str, purpose: str, expected_volume: int) -> ProRequest:
    """Create a request for the pro tier. Raise AccountActionError if the account is pro or has a pending request."""
    owner = lock_user(user.pk)
    if owner.tier == User.Tier.PRO:
        raise AccountActionError("The account is pro already.")
    if owner.pro_requests.filter(state=ProRequest.State.PENDING).exists():
        raise AccountActionError("This account has a pending request already.")
    return ProRequest.objects.create(
        user=owner, organisation=organisation, purpose=purpose, expected_volume=expected_volume
    )


@transaction.atomic
def approve_pro(*, request: ProRequest, by: User, message: str = "") -> TierDecision:
    """Approve a pending request: its account becomes pro at once. Return the stored decision.

    Raise AccountActionError if the request is decided already, or if ``by`` is the person who made the request.
    """
    if by == request.user:
        raise AccountActionError("Nobody can approve their own request.")
    owner = _close(request, ProRequest.State.APPROVED)
    _set_tier(owner, User.Tier.PRO)
    return _record(owner, Verdict.APPROVED, by, message, request)


@transaction.atomic
def decline_pro(*, request: ProRequest, by: User, message: str = "") -> TierDecision:
    """Decline the request without a change of the tier. Raise AccountActionError if the request is decided already."""
    return _record(_close(request, ProRequest.State.DECLINED), Verdict.DECLINED, by, message, request)


@transaction.atomic
def grant_pro(*, user: User, by: User | None, message: str = "") -> TierDecision:
    """Make an account pro. If it has a pending request, approve that request, with the errors of `approve_pro`."""
    owner = lock_user(user.pk)
    pending = owner.pro_requests.filter(state=ProRequest.State.PENDING).first()
    if pending:
        return approve_pro(request=pending, by=by, message=message)
    _set_tier(owner, User.Tier.PRO)
    return _record(owner, Verdict.APPROVED, by, message)


@transaction.atomic
def revoke_pro(*, user: User, by: User | None, message: str = "") -> TierDecision:
    """Set the tier of a pro account back to researcher at once. Raise AccountActionError if the account is not pro."""
    owner = lock_user(user.pk)
    if owner.tier != User.Tier.PRO:
        raise AccountActionError("The account is not pro.")
    _set_tier(owner, User.Tier.RESEARCHER)
    return _record(owner, Verdict.REVOKED, by, message)


def _close(request, state):
    """Set the state of a pending request and return its locked user. Raise AccountActionError for a decided request."""
    owner = lock_user(request.user_id)
    # The condition decides between two managers who act at the same time.
    if not ProRequest.objects.filter(pk=request.pk, state=ProRequest.State.PENDING).update(state=state):
        raise AccountActionError("The request has been decided already.")
    request.state = state
    return owner


def _set_tier(owner, tier):
    owner.tier = tier
    owner.save(update_fields=["tier"])
    send_keys_changed(user=owner)


def _record(owner, verdict, by, message, request=None):
    decision = TierDecision.objects.create(user=owner, request=request, verdict=verdict, by=by, message=message)
    transaction.on_commit(lambda: send_email(f"pro_{verdict}", to=owner, message=message), robust=True)
    return decision
