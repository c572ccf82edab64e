from django.db import models
from django.db.models import Max, Sum

from accounts.models.keys import ApiKey


class KeyUseQuerySet(models.QuerySet):
    def of_account(self, user):
        return self.filter(key__user=user)

    def since(self, day):
        return self.filter(day__gte=day)

    def by_day_and_endpoint(self):
        """Return a dict per day and endpoint: sums over all keys, and the busiest minute. The oldest day is first."""
        sums = {"served": Sum("served"), "throttled": Sum("throttled"), "busiest_minute": Max("busiest_minute")}
        return self.values("day", "endpoint").order_by("day", "endpoint").annotate(**sums)


class KeyUse(models.Model):
    """A row with the number of requests that one key sent to one counted endpoint on one day (UTC)."""

    key = models.ForeignKey(ApiKey, on_delete=models.CASCADE, related_name="use")
    day = models.DateField()
    endpoint = models.CharField(max_length=20, help_text="The endpoint's throttle scope.")
    served = models.PositiveIntegerField(default=0)
    throttled = models.PositiveIntegerField(default=0, help_text="Requests above the allowance, rejected with 429.")
    busiest_minute = models.PositiveIntegerField(
        default=0, help_text="The most requests of the whole account in one minute in which this key was used."
    )

    objects = KeyUseQuerySet.as_manager()

    class Meta:
        verbose_name = "use of a key"
        verbose_name_plural = "use of keys"
        default_permissions = []
        ordering = ["-day", "endpoint"]
        constraints = [models.UniqueConstraint(fields=["key", "day", "endpoint"], name="unique_key_day_endpoint")]

    def __str__(self):
        return f"{self.key.prefix}… {self.day} {self.endpoint}: {self.served}"
