from django.db import transaction
from django.utils import timezone

from accounts.actions.account import lock_user
from accounts.exceptions import AccountActionError
from accounts.models import User
from feeds.models import MOST_ENTITIES, WebhookEndpoint
from feeds.webhooks.actions.deliveries import send_ping
from feeds.webhooks.addresses import ForbiddenAddress, check_host, check_url
from feeds.webhooks.event_types import CHOSEN_TYPES
from feeds.webhooks.recording import stop
from feeds.webhooks.schedule import OLD_SECRET_LIFETIME
from feeds.webhooks.secrets import NoEncryptionKey, encrypt, new_secret
from graph.kinds import KINDS
from graph.models import Entity

MOST_ENDPOINTS = {User.Tier.RESEARCHER: 3, User.Tier.PRO: 20}
FILTERS = {"event_types", "kinds", "countries", "entities", "elections"}
SETTINGS = FILTERS | {"url", "description", "includes_test"}
State = WebhookEndpoint.State


class EndpointRejected(AccountActionError):
    """An action on an endpoint is not allowed. ``field`` is the name of the invalid setting, or ""."""

    def __init__(self, message: str, field: str = ""):
        super().__init__(message)
        self.field = field


def limit_of(user: User) -> int:
    return MOST_ENDPOINTS[user.tier]


def disable_excess(user: User, **signal) -> None:
    """Disable endpoints if the account has more than its limit, for example because it is no longer pro. Keep active
    endpoints without failures first, then active ones with failures, then pending ones. Within each group, keep the
    oldest. This is a receiver of the signal `tier_changed`."""
    rows = user.webhook_endpoints.exclude(state=State.DISABLED).select_for_update(no_key=True).order_by("pk")
    # The sort is stable, so older endpoints come first among equals.
    best_first = sorted(rows, key=lambda row: (row.state != State.ACTIVE, row.failing_since is not None))
    for endpoint in best_first[limit_of(user) :]:
        stop(endpoint, f"Your account has up to {limit_of(user)} active endpoints since it is no longer pro.")
        endpoint.save(update_fields=["state", "disabled_reason"])


def create_endpoint(*, user: User, url: str, **settings) -> tuple[WebhookEndpoint, str]:
    """Create an endpoint. Return (endpoint, secret); no page shows the secret again. The endpoint becomes active when
    it responds to a ping. ``settings`` has values for names in `SETTINGS`. Raise EndpointRejected if a value is
    invalid, or if the account has too many endpoints."""
    endpoint = WebhookEndpoint(user=user)
    _change(endpoint, {"url": url, **settings})
    secret = new_secret()
    endpoint.secret = _encrypt(secret)
    # Without the lock, two requests at the same time could together exceed the limit.
    with transaction.atomic():
        owner = lock_user(user.pk)
        if owner.webhook_endpoints.count() >= limit_of(owner):
            raise EndpointRejected(f"Your account has up to {limit_of(owner)} endpoints: delete one first.")
        endpoint.save(force_insert=True)
        send_ping(endpoint=endpoint)
    return endpoint, secret


def update(*, endpoint: WebhookEndpoint, **settings) -> WebhookEndpoint:
    """Change settings of an endpoint. A new URL must respond to a ping before it receives events. Raise
    EndpointRejected if a setting is invalid."""
    # The host name is resolved here, before the transaction.
    old_url = endpoint.url
    _change(endpoint, settings)
    with transaction.atomic():
        if endpoint.url != old_url:
            _check_limit(endpoint)
            stop(endpoint, "The URL was changed.")
            _start(endpoint)
        endpoint.save(update_fields=[*settings, "state", "disabled_reason", "failing_since", "warned_at"])
    return endpoint


@transaction.atomic
def roll_secret(*, endpoint: WebhookEndpoint) -> str:
    """Replace the secret of an endpoint. Return the new secret, which no page shows again. For 24 hours, each event is
    signed with both secrets."""
    endpoint = _lock(endpoint)
    secret = new_secret()
    endpoint.old_secret, endpoint.old_secret_until = endpoint.secret, timezone.now() + OLD_SECRET_LIFETIME
    endpoint.secret = _encrypt(secret)
    endpoint.save(update_fields=["secret", "old_secret", "old_secret_until"])
    return secret


@transaction.atomic
def disable(*, endpoint: WebhookEndpoint, reason: str = "You disabled it.") -> None:
    """Stop all deliveries to the endpoint, and store the ``reason``, which the owner can read. Raise EndpointRejected
    if the endpoint is already disabled."""
    endpoint = _lock(endpoint)
    if endpoint.state == State.DISABLED:
        raise EndpointRejected("The endpoint is disabled already.")
    stop(endpoint, reason)
    endpoint.save(update_fields=["state", "disabled_reason"])


@transaction.atomic
def enable(*, endpoint: WebhookEndpoint) -> None:
    """Send a ping to an endpoint that is not active. The endpoint receives events again when it has responded to the
    ping. Raise EndpointRejected if the endpoint is active, or if the account has too many other active endpoints."""
    _check_limit(endpoint)
    endpoint = _lock(endpoint)
    if endpoint.state == State.ACTIVE:
        raise EndpointRejected("The endpoint is active already.")
    _start(endpoint)
    endpoint.save(update_fields=["state", "disabled_reason", "failing_since", "warned_at"])


@transaction.atomic
def delete(*, endpoint: WebhookEndpoint) -> None:
    """Delete the endpoint and its deliveries."""
    _lock(endpoint).delete()


def _check_limit(endpoint):
    """Lock the owner of the endpoint. Raise EndpointRejected if the account already has as many other enabled endpoints
    as its limit allows."""
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


def _change(endpoint, settings):
    # An unknown name is an error in our code, not of the owner.
    for name in settings.keys() - SETTINGS:
        raise TypeError(f"An endpoint has no setting {name!r}.")
    for name, value in settings.items():
        setattr(endpoint, name, list(dict.fromkeys(value)) if name in FILTERS else value)
    if "url" in settings:
        _check_url(endpoint.url)
    if len(endpoint.description) > WebhookEndpoint._meta.get_field("description").max_length:
        raise EndpointRejected("The description is too long.", "description")
    for name, check in CHECKS.items():
        if wrong := check(getattr(endpoint, name)):
            raise EndpointRejected(f"Unknown or too many: {', '.join(map(str, wrong[:5]))}.", name)


def _check_url(url):
    try:
        check_url(url)
        check_host(url)
    except ForbiddenAddress as error:
        raise EndpointRejected(str(error), "url") from error


def _unknown_countries(codes):
    known = set(Entity.objects.filter(country_code__in=codes).values_list("country_code", flat=True).distinct())
    return [code for code in codes if code not in known]


def _unknown_slugs(slugs):
    known = set(Entity.objects.filter(slug__in=slugs).exclude(status="withdrawn").values_list("slug", flat=True))
    return [slug for slug in slugs if slug not in known] if len(slugs) <= MOST_ENTITIES else slugs


CHECKS = {
    "event_types": lambda names: [name for name in names if name not in CHOSEN_TYPES],
    "kinds": lambda kinds: [kind for kind in kinds if kind not in KINDS],
    "countries": _unknown_countries,
    "entities": _unknown_slugs,
    "elections": _unknown_slugs,
}
"""Maps each filter to a function that gets the values of the filter, and returns those that are unknown. If there are
too many values, the function returns all of them."""
