"""Models of election results: races, candidacies, reporting units, and versions of the counts."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from graph.models.constraints import choices, in_range, not_empty, one_of
from graph.models.details import MOST_SEATS
from graph.models.entities import Entity
from graph.models.sources import Source
from graph.results import PHASE_RANKS, AreaLevel, Comparability, Method, Mode, Outcome, Phase, VersionKind

LONGEST_NOTE = 1000


class Coverage(models.Model):
    """An election whose results the service has or will have. ``sequence`` is the number of result versions (stored
    counts) of all its races together. ``phase`` is computed from the phases of the races."""

    election = models.OneToOneField(Entity, models.CASCADE, primary_key=True, related_name="coverage")
    mode = models.CharField(max_length=7, choices=choices(Mode), default=Mode.LIVE.value)
    phase = models.CharField(max_length=11, choices=choices(Phase), default=Phase.SCHEDULED.value)
    level = models.CharField(max_length=12, choices=choices(AreaLevel))
    sequence = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(default=timezone.now)
    previous = models.ForeignKey(
        Entity, models.SET_NULL, null=True, blank=True, related_name="+", help_text="The election to compare with"
    )
    comparability = models.CharField(max_length=14, choices=choices(Comparability), default=Comparability.NONE.value)
    comparability_reason = models.CharField(max_length=300, blank=True, default="")
    note = models.CharField(max_length=LONGEST_NOTE, blank=True, default="", help_text="Shown with the results")
    follow_interval = models.PositiveIntegerField(
        null=True, blank=True, help_text="Seconds between two requests of the followed source"
    )
    followed_at = models.DateTimeField(null=True, blank=True, help_text="Last time that the followed source responded")

    class Meta:
        verbose_name_plural = "coverage"
        default_permissions = ("add", "view")
        indexes = [models.Index(F("updated_at").desc(), "election", name="coverage_by_update")]
        constraints = [
            one_of("mode", Mode, "coverage_has_a_known_mode"),
            one_of("phase", Phase, "coverage_has_a_known_phase"),
            one_of("level", AreaLevel, "coverage_has_a_known_level"),
            one_of("comparability", Comparability, "coverage_has_a_known_comparability"),
        ]

    def __str__(self):
        return f"Results of {self.election}"

    @property
    def is_final(self) -> bool:
        return PHASE_RANKS[self.phase] >= PHASE_RANKS[Phase.FINAL]


class Race(models.Model):
    """One contest of an election: in a constituency, in a state, or in the whole country. A notional race has estimates
    instead of counts: how an earlier election would have ended in the constituencies of a later one. A notional race is
    shown only for comparison with the later race."""

    election = models.ForeignKey(Entity, models.CASCADE, related_name="races")
    slug = models.SlugField(max_length=120)
    name = models.CharField(max_length=200)
    area_name = models.CharField(max_length=200)
    area_code = models.CharField(max_length=40, blank=True, default="")
    area_scheme = models.CharField(max_length=20, blank=True, default="", help_text='Such as "gss", "fips" or "aec"')
    area_level = models.CharField(max_length=12, choices=choices(AreaLevel))
    region = models.CharField(max_length=100, blank=True, default="", help_text="The larger area around it")
    seats = models.PositiveIntegerField(
        null=True, blank=True, help_text="Seats or electoral votes. If empty, the number is unknown"
    )
    method = models.CharField(max_length=18, choices=choices(Method))
    office = models.ForeignKey(Entity, models.SET_NULL, null=True, blank=True, related_name="+")
    is_notional = models.BooleanField(default=False)
    previous = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    comparability = models.CharField(max_length=14, choices=choices(Comparability), default=Comparability.NONE.value)
    comparability_reason = models.CharField(max_length=300, blank=True, default="")
    current = models.ForeignKey(
        "ResultVersion", models.SET_NULL, null=True, blank=True, related_name="+", help_text="The newest version"
    )
    source_time = models.DateTimeField(
        null=True, blank=True, help_text="The latest time that the source gave. An older count is not recorded"
    )

    class Meta:
        default_permissions = ()
        ordering = ["election", "slug"]
        indexes = [models.Index(fields=["area_scheme", "area_code"], name="race_by_area")]
        constraints = [
            models.UniqueConstraint(fields=["election", "slug"], name="race_has_its_own_slug"),
            one_of("area_level", AreaLevel, "race_has_a_known_level"),
            one_of("method", Method, "race_has_a_known_method"),
            one_of("comparability", Comparability, "race_has_a_known_comparability"),
            not_empty("name", "area_name", name="race_has_a_name"),
            models.CheckConstraint(condition=Q(seats__range=(1, MOST_SEATS)), name="race_has_seats"),
        ]

    def __str__(self):
        return f"{self.name} ({self.election})"


class Candidacy(models.Model):
    """A person or a list on the ballot of a race. ``name`` (of the person or list) and ``label`` (name of the party)
    are spelled as in the source. ``key`` identifies the candidacy within its race; files of results use the key."""

    race = models.ForeignKey(Race, models.CASCADE, related_name="candidacies")
    key = models.SlugField(max_length=80)
    name = models.CharField(max_length=200, help_text="Name of the person or of the list")
    label = models.CharField(max_length=200, blank=True, default="", help_text="Name of the party")
    person = models.ForeignKey(Entity, models.SET_NULL, null=True, blank=True, related_name="candidacies")
    party = models.ForeignKey(Entity, models.SET_NULL, null=True, blank=True, related_name="party_candidacies")
    position = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Position on the ballot or list")
    is_incumbent = models.BooleanField(default=False)
    members = models.JSONField(
        default=list, blank=True, help_text="Slugs of the parties in this alliance, which is compared with their sum"
    )

    class Meta:
        verbose_name_plural = "candidacies"
        default_permissions = ()
        ordering = ["race", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["race", "key"], name="candidacy_has_its_own_key"),
            not_empty("name", name="candidacy_has_a_name"),
        ]

    def __str__(self):
        return f"{self.name} ({self.label})" if self.label else self.name


class ReportingUnit(models.Model):
    """A part of a race's area that reports its own count, such as a county."""

    race = models.ForeignKey(Race, models.CASCADE, related_name="units")
    code = models.CharField(max_length=40)
    name = models.CharField(max_length=200)
    level = models.CharField(max_length=20, default="county")
    expected_ballots = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        default_permissions = ()
        ordering = ["race", "name", "code"]
        constraints = [models.UniqueConstraint(fields=["race", "code"], name="unit_has_its_own_code")]

    def __str__(self):
        return f"{self.name} ({self.race})"


class ResultVersion(models.Model):
    """The count of a race at one time. A newer count is a new version, and only the newest version is valid. A version
    never changes, except that ``by`` becomes null if the account of the user is deleted. Versions are numbered twice:
    ``number`` counts the versions of the race, and ``sequence`` those of all races of the election. Leader, margin and
    outcome are computed when the version is recorded."""

    race = models.ForeignKey(Race, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    sequence = models.PositiveIntegerField(help_text="Number among the versions of all races of the election")
    received_at = models.DateTimeField(default=timezone.now)
    valid_from = models.DateTimeField(null=True, blank=True, help_text="The time that the source gives")
    phase = models.CharField(max_length=11, choices=choices(Phase))
    kind = models.CharField(max_length=13, choices=choices(VersionKind), default=VersionKind.COUNT.value)
    is_called = models.BooleanField(default=False, help_text="It is known who won")
    units_counted = models.PositiveIntegerField(null=True, blank=True)
    units_total = models.PositiveIntegerField(null=True, blank=True)
    electorate = models.PositiveIntegerField(null=True, blank=True)
    ballots = models.PositiveIntegerField(null=True, blank=True, help_text="Votes cast, with the rejected ones")
    valid = models.PositiveIntegerField(null=True, blank=True)
    rejected = models.PositiveIntegerField(null=True, blank=True)
    two_party = models.JSONField(
        null=True, blank=True, help_text="Two-party-preferred count: pairs of party slug and votes"
    )
    note = models.CharField(max_length=LONGEST_NOTE, blank=True, default="")
    source = models.ForeignKey(Source, models.PROTECT, null=True, blank=True, related_name="result_versions")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    leader = models.ForeignKey(Candidacy, models.CASCADE, null=True, blank=True, related_name="+")
    margin_votes = models.PositiveIntegerField(null=True, blank=True, help_text="Votes between first and second")
    margin = models.DecimalField(
        max_digits=5, decimal_places=2, null=True, blank=True, help_text="Percentage points between first and second"
    )
    outcome = models.CharField(max_length=9, choices=choices(Outcome), default=Outcome.UNDECIDED.value)

    class Meta:
        default_permissions = ("add",)
        permissions = [("certify_resultversion", "Can certify results")]
        ordering = ["race", "number"]
        indexes = [models.Index(fields=["race", "received_at"], name="version_by_time")]
        constraints = [
            models.UniqueConstraint(fields=["race", "number"], name="version_has_its_own_number"),
            one_of("phase", Phase, "version_has_a_known_phase"),
            one_of("kind", VersionKind, "version_is_of_a_known_kind"),
            one_of("outcome", Outcome, "version_has_a_known_outcome"),
            models.CheckConstraint(
                condition=Q(units_total__isnull=True)
                | Q(units_counted__isnull=True)
                | Q(units_counted__lte=F("units_total")),
                name="version_counts_at_most_all_units",
            ),
            in_range("margin", 0, 100, "version_margin_is_a_percentage"),
        ]

    def __str__(self):
        return f"{self.race}, version {self.number}"


class Tally(models.Model):
    """The votes of a candidacy in one round of one result version. They were counted in one reporting unit or, if
    ``unit`` is null, in the whole race. Round 0 has the first preferences, and the highest round has the last count. If
    the source gives only ``share`` (per cent of the valid votes), ``votes`` is null."""

    version = models.ForeignKey(ResultVersion, models.CASCADE, related_name="tallies", db_index=False)
    candidacy = models.ForeignKey(Candidacy, models.CASCADE, related_name="tallies")
    round = models.PositiveSmallIntegerField(default=0)
    # Most tallies have no unit: SQLite would use an index of this column to read all of them.
    unit = models.ForeignKey(
        ReportingUnit, models.CASCADE, null=True, blank=True, related_name="tallies", db_index=False
    )
    votes = models.PositiveIntegerField(null=True, blank=True)
    share = models.DecimalField(
        max_digits=5, decimal_places=2, null=True, blank=True, help_text="Per cent of the valid votes, if printed"
    )
    is_elected = models.BooleanField(null=True, blank=True)
    seats = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "tallies"
        default_permissions = ()
        # These indexes serve the deletion of a version or reporting unit, which must find its tallies.
        indexes = [
            models.Index(fields=["version"], name="tally_by_version"),
            models.Index(fields=["unit"], condition=Q(unit__isnull=False), name="tally_by_unit"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "round", "candidacy"], condition=Q(unit__isnull=True), name="tally_exists_once"
            ),
            models.UniqueConstraint(
                fields=["version", "unit", "round", "candidacy"],
                condition=Q(unit__isnull=False),
                name="tally_of_a_unit_exists_once",
            ),
            in_range("share", 0, 100, "tally_share_is_a_percentage"),
        ]

    def __str__(self):
        return f"{self.candidacy}: {self.votes}"
