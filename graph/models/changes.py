from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from graph.kinds import KIND_CHOICES
from graph.models.constraints import one_of
from graph.models.entities import Entity

LONGEST_NOTE = 300


class JournalIsAppendOnly(TypeError):
    """Raised when code tries to update or delete a row of the change journal."""


class ChangeQuerySet(models.QuerySet):
    def public(self):
        """Filter public changes: those of published entities, including the change that withdraws an entity."""
        return self.filter(is_public=True)

    def of_kind(self, kind: str):
        return self.filter(kind=kind)

    def in_country(self, country_code: str):
        return self.filter(country_code=country_code)

    def after(self, position: int):
        """Filter changes with a higher position and order them by position."""
        return self.filter(position__gt=position).order_by("position")

    def without_position(self):
        """Filter changes that have no position in the journal yet."""
        return self.filter(position__isnull=True)

    def newest_first(self):
        """Order by time, the latest change first. The primary key decides between equal times."""
        return self.order_by("-at", "-pk")

    def update(self, **kwargs):
        raise JournalIsAppendOnly("The change journal is append-only.")

    def delete(self):
        raise JournalIsAppendOnly("The change journal is append-only.")


class Change(models.Model):
    """A row of the append-only journal: one change of one entity, written in the transaction of that change.

    The row copies the slug and the name of the entity, because the entity may be merged and deleted later.
    """

    class Action(models.TextChoices):
        CREATED = "created"
        UPDATED = "updated"
        RELATED = "related"
        UNRELATED = "unrelated"
        RENAMED = "renamed"
        MERGED = "merged"
        WITHDRAWN = "withdrawn"
        RESTORED = "restored"

    position = models.BigIntegerField(
        null=True, unique=True, editable=False, help_text="Position in the journal, assigned after the commit"
    )
    entity = models.ForeignKey(Entity, models.DO_NOTHING, related_name="changes", db_constraint=False, db_index=False)
    kind = models.CharField(max_length=11, choices=KIND_CHOICES)
    country_code = models.CharField(max_length=2, blank=True)
    slug = models.CharField(max_length=200, help_text="The entity's slug after the change")
    name = models.CharField(max_length=300)
    is_public = models.BooleanField(default=True, help_text="Off for changes of drafts and withdrawn entities")
    action = models.CharField(max_length=9, choices=Action.choices)
    fields = models.JSONField(default=dict, blank=True, help_text="Old and new value by field name")
    at = models.DateTimeField(default=timezone.now, db_index=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    via = models.CharField(max_length=60, blank=True, default="", help_text="The import that wrote it")
    note = models.CharField(max_length=LONGEST_NOTE, blank=True, default="")
    revision = models.UUIDField(null=True, editable=False, help_text="The row versions of the same change have it too")

    objects = ChangeQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["kind", "position"], name="change_by_kind"),
            models.Index(fields=["country_code", "position"], name="change_by_country"),
            models.Index(fields=["entity", "-at", "-id"], name="change_by_entity"),
            models.Index(fields=["id"], condition=Q(position__isnull=True), name="change_without_position"),
            models.Index(fields=["revision"], condition=Q(revision__isnull=False), name="change_by_revision"),
        ]
        constraints = [
            one_of(
                "action",
                "created updated related unrelated renamed merged withdrawn restored".split(),
                "change_is_a_known_action",
            )
        ]

    def __str__(self):
        return f"{self.name} {self.action}"

    def save(self, *args, **kwargs):
        if self.pk:
            raise JournalIsAppendOnly("The change journal is append-only.")
        super().save(*args, **kwargs)

    def delete(self, *args, **kwargs):
        raise JournalIsAppendOnly("The change journal is append-only.")


class JournalState(models.Model):
    """A table with one row. A process locks the row while it assigns positions to changes, then sets ``at`` to now."""

    at = models.DateTimeField(default=timezone.now)

    def __str__(self):
        return f"positions assigned at {self.at}"
