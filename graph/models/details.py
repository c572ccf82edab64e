from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from graph.kinds import ElectionKind, ElectionStatus, InstitutionType, Kind, OfficeType, Spectrum
from graph.models.constraints import choices, in_range, not_empty, one_of
from graph.models.entities import Entity, details_name
from graph.models.fields import EdgeDayField, PartialDateField, RoundsField, validate_partial_date
from graph.text import dates
from graph.text.characters import is_clean

YEARS = (1000, 2200)
"""The first and last year that are valid in fields such as the year of birth. Any other year is a typo."""
LARGEST_POPULATION = 10_000_000_000
MOST_SEATS = 10_000
LONGEST_TERM = 99


def _entity(kind):
    return models.OneToOneField(Entity, models.CASCADE, primary_key=True, related_name=details_name(kind))


def nullable_range(low, high):
    return {"null": True, "blank": True, "validators": [MinValueValidator(low), MaxValueValidator(high)]}


def validate_positions(value) -> None:
    """Raise ValidationError unless the value is a list of objects with exactly the keys topic, position and source."""
    fields = {"topic", "position", "source"}
    if not isinstance(value, list) or any(not isinstance(row, dict) or set(row) != fields for row in value):
        raise ValidationError("A position has a topic, a position and a source.")


def validate_rounds(value) -> None:
    """Raise ValidationError unless the value is [] or a list of two or more rounds of an election in their order. A
    round has exactly the keys ``round`` (1, 2 …), ``date`` (a partial date), ``turnout`` (per cent, or None) and
    ``candidates``, a list of objects with exactly the keys ``name`` and ``share`` (per cent, or None)."""
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value) or len(value) == 1:
        raise ValidationError("Rounds are a list of two or more objects.")
    if any(set(row) != {"round", "date", "turnout", "candidates"} for row in value):
        raise ValidationError("A round has a number, a date, a turnout and candidates.")
    # In Python, True is equal to 1.
    if any(type(row["round"]) is not int or row["round"] != number for number, row in enumerate(value, 1)):
        raise ValidationError("Rounds are numbered from 1 in their order.")
    if not all(isinstance(row["date"], str) for row in value):
        raise ValidationError("The date of a round is a text.")
    for row in value:
        validate_partial_date(row["date"])
        _validate_candidates(row["candidates"])
    days = [dates.last_day(row["date"]) for row in value]
    if None in days or days != sorted(days):
        raise ValidationError("Each round has a date, and none is earlier than the round before.")
    _validate_percentages([row["turnout"] for row in value])


def _validate_candidates(value):
    if not isinstance(value, list) or any(not isinstance(row, dict) or set(row) != {"name", "share"} for row in value):
        raise ValidationError("A candidate in a round has a name and a share.")
    if not all(isinstance(row["name"], str) and row["name"] and is_clean(row["name"]) for row in value):
        raise ValidationError("The name of a candidate in a round is a text.")
    _validate_percentages([row["share"] for row in value])


def _validate_percentages(values):
    numbers = [value for value in values if value is not None]
    if not all(type(value) in (int, float) and 0 <= value <= 100 for value in numbers):
        raise ValidationError("Turnout and shares of a round are from 0 to 100 per cent.")


class Details(models.Model):
    class Meta:
        abstract = True

    def __str__(self):
        return str(self.entity)


class CountryDetails(Details):
    entity = _entity(Kind.COUNTRY)
    capital = models.CharField(max_length=200, blank=True, default="")
    government_type = models.CharField(max_length=300, blank=True, default="")
    population = models.PositiveBigIntegerField(**nullable_range(0, LARGEST_POPULATION))
    continent = models.CharField(max_length=20, blank=True, default="")
    legislature_name = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        verbose_name_plural = "country details"
        constraints = [in_range("population", 0, LARGEST_POPULATION, "population_fits_on_earth")]


class PoliticianDetails(Details):
    entity = _entity(Kind.POLITICIAN)
    birth_year = models.PositiveSmallIntegerField(**nullable_range(*YEARS))
    overview = models.TextField(blank=True, default="")
    overview_is_composed = models.BooleanField(
        default=True, editable=False, help_text="Off once an editor has written it"
    )
    political_positions = models.JSONField(default=list, blank=True, validators=[validate_positions])

    class Meta:
        verbose_name_plural = "politician details"
        constraints = [in_range("birth_year", *YEARS, "birth_year_is_a_year")]


class PartyDetails(Details):
    entity = _entity(Kind.PARTY)
    founded_year = models.PositiveSmallIntegerField(**nullable_range(*YEARS))
    left_right = models.DecimalField(max_digits=3, decimal_places=2, **nullable_range(-1, 1))
    populism = models.DecimalField(max_digits=3, decimal_places=2, **nullable_range(0, 1))
    position_year = models.PositiveSmallIntegerField(**nullable_range(*YEARS))

    class Meta:
        verbose_name_plural = "party details"
        constraints = [
            in_range("founded_year", *YEARS, "party_is_founded_in_a_year"),
            in_range("left_right", -1, 1, "left_right_is_from_minus_one_to_one"),
            in_range("populism", 0, 1, "populism_is_from_zero_to_one"),
            in_range("position_year", *YEARS, "position_year_is_a_year"),
        ]


class ElectionDetails(Details):
    entity = _entity(Kind.ELECTION)
    date = PartialDateField()
    date_first = EdgeDayField(of="date", edge="first")
    date_last = EdgeDayField(of="date", edge="last")
    kind = models.CharField(max_length=12, choices=choices(ElectionKind))
    status = models.CharField(max_length=9, choices=choices(ElectionStatus), default=ElectionStatus.HELD.value)
    winner = models.CharField(max_length=300, blank=True, default="")
    turnout = models.DecimalField(max_digits=5, decimal_places=2, **nullable_range(0, 100))
    result_margin = models.DecimalField(max_digits=5, decimal_places=2, **nullable_range(0, 100))
    rounds = RoundsField(default=list, blank=True, validators=[validate_rounds])

    class Meta:
        verbose_name_plural = "election details"
        indexes = [
            models.Index(fields=["date_first"], name="election_by_day"),
            models.Index(fields=["date_last"], name="election_by_last_day"),
        ]
        constraints = [
            one_of("kind", ElectionKind, "election_is_of_a_known_kind"),
            one_of("status", ElectionStatus, "election_has_a_known_status"),
            not_empty("date", name="election_has_a_date"),
            models.CheckConstraint(
                condition=Q(date_first__isnull=False, date_last__gte=F("date_first")), name="election_date_has_its_days"
            ),
            in_range("turnout", 0, 100, "turnout_is_a_percentage"),
            in_range("result_margin", 0, 100, "result_margin_is_a_percentage"),
        ]

    def clean(self):
        if self.rounds and self.rounds[-1]["date"] != self.date:
            raise ValidationError({"date": "The date is that of the last round."})


class OfficeDetails(Details):
    entity = _entity(Kind.OFFICE)
    office_type = models.CharField(max_length=40, choices=choices(OfficeType), blank=True, default="")
    term_length = models.PositiveSmallIntegerField(help_text="Years", **nullable_range(1, LONGEST_TERM))

    class Meta:
        verbose_name_plural = "office details"
        constraints = [
            one_of("office_type", ["", *OfficeType], "office_is_of_a_known_type"),
            in_range("term_length", 1, LONGEST_TERM, "term_lasts_years"),
        ]


class InstitutionDetails(Details):
    entity = _entity(Kind.INSTITUTION)
    institution_type = models.CharField(max_length=20, choices=choices(InstitutionType), blank=True, default="")
    seats = models.PositiveIntegerField(**nullable_range(1, MOST_SEATS))
    founded_year = models.PositiveSmallIntegerField(**nullable_range(*YEARS))

    class Meta:
        verbose_name_plural = "institution details"
        constraints = [
            one_of("institution_type", ["", *InstitutionType], "institution_is_of_a_known_type"),
            in_range("seats", 1, MOST_SEATS, "seats_can_be_counted"),
            in_range("founded_year", *YEARS, "institution_is_founded_in_a_year"),
        ]


class IdeologyDetails(Details):
    entity = _entity(Kind.IDEOLOGY)
    spectrum = models.CharField(max_length=12, choices=choices(Spectrum), blank=True, default="")

    class Meta:
        verbose_name_plural = "ideology details"
        constraints = [one_of("spectrum", ["", *Spectrum], "spectrum_is_a_known_position")]


DETAILS: dict[Kind, type[Details]] = {
    Kind.COUNTRY: CountryDetails,
    Kind.POLITICIAN: PoliticianDetails,
    Kind.PARTY: PartyDetails,
    Kind.ELECTION: ElectionDetails,
    Kind.OFFICE: OfficeDetails,
    Kind.INSTITUTION: InstitutionDetails,
    Kind.IDEOLOGY: IdeologyDetails,
}
