from django.db import transaction

from accounts.actions.account import lock_user
from accounts.emails import send_email
from accounts.exceptions import AccountActionError
from accounts.models import ProRequest, TierDecision, User
from accounts.signals import send_keys_changed, tier_changed

Verdict = TierDecision.Verdict
TIER_AFTER = {Verdict.APPROVED: User.Tier.PRO, Verdict.REVOKED: User.Tier.RESEARCHER}


@transaction.atomic
def request_pro(*, user: User, organisation: str, purpose: str, expected_volume: int) -> ProRequest:
    """Create a request for the pro tier. Raise AccountActionError if the account is pro or has an undecided request."""
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
    """Approve a request and make its account pro. The e-mail to the owner contains the ``message``. Raise
    AccountActionError if the request is already decided, or if ``by`` is the user who sent it."""
    if by == request.user:
        raise AccountActionError("Nobody can approve their own request.")
    return _decide(_close(request, ProRequest.State.APPROVED), Verdict.APPROVED, by, message, request)


@transaction.atomic
def decline_pro(*, request: ProRequest, by: User, message: str = "") -> TierDecision:
    """Decline a request; the account keeps its tier. The e-mail to the owner contains the ``message``. Raise
    AccountActionError if the request is already decided."""
    return _decide(_close(request, ProRequest.State.DECLINED), Verdict.DECLINED, by, message, request)


@transaction.atomic
def grant_pro(*, user: User, by: User | None, message: str = "") -> TierDecision:
    """Make an account pro, and approve its undecided request if it has one. ``by`` is the manager who decides, or None
    for a management command. The owner gets an e-mail with the ``message``, even if the account is pro already. Raise
    AccountActionError if this manager has sent the request."""
    owner = lock_user(user.pk)
    pending = owner.pro_requests.filter(state=ProRequest.State.PENDING).first()
    if pending:
        return approve_pro(request=pending, by=by, message=message)
    return _decide(owner, Verdict.APPROVED, by, message)


@transaction.atomic
def revoke_pro(*, user: User, by: User | None, message: str = "") -> TierDecision:
    """Change the tier of a pro account to researcher. ``by`` is the manager, or None for a management command. The
    e-mail to the owner contains the ``message``. Raise AccountActionError if the account is not pro."""
    owner = lock_user(user.pk)
    if owner.tier != User.Tier.PRO:
        raise AccountActionError("The account is not pro.")
    return _decide(owner, Verdict.REVOKED, by, message)


def _close(request, state):
    """Change a pending request for the pro tier to ``state``: approved or declined. Return the user who sent the
    request; the row of this user is locked. Raise AccountActionError if the request is already decided."""
    owner = lock_user(request.user_id)
    # If two managers act at the same time, this condition is true only for the first.
    if not ProRequest.objects.filter(pk=request.pk, state=ProRequest.State.PENDING).update(state=state):
        raise AccountActionError("The request has been decided already.")
    request.state = state
    return owner


def _decide(owner, verdict, by, message, request=None):
    if verdict in TIER_AFTER:
        owner.tier = TIER_AFTER[verdict]
        owner.save(update_fields=["tier"])
        send_keys_changed(owner.keys.values_list("digest", flat=True))
        tier_changed.send(sender=User, user=owner)
    decision = TierDecision.objects.create(user=owner, request=request, verdict=verdict, by=by, message=message)
    transaction.on_commit(lambda: send_email(f"pro_{verdict}", to=owner, message=message), robust=True)
    return decision
