from datetime import date

from django.db import models
from django.db.models import Case, F, Q, TextField, Value, When
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from graph.kinds import OFFICE_RANKS
from graph.models.constraints import choices, has_days, one_of
from graph.models.entities import Entity
from graph.models.fields import EdgeDayField, PartialDateField
from graph.models.freshness import ONE_DAY, stale_before, stale_from
from graph.models.sources import Source
from graph.relations import RELATIONSHIP_TYPES, TIMELESS, TYPES, RelationshipType
from graph.text import dates


class Status(models.TextChoices):
    """The status of a relationship on a day. It is computed from dates and verification, and never stored."""

    CURRENT = "current"
    ENDED = "ended"
    FUTURE = "future"
    UNKNOWN = "unknown"


class RelationshipQuerySet(models.QuerySet):
    def of(self, entity):
        """Filter relationships that have the entity as subject or as object."""
        return self.filter(Q(subject=entity) | Q(object=entity))

    def between_published(self):
        """Filter relationships whose subject and object are both published."""
        published = Entity.Status.PUBLISHED
        return self.filter(subject__status=published, object__status=published)

    def with_status(self, day: date):
        """Annotate ``status``, the `Status` of each relationship on the day."""
        return self.annotate(status=_status_on(day))

    def current(self, day: date):
        return self.with_status(day).filter(status=Status.CURRENT)

    def on(self, day: date):
        """Filter relationships that were valid on the day, or may have been.

        Without a start, a relationship counts from its verification; without an end, until two years after it. Without
        both dates, relationships of the types in TIMELESS always count.
        """
        started = Q(start_first__lte=day) | Q(start_date="", verified_at__lte=day)
        not_ended = Q(end_last__gte=day) | Q(end_date="", verified_at__gte=stale_before(day))
        return self.filter(Q(type__in=TIMELESS, start_date="", end_date="") | (started & not_ended))

    def dated_or_verified_near(self, day: date):
        """Exclude relationships that have neither dates nor a verification within two years before or after the day."""
        near = Q(verified_at__range=(stale_before(day), stale_from(day)))
        return self.filter(~Q(start_date="", end_date="") | near)

    def with_direction(self, entity):
        """Annotate ``direction`` as seen from the entity, and ``neighbour_name``, the name of the other entity."""
        outgoing = Q(subject=entity)
        return self.annotate(
            direction=Case(When(outgoing, then=Value("outgoing")), default=Value("incoming")),
            neighbour_name=Case(When(outgoing, then=F("object__name")), default=F("subject__name")),
        )

    def in_display_order(self):
        """Order current relationships first, then by type, latest start and name of the other entity.

        Call ``with_status`` and ``with_direction`` before.
        """
        return self.annotate(
            status_rank=Case(When(status=Status.CURRENT, then=0), default=1),
            type_rank=Case(*(When(type=name, then=rank) for rank, name in enumerate(TYPES))),
            start_day=Coalesce("start_first", Value(date.min)),
        ).order_by("status_rank", "type_rank", "-start_day", "neighbour_name", "pk")

    def shown_for(self, entity, day: date):
        """Filter relationships of the entity to show on the day, in display order; both entities are published."""
        rows = self.of(entity).between_published().with_status(day).with_direction(entity)
        return rows.in_display_order().select_related("subject", "object")

    def with_last_change(self):
        """Annotate ``last_change_at``: when the relationship, its subject or its object last changed."""
        return self.annotate(last_change_at=Greatest("updated_at", "subject__updated_at", "object__updated_at"))

    def most_important_first(self):
        """Order the offices of a politician: current offices by rank, then past offices, then future offices.

        Among past offices, the one held last comes first. Between equal offices the lower ``position`` comes first.
        Call ``with_status`` before.
        """
        return self.annotate(
            held_now=Case(When(status=Status.CURRENT, then=0), When(status=Status.FUTURE, then=2), default=1),
            importance=Case(
                *(When(object__office_details__office_type=name, then=rank) for name, rank in OFFICE_RANKS.items()),
                default=len(OFFICE_RANKS),
            ),
            now_importance=Case(When(status=Status.CURRENT, then="importance"), default=0),
            now_position=Case(When(status=Status.CURRENT, then="position"), default=0),
            # An office without an end is known to have lasted until it was verified.
            until=Case(
                When(status=Status.CURRENT, then=Value(date.max)),
                default=Coalesce("end_last", "verified_at"),
                output_field=models.DateField(),
            ),
        ).order_by(
            "held_now",
            "now_importance",
            "now_position",
            F("until").desc(nulls_last=True),
            F("start_first").desc(nulls_last=True),
            "importance",
            "position",
            "pk",
        )


def _status_on(day):
    fresh = Q(verified_at__gte=stale_before(day))
    # If it was verified only later, a relationship without a start may have begun after the day.
    started_by_then = Q(verified_at__lte=day) | Q(type__in=TIMELESS)
    coarse_start = Q(start_first__lte=day, start_last__gt=day)
    coarse_end = Q(end_first__lte=day, end_last__gte=day) & ~Q(end_first=F("end_last"))
    return Case(
        When(end_last__lt=day, then=Value(Status.ENDED)),
        When(start_first__gt=day, then=Value(Status.FUTURE)),
        When(coarse_start | coarse_end, then=Value(Status.UNKNOWN)),
        When(Q(end_date="") & ~fresh, then=Value(Status.UNKNOWN)),
        When(Q(start_date="") & ~(fresh & started_by_then), then=Value(Status.UNKNOWN)),
        default=Value(Status.CURRENT),
        output_field=TextField(),
    )


class Relationship(models.Model):
    """A row that relates a subject to an object. A trigger (`0001_initial`) checks that both kinds fit the type."""

    subject = models.ForeignKey(Entity, models.PROTECT, related_name="outgoing")
    object = models.ForeignKey(Entity, models.PROTECT, related_name="incoming")
    type = models.CharField(max_length=40, choices=choices(RelationshipType))
    role = models.CharField(max_length=60, blank=True, default="")
    start_date = PartialDateField()
    start_first = EdgeDayField(of="start_date", edge="first")
    start_last = EdgeDayField(of="start_date", edge="last")
    end_date = PartialDateField()
    end_first = EdgeDayField(of="end_date", edge="first")
    end_last = EdgeDayField(of="end_date", edge="last")
    position = models.PositiveSmallIntegerField(
        default=0, help_text="Order among the subject's relationships of one type"
    )
    verified_at = models.DateField(null=True, blank=True, help_text="The day a source last confirmed it")
    source = models.ForeignKey(Source, models.PROTECT, related_name="relationships")
    updated_at = models.DateTimeField(default=timezone.now)

    objects = RelationshipQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["subject", "type"], name="relationship_by_subject"),
            models.Index(fields=["object", "type"], name="relationship_by_object"),
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
            models.UniqueConstraint(
                fields=["subject", "object", "type", "role", "start_date"], name="relationship_exists_once"
            ),
        ]

    def __str__(self):
        return f"{self.subject} {self.type} {self.object}"

    @property
    def label(self) -> str:
        """Return the label of the type for the page of one entity. Call ``with_direction(entity)`` before."""
        definition = RELATIONSHIP_TYPES[self.type]
        return definition.label if self.direction == "outgoing" else definition.reverse_label

    def status_change_days(self) -> list[date]:
        """Return all days on which the status can change, in no fixed order."""
        after_end = self.end_last and self.end_last + ONE_DAY
        verified = [self.verified_at, stale_from(self.verified_at)] if self.verified_at else []
        return [day for day in (self.start_first, self.start_last, self.end_first, after_end, *verified) if day]

    def set_boundary_days(self):
        """Set the first and last days of start and end. ``save()`` does this too, but bulk writes do not."""
        for name in ("start", "end"):
            text = getattr(self, f"{name}_date")
            setattr(self, f"{name}_first", dates.first_day(text))
            setattr(self, f"{name}_last", dates.last_day(text))
