from datetime import date

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from graph.models.constraints import has_days, in_range, not_empty
from graph.models.details import MOST_SEATS, nullable_range
from graph.models.entities import Entity
from graph.models.fields import EdgeDayField, PartialDateField
from graph.models.sources import Source


class CompositionQuerySet(models.QuerySet):
    def begun_by(self, day: date):
        """Return the compositions that began on or before the day. If only the month or year of the start is known, the
        first day of the month or year counts. If the start is unknown, the day of the last confirmation counts."""
        return self.filter(Q(start_first__lte=day) | Q(start_date="", verified_at__lte=day))

    def newest_first(self):
        """Sort by start, the latest first. If the start is unknown, the day of the last confirmation counts."""
        return self.order_by(Coalesce("start_last", "verified_at").desc(), "-verified_at", "pk")


class Composition(models.Model):
    """The seats of a chamber by party from a certain day on. A composition is valid until the next one begins. If the
    chamber has a later election whose result is unknown, the composition is valid only until this election. The seats
    of its `SeatShare` rows add up to ``total``."""

    institution = models.ForeignKey(Entity, models.CASCADE, related_name="compositions")
    election = models.ForeignKey(Entity, models.SET_NULL, null=True, blank=True, related_name="elected_compositions")
    start_date = PartialDateField()
    start_first = EdgeDayField(of="start_date", edge="first")
    start_last = EdgeDayField(of="start_date", edge="last")
    total = models.PositiveIntegerField(validators=[MinValueValidator(1), MaxValueValidator(MOST_SEATS)])
    verified_at = models.DateField(help_text="The day a source last confirmed it")
    source = models.ForeignKey(Source, models.PROTECT, related_name="compositions")
    updated_at = models.DateTimeField(default=timezone.now)

    objects = CompositionQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["institution", "start_last"], name="composition_by_start")]
        constraints = [
            models.UniqueConstraint(fields=["institution", "start_date"], name="chamber_is_composed_once_a_day"),
            models.UniqueConstraint(
                fields=["institution", "election"],
                condition=Q(election__isnull=False),
                name="election_composes_a_chamber_once",
            ),
            models.CheckConstraint(condition=Q(total__range=(1, MOST_SEATS)), name="composition_has_seats"),
            has_days("start_date", "composition_start_has_its_days"),
        ]

    def __str__(self):
        return f"{self.institution} from {self.start_date or self.verified_at}"


class SeatShare(models.Model):
    """The seats of one party in a composition. ``party`` is null for independents and parties outside the graph."""

    composition = models.ForeignKey(Composition, models.CASCADE, related_name="shares")
    party = models.ForeignKey(Entity, models.PROTECT, null=True, blank=True, related_name="seat_shares")
    name = models.CharField(max_length=300, help_text="Name of the party in the source")
    seats = models.PositiveIntegerField(default=0)
    vote_share = models.DecimalField(
        max_digits=5, decimal_places=2, help_text="Per cent of the valid votes", **nullable_range(0, 100)
    )

    class Meta:
        ordering = ["-seats", F("vote_share").desc(nulls_last=True), "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["composition", "party"], condition=Q(party__isnull=False), name="party_is_counted_once"
            ),
            models.UniqueConstraint(
                fields=["composition", "name"], condition=Q(party__isnull=True), name="others_are_counted_once_a_name"
            ),
            not_empty("name", name="seat_share_has_a_name"),
            models.CheckConstraint(condition=Q(seats__lte=MOST_SEATS), name="seat_share_can_be_counted"),
            in_range("vote_share", 0, 100, "vote_share_is_a_percentage"),
        ]

    def __str__(self):
        return f"{self.name}: {self.seats}"
