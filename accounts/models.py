from datetime import date

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Case, Count, F, Max, OuterRef, Q, Subquery, Sum, When
from django.db.models.functions import Coalesce, Lower
from django.utils import timezone

from accounts import tiers
from accounts.key_format import PREFIX_LENGTH

MAX_LIVE_KEYS = 5
"""An account may have this many keys that work and have no replacement. Keys that are revoked, expired or replaced do
not count."""
MAX_LIVE_KEYS_WITH_OVERLAP = 2 * MAX_LIVE_KEYS
"""An account may have this many keys that work. Here a replaced key counts too, because it still works for some hours.
The limit is twice as high as MAX_LIVE_KEYS, so that an owner can replace all keys at once."""
MAX_CREATED_PER_DAY = 50
"""An account may create this many keys in 24 hours, including keys that are revoked already."""
QUEUE = (Case(When(state="pending", then=F("created_at"))).asc(nulls_last=True), "-created_at", "-pk")
"""The arguments for ``order_by`` that sort requests for the pro tier: first the pending requests, the oldest first, and
then the decided ones, the newest first."""


class User(AbstractUser):
    """A researcher with API keys, an editor, or an operator."""

    class Tier(models.TextChoices):
        RESEARCHER = tiers.RESEARCHER.name
        PRO = tiers.PRO.name

    tier = models.CharField(max_length=20, choices=Tier, default=Tier.RESEARCHER)

    class Meta(AbstractUser.Meta):
        permissions = [("revoke_pro", "Can revoke pro from accounts")]
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                condition=~Q(email=""),
                name="unique_user_email",
                violation_error_message="Another account has this e-mail address.",
            ),
            models.CheckConstraint(condition=Q(tier__in=["researcher", "pro"]), name="valid_user_tier"),
        ]

    @property
    def allowance(self) -> int:
        """Return how many requests per minute the account may send with all its keys together."""
        return tiers.TIERS[self.tier].allowance


class ApiKeyQuerySet(models.QuerySet):
    def live(self):
        """Return the keys that the API accepts now. They are neither revoked nor expired, and their accounts are
        active."""
        is_valid = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
        return self.filter(is_valid, revoked_at=None, user__is_active=True)

    def ended(self):
        return self.filter(Q(revoked_at__isnull=False) | Q(expires_at__lte=timezone.now()))


class ApiKey(models.Model):
    """An API key of an account. Only its hash is stored, so its owner can see the whole key only once."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="keys")
    name = models.CharField(max_length=60, help_text="The owner's description of its purpose.")
    digest = models.CharField(max_length=64, unique=True, editable=False, help_text="SHA-256, hexadecimal.")
    prefix = models.CharField("begins with", max_length=PREFIX_LENGTH, editable=False)
    created_at = models.DateTimeField("created", default=timezone.now, editable=False)
    expires_at = models.DateTimeField("expires", null=True, blank=True)
    last_used_at = models.DateTimeField("last used", null=True, blank=True, editable=False, help_text="To the hour.")
    revoked_at = models.DateTimeField("revoked", null=True, blank=True, editable=False)
    successor = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="predecessor"
    )
    reminded_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When the e-mail about the expiry was sent."
    )

    objects = ApiKeyQuerySet.as_manager()

    class Meta:
        verbose_name = "API key"
        default_permissions = ["view"]
        permissions = [("revoke_apikey", "Can revoke API keys")]
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_at=None) | Q(expires_at__gt=F("created_at")),
                name="api_key_expires_after_creation",
            )
        ]

    def __str__(self):
        return f"{self.name} ({self.prefix}…)"

    def is_live(self) -> bool:
        is_expired = self.expires_at is not None and self.expires_at <= timezone.now()
        return self.user.is_active and not self.revoked_at and not is_expired


class KeyUse(models.Model):
    """The numbers of requests with one API key to one endpoint on one day (UTC). Only endpoints that count towards the
    rate limit have such rows."""

    key = models.ForeignKey(ApiKey, on_delete=models.CASCADE, related_name="use")
    day = models.DateField()
    endpoint = models.CharField(max_length=20, help_text="The endpoint's throttle scope.")
    served = models.PositiveIntegerField(default=0)
    throttled = models.PositiveIntegerField(default=0, help_text="Requests above the allowance, rejected with 429.")
    busiest_minute = models.PositiveIntegerField(
        default=0, help_text="The most requests of the whole account in one minute in which this key was used."
    )

    class Meta:
        verbose_name = "use of a key"
        verbose_name_plural = "use of keys"
        default_permissions = []
        ordering = ["-day", "endpoint"]
        constraints = [models.UniqueConstraint(fields=["key", "day", "endpoint"], name="unique_key_day_endpoint")]

    def __str__(self):
        return f"{self.key.prefix}… {self.day} {self.endpoint}: {self.served}"


class ProRequestQuerySet(models.QuerySet):
    def with_evidence(self, since: date):
        """Annotate each request for the pro tier with numbers that help a manager to decide. ``live_keys`` is the
        number of keys of the account that work. The other numbers are about the account's use of the API since the day
        ``since``: requests that were ``served``, requests that were rejected (``throttled``), and the most requests in
        one minute (``busiest_minute``)."""
        keys = ApiKey.objects.live().filter(user=OuterRef("user")).order_by()
        use = KeyUse.objects.filter(key__user=OuterRef("user"), day__gte=since).order_by()
        return self.annotate(
            live_keys=_of_account(keys, "user", Count("pk")),
            served=_of_account(use, "key__user", Sum("served")),
            throttled=_of_account(use, "key__user", Sum("throttled")),
            busiest_minute=_of_account(use, "key__user", Max("busiest_minute")),
        )


def _of_account(rows, account, figure):
    return Coalesce(Subquery(rows.values(account).annotate(figure=figure).values("figure")), 0)


class ProRequest(models.Model):
    """A researcher's request for the pro tier."""

    class State(models.TextChoices):
        PENDING = "pending"
        APPROVED = "approved"
        DECLINED = "declined"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="pro_requests")
    organisation = models.CharField(max_length=120)
    purpose = models.TextField(max_length=2000, help_text="What you use the data for, and where you publish it.")
    expected_volume = models.PositiveIntegerField(help_text="Requests per day.")
    state = models.CharField(max_length=20, choices=State, default=State.PENDING, editable=False)
    created_at = models.DateTimeField("requested", default=timezone.now, editable=False)

    objects = ProRequestQuerySet.as_manager()

    class Meta:
        default_permissions = ["view"]
        permissions = [("decide_prorequest", "Can decide pro requests")]
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(state="pending"), name="one_pending_request_per_user")
        ]

    def __str__(self):
        # The e-mail address is left out, because the admin's history has this text after the account is deleted.
        return f"{self.organisation}, {self.created_at:%Y-%m-%d}"


class TierDecision(models.Model):
    """A decision of a manager or a management command about the pro tier of an account: approved, declined or
    revoked."""

    class Verdict(models.TextChoices):
        APPROVED = "approved"
        DECLINED = "declined"
        REVOKED = "revoked"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tier_decisions")
    request = models.ForeignKey(
        ProRequest,
        on_delete=models.CASCADE,
        null=True,
        related_name="decisions",
        help_text="None without a request: an operator issued a pro key, or a manager revoked pro.",
    )
    verdict = models.CharField(max_length=20, choices=Verdict)
    by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+", help_text="None if a management command decided."
    )
    at = models.DateTimeField(default=timezone.now)
    message = models.TextField(max_length=2000, blank=True, help_text="Message to the applicant.")

    class Meta:
        default_permissions = ["view"]
        ordering = ["-at", "-pk"]

    def __str__(self):
        return f"{self.user.email}: {self.verdict}"
