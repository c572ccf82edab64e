from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.key_format import PREFIX_LENGTH

MAX_LIVE_KEYS = 5
"""Maximum of live keys per account. A key that has a successor does not count, because it expires soon."""
MAX_LIVE_KEYS_WITH_OVERLAP = 2 * MAX_LIVE_KEYS
"""Maximum of live keys per account, including keys with a successor. So an owner can roll all keys at the same time."""
MAX_CREATED_PER_DAY = 50
"""Maximum of new keys per account in 24 hours, including revoked keys. Each key takes a row and sends an e-mail."""


class ApiKeyQuerySet(models.QuerySet):
    def live(self, at: datetime | None = None):
        """Return keys that the API accepts at that time (default: now): not revoked or expired, with an active user."""
        at = at or timezone.now()
        return self.filter(Q(expires_at=None) | Q(expires_at__gt=at), revoked_at=None, user__is_active=True)

    def ended(self):
        """Return keys that are revoked or expired."""
        return self.filter(Q(revoked_at__isnull=False) | Q(expires_at__lte=timezone.now()))

    def without_successor(self):
        """Return keys that the owner has not rolled, that is, not replaced by a new key."""
        return self.filter(successor=None)

    def expiring_before(self, at: datetime):
        """Return keys that are live now and expire before the time ``at``."""
        return self.live().filter(expires_at__lt=at)


class ApiKey(models.Model):
    """An API key of an account. The database stores only its digest; the key itself is shown once, at its creation."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="keys")
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
                condition=Q(expires_at=None) | Q(expires_at__gt=models.F("created_at")),
                name="api_key_expires_after_creation",
            )
        ]

    def __str__(self):
        return f"{self.name} ({self.prefix}…)"

    def is_live(self, at: datetime | None = None) -> bool:
        """Return whether the API accepts the key at that time (default: now)."""
        at = at or timezone.now()
        return self.user.is_active and not self.revoked_at and (self.expires_at is None or self.expires_at > at)
