from django.conf import settings
from django.db import models
from django.utils import timezone

from graph.models.constraints import not_empty
from graph.models.entities import Entity

MOST_A_DAY = 1_000
"""The number of error reports that the service accepts from all visitors together within 24 hours."""


class ErrorReport(models.Model):
    """A report of a visitor who has found an error on a page. In the admin, an editor reads, then accepts or rejects
    it."""

    class Status(models.TextChoices):
        OPEN = "open", "Open"
        ACCEPTED = "accepted", "Accepted"
        REJECTED = "rejected", "Rejected"

    entity = models.ForeignKey(Entity, models.SET_NULL, null=True, blank=True, related_name="error_reports")
    path = models.CharField(max_length=300, help_text="The page on which the visitor found the error")
    text = models.TextField(max_length=2_000)
    source = models.URLField(max_length=400, blank=True, default="", help_text="Where the right fact is published")
    email = models.EmailField(blank=True, default="", help_text="For questions, if the visitor wants to give it")
    at = models.DateTimeField(default=timezone.now, db_index=True)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN, db_index=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at"]
        default_permissions = ("view", "change")
        constraints = [not_empty("text", name="error_report_has_a_text")]

    def __str__(self):
        return f"{self.path}, {self.at:%Y-%m-%d %H:%M}"
