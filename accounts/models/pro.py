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
"""The order to decide in: what waits comes first, the longest first; then what was decided, the newest first."""


class ProRequestQuerySet(models.QuerySet):
    def with_evidence(self, since: date):
        """With what helps to decide: the account's live keys, and what all its keys were used for since that day.

        Adds ``live_keys``, ``served``, ``refused`` and ``busiest_minute``; 0 where there is none.
        """
        keys = ApiKey.objects.live().filter(user=OuterRef("user")).order_by()
        use = KeyUse.objects.since(since).filter(key__user=OuterRef("user")).order_by()
        return self.annotate(
            live_keys=_of_account(keys, "user", Count("pk")),
            served=_of_account(use, "key__user", Sum("served")),
            refused=_of_account(use, "key__user", Sum("refused")),
            busiest_minute=_of_account(use, "key__user", Max("busiest_minute")),
        )


def _of_account(rows, account, figure):
    return Coalesce(Subquery(rows.values(account).annotate(figure=figure).values("figure")), 0)


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

    objects = ProRequestQuerySet.as_manager()

    class Meta:
        verbose_name = "request for pro"
        verbose_name_plural = "requests for pro"
        default_permissions = ["view"]
        permissions = [("decide_prorequest", "Can decide requests for pro")]
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user"], condition=Q(state="pending"), name="one_pending_request_at_a_time")
        ]

    def __str__(self):
        # Without the address: the admin's history keeps this text when the account is long gone.
        return f"{self.organisation}, {self.created_at:%Y-%m-%d}"


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
        verbose_name = "decision on a tier"
        verbose_name_plural = "decisions on tiers"
        default_permissions = ["view"]
        ordering = ["-at", "-pk"]

    def __str__(self):
        return f"{self.user.email}: {self.verdict}"
