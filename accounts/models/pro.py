from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import Case, Count, F, Max, OuterRef, Q, Subquery, Sum, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models.keys import ApiKey
from accounts.models.use import KeyUse
from accounts.models.users import User

QUEUE = (Case(When(state="pending", then=F("created_at"))).asc(nulls_last=True), "-created_at", "-pk")
"""Sort order of the admin's list: pending requests, the oldest first; then decided requests, the newest first."""


class ProRequestQuerySet(models.QuerySet):
    def with_evidence(self, since: date):
        """Annotate each request with numbers about its account, which help to decide the request.

        ``live_keys`` is the number of live keys. ``served`` and ``throttled`` sum up the requests of all keys since
        that day. ``busiest_minute`` is the most requests of the account in one minute since then. Without data, a
        number is 0.
        """
        keys = ApiKey.objects.live().filter(user=OuterRef("user")).order_by()
        use = KeyUse.objects.since(since).filter(key__user=OuterRef("user")).order_by()
        return self.annotate(
            live_keys=_of_account(keys, "user", Count("pk")),
            served=_of_account(use, "key__user", Sum("served")),
            throttled=_of_account(use, "key__user", Sum("throttled")),
            busiest_minute=_of_account(use, "key__user", Max("busiest_minute")),
        )


def _of_account(rows, account, figure):
    return Coalesce(Subquery(rows.values(account).annotate(figure=figure).values("figure")), 0)


class ProRequest(models.Model):
    """A researcher's request for the pro tier. Rows of TierDecision say who decided the request, and how."""

    class State(models.TextChoices):
        PENDING = "pending"
        APPROVED = "approved"
        DECLINED = "declined"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pro_requests")
    organisation = models.CharField(max_length=120)
    purpose = models.TextField(max_length=2000, help_text="What you use the data for, and where you publish it.")
    expected_volume = models.PositiveIntegerField(help_text="Requests per day.")
    state = models.CharField(max_length=20, choices=State, default=State.PENDING, editable=False)
    created_at = models.DateTimeField("requested", default=timezone.now, editable=False)

    objects = ProRequestQuerySet.as_manager()

    class Meta:
        verbose_name = "pro request"
        verbose_name_plural = "pro requests"
        default_permissions = ["view"]
        permissions = [("decide_prorequest", "Can decide pro requests")]
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(state="pending"), name="one_pending_request_per_user")
        ]

    def __str__(self):
        # Without the e-mail address, because the admin's history keeps this text after the account is deleted.
        return f"{self.organisation}, {self.created_at:%Y-%m-%d}"


class TierDecision(models.Model):
    """A permanent record: who approved, declined or revoked pro for an account, when, and with which message."""

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
        help_text="None without a request: an operator issued a pro key, or a manager revoked pro.",
    )
    verdict = models.CharField(max_length=20, choices=Verdict)
    by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="+", help_text="None if a management command decided."
    )
    at = models.DateTimeField(default=timezone.now)
    message = models.TextField(max_length=2000, blank=True, help_text="Message to the applicant.")

    class Meta:
        verbose_name = "tier decision"
        verbose_name_plural = "tier decisions"
        default_permissions = ["view"]
        ordering = ["-at", "-pk"]

    def __str__(self):
        return f"{self.user.email}: {self.verdict}"
