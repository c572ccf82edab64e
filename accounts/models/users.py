from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower

from accounts import tiers


class User(AbstractUser):
    """A person with an account: a researcher with API keys, an editor, or an operator."""

    class Tier(models.TextChoices):
        RESEARCHER = tiers.RESEARCHER.name
        PRO = tiers.PRO.name

    tier = models.CharField(max_length=20, choices=Tier, default=Tier.RESEARCHER)

    class Meta(AbstractUser.Meta):
        permissions = [("revoke_pro", "Can revoke pro from accounts")]
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="unique_user_email",
                violation_error_message="Another account has this e-mail address.",
            ),
            models.CheckConstraint(condition=models.Q(tier__in=["researcher", "pro"]), name="valid_user_tier"),
        ]

    @property
    def allowance(self) -> int:
        """Return how many requests per minute all keys of the account may send together."""
        return tiers.TIERS[self.tier].allowance
