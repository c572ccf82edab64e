"""Actions on webhook endpoints and deliveries, each in one transaction. They send nothing themselves: a worker (the
command ``deliver_webhooks``) later sends the pending deliveries."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.actions.account import lock_user
from accounts.exceptions import AccountActionError
from accounts.models import User
from feeds.models import WebhookDelivery, WebhookEndpoint, WebhookEvent, new_event_id
from feeds.webhooks.event_types import PING, examples
from feeds.webhooks.payloads import PingData, body
from feeds.webhooks.recording import stop
from feeds.webhooks.schedule import OLD_SECRET_LIFETIME
from feeds.webhooks.secrets import NoEncryptionKey, encrypt, new_secret

MOST_ENDPOINTS = {User.Tier.RESEARCHER: 3, User.Tier.PRO: 20}
PING_TEXT = "Answer with a status from 200 to 299."
MOST_REPLAYED = 10_000
State = WebhookEndpoint.State


class EndpointRejected(AccountActionError):
    """Raised if an action on an endpoint is not allowed, for example because the account has too many endpoints. The
    owner sees the message."""


def limit_of(user: User) -> int:
    return MOST_ENDPOINTS[user.tier]


def disable_excess(user: User, **signal) -> None:
    """Disable endpoints if the account has more than its tier allows, for example because it is no longer pro. First
    disable pending endpoints, then active ones with failures, then active ones without failures. Within each group,
    disable the newest first. This is a receiver of the signal `tier_changed`."""
    rows = user.webhook_endpoints.exclude(state=State.DISABLED).select_for_update(no_key=True).order_by("pk")
    # The sort is stable, so older endpoints come first among equals.
    best_first = sorted(rows, key=lambda row: (row.state != State.ACTIVE, row.failing_since is not None))
    for endpoint in best_first[limit_of(user) :]:
        stop(endpoint, f"Your account has up to {limit_of(user)} active endpoints since it is no longer pro.")
        endpoint.save(update_fields=["state", "disabled_reason"])


def create_endpoint(*, user: User, url: str, **settings) -> tuple[WebhookEndpoint, str]:
    """Create a pending endpoint, and a delivery of a ping. The endpoint becomes active when it responds to the ping.
    ``url`` and ``settings`` are valid values of the endpoint's fields. Return (endpoint, secret); the secret is never
    shown again. Raise EndpointRejected in these cases:

    - The account already has the largest number of endpoints that its tier allows.
    - WEBHOOK_ENCRYPTION_KEYS is not set.
    """
    secret = new_secret()
    endpoint = WebhookEndpoint(user=user, url=url, secret=_encrypt(secret), **settings)
    # Lock the user. Without the lock, two requests at the same time could together exceed the limit.
    with transaction.atomic():
        owner = lock_user(user.pk)
        if owner.webhook_endpoints.count() >= limit_of(owner):
            raise EndpointRejected(f"Your account has up to {limit_of(owner)} endpoints: delete one first.")
        endpoint.save(force_insert=True)
        send_ping(endpoint=endpoint)
    return endpoint, secret


@transaction.atomic
def update(*, endpoint: WebhookEndpoint, **settings) -> WebhookEndpoint:
    """Change settings of an endpoint, and return its new row. ``settings`` are valid values of its fields.

    If the URL changes, mark pending deliveries as failed and send a ping. The endpoint, even a disabled one, becomes
    pending. It receives events only after it has responded to the ping. Raise EndpointRejected in these cases:

    - The endpoint no longer exists.
    - The URL changes, and the account has too many other endpoints that are not disabled.
    """
    # All actions lock the user before the endpoint, so no two of them wait for each other.
    lock_user(endpoint.user_id)
    endpoint = _lock(endpoint)
    is_new_url = settings.get("url", endpoint.url) != endpoint.url
    for name, value in settings.items():
        setattr(endpoint, name, value)
    if is_new_url:
        _check_limit(endpoint)
        stop(endpoint, "The URL was changed.")
        _start(endpoint)
    endpoint.save()
    return endpoint


@transaction.atomic
def roll_secret(*, endpoint: WebhookEndpoint) -> str:
    """Replace the secret of an endpoint. Return the new secret, which no page shows again. For 24 hours, each event is
    signed with both secrets. Raise EndpointRejected if the endpoint no longer exists, or if WEBHOOK_ENCRYPTION_KEYS is
    not set."""
    endpoint = _lock(endpoint)
    secret = new_secret()
    endpoint.old_secret, endpoint.old_secret_until = endpoint.secret, timezone.now() + OLD_SECRET_LIFETIME
    endpoint.secret = _encrypt(secret)
    endpoint.save(update_fields=["secret", "old_secret", "old_secret_until"])
    return secret


@transaction.atomic
def disable(*, endpoint: WebhookEndpoint, reason: str = "You disabled it.") -> None:
    """Disable the endpoint, mark its pending deliveries as failed, and store the ``reason``, which the owner can read.
    Raise EndpointRejected if the endpoint is already disabled or no longer exists."""
    endpoint = _lock(endpoint)
    if endpoint.state == State.DISABLED:
        raise EndpointRejected("The endpoint is disabled already.")
    stop(endpoint, reason)
    endpoint.save(update_fields=["state", "disabled_reason"])


@transaction.atomic
def enable(*, endpoint: WebhookEndpoint) -> None:
    """Send a ping to a pending or disabled endpoint, and mark the endpoint as pending. It receives events when it has
    responded to the ping. Raise EndpointRejected in these cases:

    - The endpoint is active or no longer exists.
    - The account has too many other endpoints that are not disabled."""
    _check_limit(endpoint)
    endpoint = _lock(endpoint)
    if endpoint.state == State.ACTIVE:
        raise EndpointRejected("The endpoint is active already.")
    _start(endpoint)
    endpoint.save(update_fields=["state", "disabled_reason", "failing_since", "warned_at"])


@transaction.atomic
def delete(*, endpoint: WebhookEndpoint) -> None:
    """Delete the endpoint and its deliveries. Raise EndpointRejected if it no longer exists."""
    _lock(endpoint).delete()


@transaction.atomic
def send_ping(*, endpoint: WebhookEndpoint) -> WebhookDelivery:
    """Create and return a delivery of the event ``webhook.ping``, which a worker sends. If the endpoint is pending and
    responds with 2xx, it becomes active."""
    data = PingData.from_values((endpoint.pk, PING_TEXT))
    return _send_once(endpoint, PING, body(PING, timezone.now(), data))


@transaction.atomic
def send_test(*, endpoint: WebhookEndpoint, event_type: str = PING) -> WebhookDelivery:
    """Create and return a delivery of an example event, whose data has the mode "test". A worker attempts it once, even
    if the endpoint is not active or the event does not match its filters. For PING, send a ping as `send_ping` does."""
    if event_type == PING:
        return send_ping(endpoint=endpoint)
    return _send_once(endpoint, event_type, body(event_type, timezone.now(), examples()[event_type]))


@transaction.atomic
def replay(*, delivery: WebhookDelivery) -> None:
    """Make a worker deliver an event again with the same event ID, even if the delivery had succeeded. If the endpoint
    is not active, the delivery waits until the endpoint becomes active; pings and test events do not wait for this. Do
    nothing if the delivery is still pending."""
    _replay(WebhookDelivery.objects.filter(pk=delivery.pk).exclude(state=WebhookDelivery.State.PENDING))


@transaction.atomic
def replay_failed(*, endpoint: WebhookEndpoint, since: datetime) -> int:
    """Make a worker attempt failed deliveries to the endpoint again: those created at ``since`` or later. If there are
    more than 10,000, only the oldest 10,000 are attempted. Pings and test events are left out. Return the number of
    deliveries."""
    failed = endpoint.deliveries.filter(state=WebhookDelivery.State.FAILED, created_at__gte=since, is_single=False)
    oldest = failed.order_by("pk").values("pk")[:MOST_REPLAYED]
    return _replay(WebhookDelivery.objects.filter(pk__in=oldest))


def _check_limit(endpoint):
    """Lock the owner of the endpoint. Raise EndpointRejected if the owner's other endpoints already reach the limit of
    the tier. Disabled endpoints do not count."""
    owner = lock_user(endpoint.user_id)
    others = owner.webhook_endpoints.exclude(state=State.DISABLED).exclude(pk=endpoint.pk)
    if others.count() >= limit_of(owner):
        raise EndpointRejected(f"Your account has up to {limit_of(owner)} active endpoints: disable one first.")


def _start(endpoint):
    endpoint.state, endpoint.disabled_reason = State.PENDING, ""
    endpoint.failing_since = endpoint.warned_at = None
    send_ping(endpoint=endpoint)


def _lock(endpoint):
    found = WebhookEndpoint.objects.select_for_update(no_key=True).filter(pk=endpoint.pk).first()
    if found is None:
        raise EndpointRejected("The endpoint no longer exists.")
    return found


def _encrypt(secret):
    try:
        return encrypt(secret)
    except NoEncryptionKey as error:
        raise EndpointRejected("Webhooks are not available on this server.") from error


def _replay(rows):
    return rows.update(
        state=WebhookDelivery.State.PENDING, attempts=0, due_at=timezone.now(), leased_until=None, error=""
    )


def _send_once(endpoint, type_, text):
    event = WebhookEvent.objects.create(uid=new_event_id(), type=type_, body=text)
    return WebhookDelivery.objects.create(endpoint=endpoint, event=event, is_single=True)
