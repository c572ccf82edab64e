from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.key_format import CHARACTERS_SHOWN

MOST_LIVE_KEYS = 5
"""Of one account; a key that has a successor is on its way out and none of them."""
MOST_WITH_OVERLAP = 2 * MOST_LIVE_KEYS
"""Of one account, those on their way out counted too: each of its keys may be changed over at the same time."""
MOST_MADE_A_DAY = 50
"""Of one account, those that have ended too: each is a row that stays, and a letter."""


class ApiKeyQuerySet(models.QuerySet):
    def live(self, at: datetime | None = None):
        """Those that open the API at that moment, now unless told: neither revoked nor expired, their owner active."""
        at = at or timezone.now()
        return self.filter(Q(expires_at=None) | Q(expires_at__gt=at), revoked_at=None, user__is_active=True)

    def ended(self):
        """Those that open nothing any more, by themselves or because they were revoked."""
        return self.filter(Q(revoked_at__isnull=False) | Q(expires_at__lte=timezone.now()))

    def lasting(self):
        """Those that no other replaces."""
        return self.filter(successor=None)

    def expiring_before(self, at: datetime):
        """Live ones that end by themselves before that moment."""
        return self.live().filter(expires_at__lt=at)


class ApiKey(models.Model):
    """What names an account to the API. We keep the digest, never the key: it is shown once, when it is made."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="keys")
    name = models.CharField(max_length=60, help_text="What it is for, in the owner's words.")
    digest = models.CharField(max_length=64, unique=True, editable=False, help_text="SHA-256, hexadecimal.")
    shown = models.CharField("begins with", max_length=CHARACTERS_SHOWN, editable=False)
    created_at = models.DateTimeField("created", default=timezone.now, editable=False)
    expires_at = models.DateTimeField("expires", null=True, blank=True)
    last_used_at = models.DateTimeField("last used", null=True, blank=True, editable=False, help_text="To the hour.")
    revoked_at = models.DateTimeField("revoked", null=True, blank=True, editable=False)
    successor = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="predecessor"
    )
    reminded_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When its owner was told that it is about to expire."
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
                name="a_key_expires_after_it_was_made",
            )
        ]

    def __str__(self):
        return f"{self.name} ({self.shown}…)"

    def is_live(self, at: datetime | None = None) -> bool:
        """Whether it opens the API at that moment, now unless told."""
        at = at or timezone.now()
        return self.user.is_active and not self.revoked_at and (self.expires_at is None or self.expires_at > at)
