from django.db import transaction

from accounts.actions.locking import locked
from accounts.emails import send_email
from accounts.exceptions import AccountActionError
from accounts.models import ApiKey, ProRequest, TierDecision, User
from accounts.signals import keys_changed

Verdict = TierDecision.Verdict


@transaction.atomic
def request_pro(*, user: User, organisation: str, purpose: str, expected_volume: int) -> ProRequest:
    """Ask for the pro tier. Raises AccountActionError for who is pro already, or waits for an answer."""
    owner = locked(user.pk)
    if owner.tier == User.Tier.PRO:
        raise AccountActionError("The account is pro already.")
    if owner.pro_requests.filter(state=ProRequest.State.PENDING).exists():
        raise AccountActionError("A request of this account is waiting for an answer.")
    return ProRequest.objects.create(
        user=owner, organisation=organisation, purpose=purpose, expected_volume=expected_volume
    )


@transaction.atomic
def approve_pro(*, request: ProRequest, by: User, message: str = "") -> TierDecision:
    """The account is pro at once, and its keys with it. Raises AccountActionError for a request decided before."""
    if by == request.user:
        raise AccountActionError("Nobody approves a request of their own.")
    owner = _decided(request, ProRequest.State.APPROVED)
    _into(owner, User.Tier.PRO)
    return _recorded(owner, Verdict.APPROVED, by, message, request)


@transaction.atomic
def decline_pro(*, request: ProRequest, by: User, message: str = "") -> TierDecision:
    """The account stays what it is. Raises AccountActionError for a request decided before."""
    return _recorded(_decided(request, ProRequest.State.DECLINED), Verdict.DECLINED, by, message, request)


@transaction.atomic
def grant_pro(*, user: User, by: User | None, message: str = "") -> TierDecision:
    """Make an account pro that did not ask; a request that waits is answered by it."""
    owner = locked(user.pk)
    waiting = owner.pro_requests.filter(state=ProRequest.State.PENDING).first()
    if waiting:
        return approve_pro(request=waiting, by=by, message=message)
    _into(owner, User.Tier.PRO)
    return _recorded(owner, Verdict.APPROVED, by, message)


@transaction.atomic
def revoke_pro(*, user: User, by: User | None, message: str = "") -> TierDecision:
    """The account is a researcher's again at once. Raises AccountActionError for an account that is not pro."""
    owner = locked(user.pk)
    if owner.tier != User.Tier.PRO:
        raise AccountActionError("The account is not pro.")
    _into(owner, User.Tier.RESEARCHER)
    return _recorded(owner, Verdict.REVOKED, by, message)


def _decided(request, state):
    """The account, locked, of a request that is not decided twice: of two who decide at once one is told so."""
    owner = locked(request.user_id)
    waiting = ProRequest.objects.filter(pk=request.pk, state=ProRequest.State.PENDING)
    if not waiting.update(state=state):
        raise AccountActionError("The request has been decided already.")
    request.state = state
    return owner


def _into(owner, tier):
    owner.tier = tier
    owner.save(update_fields=["tier"])
    digests = list(ApiKey.objects.filter(user=owner).live().values_list("digest", flat=True))
    transaction.on_commit(lambda: keys_changed.send(sender=ApiKey, digests=digests), robust=True)


def _recorded(owner, verdict, by, message, request=None):
    decision = TierDecision.objects.create(user=owner, request=request, verdict=verdict, by=by, message=message)
    transaction.on_commit(lambda: send_email(f"pro_{verdict}", to=owner, message=message), robust=True)
    return decision
