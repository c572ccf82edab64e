from datetime import date

from django.db import models
from django.db.models import Case, F, Q, TextField, Value, When
from django.utils import timezone

from graph.models import fields
from graph.models.constraints import choices, has_days, one_of
from graph.models.entities import Entity
from graph.models.sources import Source
from graph.relations import RelationshipType


class Status(models.TextChoices):
    """The status of a relationship on a day. It follows from the dates of the relationship, and from the day on which a
    source last confirmed it. "Unknown" means that it is uncertain whether the relationship is still current."""

    CURRENT = "current"
    ENDED = "ended"
    FUTURE = "future"
    UNKNOWN = "unknown"


class RelationshipQuerySet(models.QuerySet):
    def between_published(self):
        published = Entity.Status.PUBLISHED
        return self.filter(subject__status=published, object__status=published)

    def with_status(self, day: date):
        return self.annotate(status=_status_on(day))

    def current(self, day: date):
        return self.with_status(day).filter(status=Status.CURRENT)


def _status_on(day):
    return Case(
        When(current_first__lte=day, current_last__gte=day, then=Value(Status.CURRENT)),
        When(end_last__lt=day, then=Value(Status.ENDED)),
        When(start_first__gt=day, then=Value(Status.FUTURE)),
        default=Value(Status.UNKNOWN),
        output_field=TextField(),
    )


class Relationship(models.Model):
    """A relationship from one entity (the subject) to another (the object), such as a politician and an office. A
    database trigger checks that both entities have the kinds that ``type`` requires."""

    # These two columns need no index of their own, because indexes below begin with them.
    subject = models.ForeignKey(Entity, models.PROTECT, related_name="outgoing", db_index=False)
    object = models.ForeignKey(Entity, models.PROTECT, related_name="incoming", db_index=False)
    type = models.CharField(max_length=40, choices=choices(RelationshipType))
    role = models.CharField(max_length=60, blank=True, default="")
    start_date = fields.PartialDateField()
    start_first = fields.EdgeDayField(of="start_date", edge="first")
    start_last = fields.EdgeDayField(of="start_date", edge="last")
    end_date = fields.PartialDateField()
    end_first = fields.EdgeDayField(of="end_date", edge="first")
    end_last = fields.EdgeDayField(of="end_date", edge="last")
    position = models.PositiveSmallIntegerField(
        default=0, help_text="Order among the subject's relationships of one type"
    )
    verified_at = models.DateField(null=True, blank=True, help_text="The day a source last confirmed it")
    current_first = fields.CurrentDayField(edge="first")
    current_last = fields.CurrentDayField(edge="last")
    display_order = fields.DisplayOrderField()
    subject_name = fields.CopiedNameField()
    object_name = fields.CopiedNameField()
    source = models.ForeignKey(Source, models.PROTECT, related_name="relationships")
    updated_at = models.DateTimeField(default=timezone.now)

    objects = RelationshipQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["subject", "type", "current_last", "current_first"], name="relationship_by_subject"),
            models.Index(fields=["object", "type", "current_last", "current_first"], name="relationship_by_object"),
            # Without its condition, SQLite would choose this index for queries that another index answers faster. Only
            # queries that repeat the condition use it.
            models.Index(
                fields=["type", "current_last", "current_first", "subject"],
                name="relationship_current",
                condition=Q(current_last__gt=date.min),
            ),
            # The snapshot of a country reads its first parties by name.
            models.Index(
                fields=["object", "subject_name"],
                name="relationship_party_by_name",
                condition=Q(type=RelationshipType.OPERATES_IN_COUNTRY),
            ),
            # With the last three columns, a query can compute the status from the index alone.
            models.Index(
                fields=["subject", "display_order", "object_name", "id", "current_first", "current_last", "end_last"],
                name="relationship_shown_for_subject",
            ),
            models.Index(
                fields=["object", "display_order", "subject_name", "id", "current_first", "current_last", "end_last"],
                name="relationship_shown_for_object",
            ),
        ]
        constraints = [
            one_of("type", RelationshipType, "relationship_is_of_a_known_type"),
            models.CheckConstraint(condition=~Q(subject=F("object")), name="relationship_joins_two_entities"),
            models.CheckConstraint(
                condition=Q(start_first__isnull=True) | Q(end_last__isnull=True) | Q(end_last__gte=F("start_first")),
                name="relationship_ends_after_it_starts",
            ),
            has_days("start_date", "relationship_start_has_its_days"),
            has_days("end_date", "relationship_end_has_its_days"),
            models.CheckConstraint(
                condition=Q(current_first__isnull=True, current_last__isnull=True)
                | Q(current_first__isnull=False, current_last__isnull=False, current_last__gte=F("current_first")),
                name="relationship_is_current_on_successive_days",
            ),
            models.UniqueConstraint(
                fields=["subject", "object", "type", "role", "start_date"], name="relationship_exists_once"
            ),
        ]

    def __str__(self):
        return f"{self.subject} {self.type} {self.object}"

    def set_computed_days(self):
        """Compute the fields that follow from other fields, such as ``start_first``, the first day that ``start_date``
        can mean. ``save()`` does this too, but a bulk write does not."""
        for field in fields.computed_fields(type(self)):
            field.pre_save(self, add=False)
