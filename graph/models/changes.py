from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from graph.models.entities import Entity


class JournalIsAppendOnly(TypeError):
    """Someone tried to rewrite or remove what the journal says."""


class ChangeQuerySet(models.QuerySet):
    def update(self, **kwargs):
        raise JournalIsAppendOnly("The change journal is append-only.")

    def delete(self):
        raise JournalIsAppendOnly("The change journal is append-only.")


class Change(models.Model):
    """The append-only journal: one row says what happened to one entity, written with the change itself."""

    class Action(models.TextChoices):
        CREATED = "created"
        UPDATED = "updated"
        RELATED = "related"
        UNRELATED = "unrelated"
        RENAMED = "renamed"
        MERGED = "merged"
        WITHDRAWN = "withdrawn"
        RESTORED = "restored"

    entity = models.ForeignKey(Entity, models.CASCADE, related_name="changes")
    action = models.CharField(max_length=9, choices=Action.choices)
    fields = models.JSONField(default=dict, blank=True, help_text="Field name to its old and new value")
    at = models.DateTimeField(default=timezone.now, db_index=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    via = models.CharField(max_length=60, blank=True, default="", help_text="The import that wrote it")
    note = models.CharField(max_length=300, blank=True, default="")

    objects = ChangeQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    action__in=[
                        "created",
                        "updated",
                        "related",
                        "unrelated",
                        "renamed",
                        "merged",
                        "withdrawn",
                        "restored",
                    ]
                ),
                name="change_is_a_known_action",
            )
        ]

    def __str__(self):
        return f"{self.entity} {self.action}"

    def save(self, *args, **kwargs):
        if self.pk:
            raise JournalIsAppendOnly("The change journal is append-only.")
        super().save(*args, **kwargs)

    def delete(self, *args, **kwargs):
        raise JournalIsAppendOnly("The change journal is append-only.")
