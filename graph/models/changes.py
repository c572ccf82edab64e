from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from graph.kinds import KIND_CHOICES
from graph.models.constraints import one_of
from graph.models.entities import Entity

LONGEST_NOTE = 300
ACTIONS = "created updated related unrelated renamed merged withdrawn restored".split()


class JournalIsAppendOnly(TypeError):
    """Raised if code tries to update or delete a row of the change journal."""


def _reject_rewrite(*args, **kwargs):
    raise JournalIsAppendOnly("The change journal is append-only.")


class ChangeQuerySet(models.QuerySet):
    def public(self):
        return self.filter(is_public=True)

    def of_kind(self, kind: str):
        return self.filter(kind=kind)

    def in_country(self, country_code: str):
        return self.filter(country_code=country_code)

    def after(self, position: int):
        return self.filter(position__gt=position).order_by("position")

    def without_position(self):
        return self.filter(position__isnull=True)

    update = delete = _reject_rewrite


class Change(models.Model):
    """A row of the change journal: one change of one entity. A row is never changed or deleted later, with two
    exceptions. In PostgreSQL, the ``position`` of the row in the journal is set only after the commit. ``by`` becomes
    null if the account of the editor is deleted."""

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
    # The entity may be merged and deleted later, so the row copies its kind, country, slug and name.
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
        constraints = [one_of("action", ACTIONS, "change_is_a_known_action")]

    def __str__(self):
        return f"{self.name} {self.action}"

    def save(self, *args, **kwargs):
        if self.pk:
            _reject_rewrite()
        super().save(*args, **kwargs)

    delete = _reject_rewrite


class JournalState(models.Model):
    """A table with one row. A process locks this row while it gives numbers to new changes. The number of a change is
    its position in the journal. ``sources_edited_at`` is the time when a source was last edited, or None. ``at`` is the
    time when changes last got numbers or, if this was later, when a source was last edited."""

    at = models.DateTimeField(default=timezone.now)
    sources_edited_at = models.DateTimeField(null=True)

    def __str__(self):
        return f"positions assigned at {self.at}"


class RowVersion(models.Model):
    """A database row before and after an action of an editor. ``before`` is null if the action created the row, and
    ``after`` is null if the action deleted it. The `Change` rows of the same action have the same ``revision``, and
    name the editor."""

    revision = models.UUIDField(db_index=True)
    model = models.CharField(max_length=40, help_text='Name of the model, such as "relationship"')
    row = models.BigIntegerField(help_text="Primary key of the row")
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        default_permissions = ()

    def __str__(self):
        return f"{self.model} {self.row}"
