"""Create the tables of election results, and triggers for rules about several tables."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

# The kind is looked up by the key alone, for the reason that 0001_initial gives.
KIND_OF = "COALESCE((SELECT e.kind FROM graph_entity e WHERE e.id = NEW.{}), '')"
RACE_OF = "(SELECT x.race_id FROM graph_{} x WHERE x.id = NEW.{})"
MODE_OF_RACE = "(SELECT c.mode FROM graph_race r JOIN graph_coverage c USING (election_id) WHERE r.id = {})"
HAS_VERSIONS = (
    "EXISTS (SELECT 1 FROM graph_resultversion v JOIN graph_race r ON r.id = v.race_id "
    "WHERE r.election_id = OLD.election_id)"
)
RACE_OF_OLD_TALLY = "(SELECT v.race_id FROM graph_resultversion v WHERE v.id = OLD.version_id)"
VERSION_COLUMNS = """
    id, race_id, number, sequence, received_at, valid_from, phase, kind, is_called, units_counted, units_total,
    electorate, ballots, valid, rejected, two_party, note, source_id, leader_id, margin_votes, margin, outcome
"""
RULES = [
    *(
        (
            rule,
            table,
            f"INSERT OR UPDATE OF {column}",
            f"NEW.{column} IS NOT NULL AND {KIND_OF.format(column)} <> '{kind}'",
        )
        for rule, table, column, kind in (
            ("coverage_is_of_an_election", "coverage", "election_id", "election"),
            ("race_is_of_an_election", "race", "election_id", "election"),
            ("candidacy_is_of_a_politician", "candidacy", "person_id", "politician"),
            ("candidacy_is_for_a_party", "candidacy", "party_id", "party"),
        )
    ),
    (
        "tally_is_of_its_race",
        "tally",
        "INSERT",
        f"{RACE_OF.format('candidacy', 'candidacy_id')} <> {RACE_OF.format('resultversion', 'version_id')} "
        f"OR {RACE_OF.format('reportingunit', 'unit_id')} <> {RACE_OF.format('resultversion', 'version_id')}",
    ),
    # Rehearsals can be deleted. Results can not, and they do not become a rehearsal.
    *(
        ("result_versions_are_append_only", table, event, condition)
        for table, event, condition in (
            ("coverage", "UPDATE OF mode", "(OLD.mode = 'test') <> (NEW.mode = 'test')"),
            ("coverage", "DELETE", f"OLD.mode <> 'test' AND {HAS_VERSIONS}"),
            ("resultversion", f"UPDATE OF {VERSION_COLUMNS}", "1 = 1"),
            ("resultversion", "DELETE", f"{MODE_OF_RACE.format('OLD.race_id')} <> 'test'"),
            ("tally", "UPDATE", "1 = 1"),
            ("tally", "DELETE", f"{MODE_OF_RACE.format(RACE_OF_OLD_TALLY)} <> 'test'"),
        )
    ),
]
"""Name of the rule, table, event, and the condition under which the event is rejected."""
SQLITE = [
    f"CREATE TRIGGER graph_{table}_{rule}_{part.split()[0].lower()} BEFORE {part} ON graph_{table} WHEN {condition} "
    f"BEGIN SELECT RAISE(ABORT, '{rule}'); END"
    for rule, table, event, condition in RULES
    for part in event.split(" OR ")
]
POSTGRESQL = [
    statement
    for number, (rule, table, event, condition) in enumerate(RULES)
    for statement in (
        f"CREATE FUNCTION graph_{table}_{rule}_{number}() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off "
        f"AS $$ BEGIN IF {condition} THEN RAISE EXCEPTION '{rule}' USING ERRCODE = 'check_violation'; END IF; "
        "RETURN COALESCE(NEW, OLD); END $$",
        f"CREATE TRIGGER {rule}_{number} BEFORE {event} ON graph_{table} "
        f"FOR EACH ROW EXECUTE FUNCTION graph_{table}_{rule}_{number}()",
    )
]
DROP_SQLITE = [
    f"DROP TRIGGER graph_{table}_{rule}_{part.split()[0].lower()}"
    for rule, table, event, _ in RULES
    for part in event.split(" OR ")
]
DROP_POSTGRESQL = [
    f"DROP FUNCTION graph_{table}_{rule}_{number}() CASCADE" for number, (rule, table, _, _) in enumerate(RULES)
]


def create_triggers(apps, schema_editor):
    for statement in SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL:
        schema_editor.execute(statement, params=None)


def drop_triggers(apps, schema_editor):
    # SQLite cannot drop a table that a trigger of another table names.
    for statement in DROP_SQLITE if schema_editor.connection.vendor == "sqlite" else DROP_POSTGRESQL:
        schema_editor.execute(statement, params=None)


VIEW = ("coverage", "view_coverage", "Can view coverage")
EDIT = (
    ("coverage", "add_coverage", "Can add coverage"),
    ("resultversion", "add_resultversion", "Can add result version"),
)
CERTIFY = ("resultversion", "certify_resultversion", "Can certify results")
GROUPS = {"editors": [VIEW, *EDIT], "publishers": [VIEW, CERTIFY]}
"""Model, codename and name of each permission, as in 0001_initial."""


def add_permissions(apps, schema_editor):
    database = schema_editor.connection.alias
    types = apps.get_model("contenttypes", "ContentType").objects.using(database)
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    for group, rows in GROUPS.items():
        group, _ = apps.get_model("auth", "Group").objects.using(database).get_or_create(name=group)
        for model, codename, name in rows:
            content_type, _ = types.get_or_create(app_label="graph", model=model)
            row = {"content_type": content_type, "codename": codename}
            group.permissions.add(permissions.get_or_create(**row, defaults={"name": name})[0])


class Migration(migrations.Migration):
    dependencies = [
        ("graph", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Race",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=120)),
                ("name", models.CharField(max_length=200)),
                ("area_name", models.CharField(max_length=200)),
                ("area_code", models.CharField(blank=True, default="", max_length=40)),
                (
                    "area_scheme",
                    models.CharField(blank=True, default="", help_text='Such as "gss", "fips" or "aec"', max_length=20),
                ),
                (
                    "area_level",
                    models.CharField(
                        choices=[("national", "national"), ("region", "region"), ("constituency", "constituency")],
                        max_length=12,
                    ),
                ),
                (
                    "region",
                    models.CharField(blank=True, default="", help_text="The larger area around it", max_length=100),
                ),
                ("seats", models.PositiveIntegerField(default=1, help_text="Seats or electoral votes")),
                (
                    "method",
                    models.CharField(
                        choices=[
                            ("plurality", "plurality"),
                            ("instant-runoff", "instant-runoff"),
                            ("two-round", "two-round"),
                            ("list", "list"),
                            ("electoral-college", "electoral-college"),
                            ("other", "other"),
                        ],
                        max_length=18,
                    ),
                ),
                ("is_notional", models.BooleanField(default=False)),
                (
                    "comparability",
                    models.CharField(
                        choices=[
                            ("comparable", "comparable"),
                            ("notional", "notional"),
                            ("not-comparable", "not-comparable"),
                        ],
                        default="not-comparable",
                        max_length=14,
                    ),
                ),
                ("comparability_reason", models.CharField(blank=True, default="", max_length=300)),
                (
                    "source_time",
                    models.DateTimeField(
                        blank=True,
                        help_text="The latest time that the source gave. An older count is not recorded",
                        null=True,
                    ),
                ),
                (
                    "election",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="races", to="graph.entity"
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="graph.entity",
                    ),
                ),
                (
                    "previous",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="graph.race",
                    ),
                ),
            ],
            options={
                "ordering": ["election", "slug"],
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Candidacy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.SlugField(max_length=80)),
                ("name", models.CharField(help_text="Name of the person or of the list", max_length=200)),
                ("label", models.CharField(blank=True, default="", help_text="Name of the party", max_length=200)),
                (
                    "position",
                    models.PositiveSmallIntegerField(blank=True, help_text="Position on the ballot or list", null=True),
                ),
                ("is_incumbent", models.BooleanField(default=False)),
                (
                    "party",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="party_candidacies",
                        to="graph.entity",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="candidacies",
                        to="graph.entity",
                    ),
                ),
                (
                    "race",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="candidacies", to="graph.race"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "candidacies",
                "default_permissions": (),
                "ordering": ["race", "pk"],
            },
        ),
        migrations.CreateModel(
            name="ReportingUnit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=40)),
                ("name", models.CharField(max_length=200)),
                ("level", models.CharField(default="county", max_length=20)),
                ("expected_ballots", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "race",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="units", to="graph.race"
                    ),
                ),
            ],
            options={
                "ordering": ["race", "name", "code"],
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="ResultVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "sequence",
                    models.PositiveIntegerField(help_text="Number among the versions of all races of the election"),
                ),
                ("received_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("valid_from", models.DateTimeField(blank=True, help_text="The time that the source gives", null=True)),
                (
                    "phase",
                    models.CharField(
                        choices=[
                            ("scheduled", "scheduled"),
                            ("counting", "counting"),
                            ("provisional", "provisional"),
                            ("final", "final"),
                            ("certified", "certified"),
                        ],
                        max_length=11,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("count", "count"),
                            ("call", "call"),
                            ("correction", "correction"),
                            ("retraction", "retraction"),
                            ("certification", "certification"),
                        ],
                        default="count",
                        max_length=13,
                    ),
                ),
                ("is_called", models.BooleanField(default=False, help_text="It is known who won")),
                ("units_counted", models.PositiveIntegerField(blank=True, null=True)),
                ("units_total", models.PositiveIntegerField(blank=True, null=True)),
                ("electorate", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "ballots",
                    models.PositiveIntegerField(blank=True, help_text="Votes cast, with the rejected ones", null=True),
                ),
                ("valid", models.PositiveIntegerField(blank=True, null=True)),
                ("rejected", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "two_party",
                    models.JSONField(
                        blank=True, help_text="Two-party-preferred count: pairs of party slug and votes", null=True
                    ),
                ),
                ("note", models.CharField(blank=True, default="", max_length=1000)),
                (
                    "margin_votes",
                    models.PositiveIntegerField(blank=True, help_text="Votes between first and second", null=True),
                ),
                (
                    "margin",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        help_text="Percentage points between first and second",
                        max_digits=5,
                        null=True,
                    ),
                ),
                (
                    "outcome",
                    models.CharField(
                        choices=[("gain", "gain"), ("hold", "hold"), ("new", "new"), ("undecided", "undecided")],
                        default="undecided",
                        max_length=9,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "leader",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="graph.candidacy",
                    ),
                ),
                (
                    "race",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="versions", to="graph.race"
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="result_versions",
                        to="graph.source",
                    ),
                ),
            ],
            options={
                "ordering": ["race", "number"],
                "permissions": [("certify_resultversion", "Can certify results")],
                "default_permissions": ("add",),
            },
        ),
        migrations.AddField(
            model_name="race",
            name="current",
            field=models.ForeignKey(
                blank=True,
                help_text="The newest version",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="graph.resultversion",
            ),
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField(default=0)),
                ("votes", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "share",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        help_text="Per cent of the valid votes, if printed",
                        max_digits=5,
                        null=True,
                    ),
                ),
                ("is_elected", models.BooleanField(blank=True, null=True)),
                ("seats", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "candidacy",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tallies", to="graph.candidacy"
                    ),
                ),
                (
                    "unit",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="graph.reportingunit",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="graph.resultversion",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "tallies",
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Coverage",
            fields=[
                (
                    "election",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="coverage",
                        serialize=False,
                        to="graph.entity",
                    ),
                ),
                (
                    "mode",
                    models.CharField(
                        choices=[("live", "live"), ("archive", "archive"), ("test", "test")],
                        default="live",
                        max_length=7,
                    ),
                ),
                (
                    "phase",
                    models.CharField(
                        choices=[
                            ("scheduled", "scheduled"),
                            ("counting", "counting"),
                            ("provisional", "provisional"),
                            ("final", "final"),
                            ("certified", "certified"),
                        ],
                        default="scheduled",
                        max_length=11,
                    ),
                ),
                (
                    "level",
                    models.CharField(
                        choices=[("national", "national"), ("region", "region"), ("constituency", "constituency")],
                        max_length=12,
                    ),
                ),
                ("sequence", models.PositiveIntegerField(default=0)),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "comparability",
                    models.CharField(
                        choices=[
                            ("comparable", "comparable"),
                            ("notional", "notional"),
                            ("not-comparable", "not-comparable"),
                        ],
                        default="not-comparable",
                        max_length=14,
                    ),
                ),
                ("comparability_reason", models.CharField(blank=True, default="", max_length=300)),
                ("note", models.CharField(blank=True, default="", help_text="Shown with the results", max_length=1000)),
                (
                    "follow_interval",
                    models.PositiveIntegerField(
                        blank=True, help_text="Seconds between two requests of the followed source", null=True
                    ),
                ),
                (
                    "followed_at",
                    models.DateTimeField(
                        blank=True, help_text="Last time that the followed source responded", null=True
                    ),
                ),
                (
                    "previous",
                    models.ForeignKey(
                        blank=True,
                        help_text="The election to compare with",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="graph.entity",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "coverage",
                "default_permissions": ("add", "view"),
                "indexes": [
                    models.Index(
                        models.OrderBy(models.F("updated_at"), descending=True), "election", name="coverage_by_update"
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("mode__in", ["live", "archive", "test"])), name="coverage_has_a_known_mode"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("phase__in", ["scheduled", "counting", "provisional", "final", "certified"])
                        ),
                        name="coverage_has_a_known_phase",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("level__in", ["national", "region", "constituency"])),
                        name="coverage_has_a_known_level",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("comparability__in", ["comparable", "notional", "not-comparable"])),
                        name="coverage_has_a_known_comparability",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="candidacy",
            constraint=models.UniqueConstraint(fields=("race", "key"), name="candidacy_has_its_own_key"),
        ),
        migrations.AddConstraint(
            model_name="candidacy",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="candidacy_has_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="reportingunit",
            constraint=models.UniqueConstraint(fields=("race", "code"), name="unit_has_its_own_code"),
        ),
        migrations.AddIndex(
            model_name="resultversion",
            index=models.Index(fields=["race", "received_at"], name="version_by_time"),
        ),
        migrations.AddConstraint(
            model_name="resultversion",
            constraint=models.UniqueConstraint(fields=("race", "number"), name="version_has_its_own_number"),
        ),
        migrations.AddConstraint(
            model_name="resultversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("phase__in", ["scheduled", "counting", "provisional", "final", "certified"])),
                name="version_has_a_known_phase",
            ),
        ),
        migrations.AddConstraint(
            model_name="resultversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["count", "call", "correction", "retraction", "certification"])),
                name="version_is_of_a_known_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="resultversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("outcome__in", ["gain", "hold", "new", "undecided"])),
                name="version_has_a_known_outcome",
            ),
        ),
        migrations.AddConstraint(
            model_name="resultversion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("units_total__isnull", True),
                    ("units_counted__isnull", True),
                    ("units_counted__lte", models.F("units_total")),
                    _connector="OR",
                ),
                name="version_counts_at_most_all_units",
            ),
        ),
        migrations.AddConstraint(
            model_name="resultversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("margin__isnull", True), ("margin__range", (0, 100)), _connector="OR"),
                name="version_margin_is_a_percentage",
            ),
        ),
        migrations.AddIndex(
            model_name="race",
            index=models.Index(fields=["area_scheme", "area_code"], name="race_by_area"),
        ),
        migrations.AddConstraint(
            model_name="race",
            constraint=models.UniqueConstraint(fields=("election", "slug"), name="race_has_its_own_slug"),
        ),
        migrations.AddConstraint(
            model_name="race",
            constraint=models.CheckConstraint(
                condition=models.Q(("area_level__in", ["national", "region", "constituency"])),
                name="race_has_a_known_level",
            ),
        ),
        migrations.AddConstraint(
            model_name="race",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("method__in", ["plurality", "instant-runoff", "two-round", "list", "electoral-college", "other"])
                ),
                name="race_has_a_known_method",
            ),
        ),
        migrations.AddConstraint(
            model_name="race",
            constraint=models.CheckConstraint(
                condition=models.Q(("comparability__in", ["comparable", "notional", "not-comparable"])),
                name="race_has_a_known_comparability",
            ),
        ),
        migrations.AddConstraint(
            model_name="race",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("name", ""), _negated=True), models.Q(("area_name", ""), _negated=True)),
                name="race_has_a_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="race",
            constraint=models.CheckConstraint(condition=models.Q(("seats__range", (1, 10000))), name="race_has_seats"),
        ),
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(condition=models.Q(("unit__isnull", False)), fields=["unit"], name="tally_by_unit"),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                condition=models.Q(("unit__isnull", True)),
                fields=("version", "round", "candidacy"),
                name="tally_exists_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                condition=models.Q(("unit__isnull", False)),
                fields=("version", "unit", "round", "candidacy"),
                name="tally_of_a_unit_exists_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.CheckConstraint(
                condition=models.Q(("share__isnull", True), ("share__range", (0, 100)), _connector="OR"),
                name="tally_share_is_a_percentage",
            ),
        ),
        migrations.RunPython(create_triggers, drop_triggers),
        migrations.RunPython(add_permissions, migrations.RunPython.noop),
    ]
