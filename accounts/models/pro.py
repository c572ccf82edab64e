from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models.users import User


class ProRequest(models.Model):
    """A researcher asks for the pro tier, with what is needed to decide; the decisions say what came of it."""

    class State(models.TextChoices):
        PENDING = "pending"
        APPROVED = "approved"
        DECLINED = "declined"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pro_requests")
    organisation = models.CharField(max_length=120)
    purpose = models.TextField(max_length=2000, help_text="What the data is used for, and where it will be seen.")
    expected_volume = models.PositiveIntegerField(help_text="Requests a day.")
    state = models.CharField(max_length=20, choices=State, default=State.PENDING, editable=False)
    created_at = models.DateTimeField("asked", default=timezone.now, editable=False)

    class Meta:
        verbose_name = "request for pro"
        verbose_name_plural = "requests for pro"
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(state="pending"), name="one_pending_request_at_a_time")
        ]

    def __str__(self):
        return f"{self.organisation} ({self.user.email})"


class TierDecision(models.Model):
    """Who made an account pro, declined it or took it back, when, and with what word to its owner; never changed."""

    class Verdict(models.TextChoices):
        APPROVED = "approved"
        DECLINED = "declined"
        REVOKED = "revoked"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tier_decisions")
    request = models.ForeignKey(
        ProRequest,
        on_delete=models.CASCADE,
        null=True,
        related_name="decisions",
        help_text="None where nobody had asked: an operator issued a pro key, or pro was taken back.",
    )
    verdict = models.CharField(max_length=20, choices=Verdict)
    by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+", help_text="None for an operator's command."
    )
    at = models.DateTimeField(default=timezone.now)
    word = models.TextField(max_length=2000, blank=True, help_text="To the applicant.")

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self):
        return f"{self.user.email}: {self.verdict}"
