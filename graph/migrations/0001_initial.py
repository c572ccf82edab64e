"""All tables of the graph, with what Django's models cannot express: triggers, a collation and two groups.

SQLite drops triggers when a later migration rebuilds their table; such a migration must create them again.
"""

import uuid

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import graph.models.details
import graph.models.fields

COLLATED = (
    ("graph_entity", "name", 300),
    ("graph_entity", "slug", 200),
    ("graph_othername", "name", 300),
    ("graph_relationship", "subject_name", 300),
    ("graph_relationship", "object_name", 300),
)
"""PostgreSQL sorts these columns by code point, as SQLite does, so that both databases give the same order."""

# The kind is looked up by the key alone. If the query names key and kind together, PostgreSQL uses the index of the
# kind as long as it has no statistics, and loading the catalogue takes ten minutes instead of one.
KIND_OF = "COALESCE((SELECT e.kind FROM graph_entity e WHERE e.id = NEW.{}), '')"
JOINED_KINDS = """
    ('politician_member_of_party', 'politician', 'party'),
    ('party_has_ideology', 'party', 'ideology'),
    ('politician_participated_in_election', 'politician', 'election'),
    ('election_occurs_in_country', 'election', 'country'),
    ('party_operates_in_country', 'party', 'country'),
    ('politician_holds_office', 'politician', 'office'),
    ('office_in_country', 'office', 'country'),
    ('office_elected_in_election', 'office', 'election'),
    ('institution_in_country', 'institution', 'country'),
    ('institution_contains_office', 'institution', 'office')
"""
JOINS = f"(NEW.type, {KIND_OF.format('subject_id')}, {KIND_OF.format('object_id')})"
RULES = [
    (
        "relationship_joins_the_kinds_its_type_allows",
        "graph_relationship",
        "type, subject_id, object_id",
        f"{JOINS} NOT IN (VALUES {JOINED_KINDS})",
    ),
    *(
        (
            "details_belong_to_an_entity_of_their_kind",
            f"graph_{kind}details",
            "entity_id",
            f"{KIND_OF.format('entity_id')} <> '{kind}'",
        )
        for kind in ("country", "politician", "party", "election", "office", "institution", "ideology")
    ),
    *(
        (rule, table, column, f"NEW.{column} IS NOT NULL AND {KIND_OF.format(column)} <> '{kind}'")
        for rule, table, column, kind in (
            ("composition_is_of_an_institution", "graph_composition", "institution_id", "institution"),
            ("composition_is_given_by_an_election", "graph_composition", "election_id", "election"),
            ("seat_share_is_of_a_party", "graph_seatshare", "party_id", "party"),
        )
    ),
]
"""Name of the rule, table, columns, and the condition under which a written row is rejected."""

SQLITE = [
    f"CREATE TRIGGER {table}_{rule}_{event} BEFORE {clause} ON {table} WHEN {condition} "
    f"BEGIN SELECT RAISE(ABORT, '{rule}'); END"
    for rule, table, columns, condition in RULES
    for event, clause in (("insert", "INSERT"), ("update", f"UPDATE OF {columns}"))
] + [
    "CREATE TRIGGER graph_entity_entity_keeps_its_kind BEFORE UPDATE OF kind ON graph_entity "
    "WHEN NEW.kind <> OLD.kind BEGIN SELECT RAISE(ABORT, 'entity_keeps_its_kind'); END",
]
POSTGRESQL = [
    statement
    for rule, table, columns, condition in RULES
    for statement in (
        # A plan from the time when the table was small would scan all of it; by the key the lookup is always fast.
        f"CREATE FUNCTION {table}_{rule}() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off "
        f"AS $$ BEGIN IF {condition} THEN "
        f"RAISE EXCEPTION '{rule}' USING ERRCODE = 'check_violation'; END IF; RETURN NEW; END $$",
        f"CREATE TRIGGER {rule} BEFORE INSERT OR UPDATE OF {columns} ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {table}_{rule}()",
    )
] + [
    "CREATE FUNCTION graph_entity_entity_keeps_its_kind() RETURNS trigger LANGUAGE plpgsql "
    "AS $$ BEGIN RAISE EXCEPTION 'entity_keeps_its_kind' USING ERRCODE = 'check_violation'; END $$",
    "CREATE TRIGGER entity_keeps_its_kind BEFORE UPDATE OF kind ON graph_entity "
    "FOR EACH ROW WHEN (NEW.kind <> OLD.kind) EXECUTE FUNCTION graph_entity_entity_keeps_its_kind()",
]

# The journal is append-only. A change gets its position once, and may lose the account that made it.
JOURNAL_EVENTS = (
    ("delete", "DELETE", "1 = 1"),
    (
        "rewrite",
        "UPDATE OF id, entity_id, kind, country_code, slug, name, is_public, action, fields, at, via, note, revision",
        "1 = 1",
    ),
    ("reorder", "UPDATE OF position", "OLD.position IS NOT NULL"),
    ("reassign", "UPDATE OF by_id", "NEW.by_id IS NOT NULL"),
)
SQLITE += [
    f"CREATE TRIGGER graph_change_journal_is_append_only_{name} BEFORE {event} ON graph_change WHEN {condition} "
    "BEGIN SELECT RAISE(ABORT, 'journal_is_append_only'); END"
    for name, event, condition in JOURNAL_EVENTS
]
POSTGRESQL += [
    "CREATE FUNCTION graph_change_journal_is_append_only() RETURNS trigger LANGUAGE plpgsql "
    "AS $$ BEGIN RAISE EXCEPTION 'journal_is_append_only' USING ERRCODE = 'check_violation'; END $$",
    "CREATE TRIGGER graph_change_journal_is_append_only_empty BEFORE TRUNCATE ON graph_change "
    "EXECUTE FUNCTION graph_change_journal_is_append_only()",
    *(
        f"CREATE TRIGGER graph_change_journal_is_append_only_{name} BEFORE {event} ON graph_change "
        f"FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION graph_change_journal_is_append_only()"
        for name, event, condition in JOURNAL_EVENTS
    ),
]
# A relationship contains the names of its two entities, because an index sorts by them.
NAME_OF = "(SELECT e.name FROM graph_entity e WHERE e.id = NEW.{})"
NAMED = "subject_id, object_id, subject_name, object_name"
COPY_NAMES = "UPDATE graph_relationship SET subject_name = NEW.name WHERE subject_id = NEW.id; "
COPY_NAMES += "UPDATE graph_relationship SET object_name = NEW.name WHERE object_id = NEW.id; "
SET_NAMES = "UPDATE graph_relationship SET (subject_name, object_name) = ({}, {}) WHERE id = NEW.id; "
HAS_OTHER_NAMES = "(NEW.subject_name, NEW.object_name) IS NOT ({}, {})"
NAMES = [NAME_OF.format(column) for column in ("subject_id", "object_id")]
SQLITE += [
    f"CREATE TRIGGER graph_relationship_has_the_names_of_its_entities_{event} AFTER {clause} ON graph_relationship "
    f"WHEN {HAS_OTHER_NAMES.format(*NAMES)} BEGIN {SET_NAMES.format(*NAMES)}END"
    for event, clause in (("insert", "INSERT"), ("update", f"UPDATE OF {NAMED}"))
] + [
    "CREATE TRIGGER graph_entity_relationships_have_its_name AFTER UPDATE OF name ON graph_entity "
    f"WHEN NEW.name <> OLD.name BEGIN {COPY_NAMES}END"
]
POSTGRESQL += [
    "CREATE FUNCTION graph_relationship_has_the_names_of_its_entities() RETURNS trigger LANGUAGE plpgsql "
    "SET enable_seqscan = off AS $$ BEGIN "
    f"NEW.subject_name := {NAMES[0]}; NEW.object_name := {NAMES[1]}; RETURN NEW; END $$",
    f"CREATE TRIGGER relationship_has_the_names_of_its_entities BEFORE INSERT OR UPDATE OF {NAMED} "
    "ON graph_relationship FOR EACH ROW EXECUTE FUNCTION graph_relationship_has_the_names_of_its_entities()",
    "CREATE FUNCTION graph_entity_relationships_have_its_name() RETURNS trigger LANGUAGE plpgsql "
    f"AS $$ BEGIN {COPY_NAMES}RETURN NULL; END $$",
    "CREATE TRIGGER relationships_have_its_name AFTER UPDATE OF name ON graph_entity "
    "FOR EACH ROW WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION graph_entity_relationships_have_its_name()",
]
FUNCTIONS = [
    "graph_relationship_has_the_names_of_its_entities",
    "graph_entity_relationships_have_its_name",
    *(f"{table}_{rule}" for rule, table, _, _ in RULES),
    "graph_entity_entity_keeps_its_kind",
    "graph_change_journal_is_append_only",
]


def set_collation(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        for table, column, length in COLLATED:
            schema_editor.execute(f'ALTER TABLE {table} ALTER {column} TYPE varchar({length}) COLLATE "C"')


def create_triggers(apps, schema_editor):
    for statement in POSTGRESQL if schema_editor.connection.vendor == "postgresql" else SQLITE:
        schema_editor.execute(statement)


def drop_triggers(apps, schema_editor):
    """Drop the functions of PostgreSQL; SQLite drops triggers together with their tables."""
    if schema_editor.connection.vendor == "postgresql":
        for function in FUNCTIONS:
            schema_editor.execute(f"DROP FUNCTION {function}() CASCADE")


KINDS = ("country", "politician", "party", "election", "office", "institution", "ideology")
VIEW = [(kind, f"view_{kind}", f"Can view {kind}") for kind in KINDS]
WRITE = [(kind, f"{action}_{kind}", f"Can {action} {kind}") for kind in KINDS for action in ("add", "change")]
PUBLISH = [
    ("entity", "publish_entity", "Can publish drafts, and restore what was withdrawn"),
    ("entity", "withdraw_entity", "Can withdraw entities"),
    ("entity", "merge_entity", "Can merge entities, and undo it"),
    ("entity", "rename_entity", "Can change the slug of entities"),
]
SOURCES = [("source", f"{action}_source", f"Can {action} source") for action in ("add", "change", "view")]
GROUPS = {"editors": VIEW + WRITE + SOURCES, "publishers": [*VIEW, *PUBLISH, SOURCES[-1]]}
"""Model, codename and name of each permission. Django would create them after all migrations, which is too late."""


def create_groups(apps, schema_editor):
    database = schema_editor.connection.alias
    for name, permissions in GROUPS.items():
        group, _ = apps.get_model("auth", "Group").objects.using(database).get_or_create(name=name)
        group.permissions.add(*[_permission(apps, database, *row) for row in permissions])


def delete_groups(apps, schema_editor):
    apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias).filter(name__in=GROUPS).delete()


def _permission(apps, database, model, codename, name):
    types = apps.get_model("contenttypes", "ContentType").objects.using(database)
    content_type, _ = types.get_or_create(app_label="graph", model=model)
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    return permissions.get_or_create(content_type=content_type, codename=codename, defaults={"name": name})[0]


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("accounts", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Entity",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("country", "Country"),
                            ("politician", "Politician"),
                            ("party", "Party"),
                            ("election", "Election"),
                            ("office", "Office"),
                            ("institution", "Institution"),
                            ("ideology", "Ideology"),
                        ],
                        max_length=11,
                    ),
                ),
                ("name", models.CharField(max_length=300)),
                (
                    "slug",
                    models.CharField(
                        max_length=200,
                        unique=True,
                        validators=[django.core.validators.RegexValidator("^[a-z0-9]+(?:-[a-z0-9]+)*\\Z")],
                    ),
                ),
                (
                    "country_code",
                    models.CharField(blank=True, default="", help_text="ISO 3166-1 alpha-2, lower case", max_length=2),
                ),
                ("description", models.CharField(blank=True, default="", max_length=600)),
                (
                    "description_is_composed",
                    models.BooleanField(default=True, help_text="Off once an editor has written it"),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("draft", "Draft"), ("published", "Published"), ("withdrawn", "Withdrawn")],
                        default="draft",
                        max_length=9,
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "verbose_name_plural": "entities",
                "permissions": [
                    ("publish_entity", "Can publish drafts, and restore what was withdrawn"),
                    ("withdraw_entity", "Can withdraw entities"),
                    ("merge_entity", "Can merge entities, and undo it"),
                    ("rename_entity", "Can change the slug of entities"),
                ],
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(fields=["kind", "country_code", "slug"], name="entity_by_kind_and_country"),
                    models.Index(fields=["kind", "slug"], name="entity_by_kind"),
                    models.Index(fields=["country_code", "slug"], name="entity_by_country"),
                    models.Index(
                        fields=["country_code", "status", "kind", "updated_at"], name="entity_counted_by_country"
                    ),
                    models.Index(fields=["updated_at"], name="entity_by_update"),
                    models.Index(fields=["name", "slug"], name="entity_by_name"),
                    models.Index(
                        condition=models.Q(("status__in", ["draft", "withdrawn"])),
                        fields=["kind", "country_code", "slug"],
                        name="entity_unpublished",
                    ),
                    models.Index(fields=["-updated_at", "-id"], name="entity_newest"),
                    models.Index(fields=["kind", "-updated_at", "-id"], name="entity_newest_of_kind"),
                    models.Index(fields=["country_code", "-updated_at", "-id"], name="entity_newest_in_country"),
                    models.Index(
                        fields=["kind", "country_code", "-updated_at", "-id"], name="entity_newest_kind_country"
                    ),
                    models.Index(
                        condition=models.Q(("status", "draft")),
                        fields=["kind", "-updated_at", "-id"],
                        name="entity_newest_drafts",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                ["country", "politician", "party", "election", "office", "institution", "ideology"],
                            )
                        ),
                        name="entity_is_of_a_known_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["draft", "published", "withdrawn"])),
                        name="entity_has_a_known_status",
                    ),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="entity_has_a_name"),
                    models.CheckConstraint(condition=models.Q(("slug", ""), _negated=True), name="entity_has_a_slug"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("country_code", ""), ("kind", "ideology")),
                            models.Q(
                                models.Q(("kind", "ideology"), _negated=True),
                                models.Q(("country_code", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="only_an_ideology_has_no_country",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("updated_at__gte", models.F("created_at"))),
                        name="entity_is_updated_after_it_is_created",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "country")),
                        fields=("country_code",),
                        name="country_code_names_one_country",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CountryDetails",
            fields=[
                (
                    "entity",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="country_details",
                        serialize=False,
                        to="graph.entity",
                    ),
                ),
                ("capital", models.CharField(blank=True, default="", max_length=200)),
                ("government_type", models.CharField(blank=True, default="", max_length=300)),
                (
                    "population",
                    models.PositiveBigIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(10000000000),
                        ],
                    ),
                ),
                ("continent", models.CharField(blank=True, default="", max_length=20)),
                ("legislature_name", models.CharField(blank=True, default="", max_length=200)),
            ],
            options={
                "verbose_name_plural": "country details",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("population__isnull", True), ("population__range", (0, 10000000000)), _connector="OR"
                        ),
                        name="population_fits_on_earth",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PoliticianDetails",
            fields=[
                (
                    "entity",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="politician_details",
                        serialize=False,
                        to="graph.entity",
                    ),
                ),
                (
                    "birth_year",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1000),
                            django.core.validators.MaxValueValidator(2200),
                        ],
                    ),
                ),
                ("overview", models.TextField(blank=True, default="")),
                (
                    "overview_is_composed",
                    models.BooleanField(default=True, editable=False, help_text="Off once an editor has written it"),
                ),
                (
                    "political_positions",
                    models.JSONField(blank=True, default=list, validators=[graph.models.details.validate_positions]),
                ),
            ],
            options={
                "verbose_name_plural": "politician details",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("birth_year__isnull", True), ("birth_year__range", (1000, 2200)), _connector="OR"
                        ),
                        name="birth_year_is_a_year",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PartyDetails",
            fields=[
                (
                    "entity",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="party_details",
                        serialize=False,
                        to="graph.entity",
                    ),
                ),
                (
                    "founded_year",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1000),
                            django.core.validators.MaxValueValidator(2200),
                        ],
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "party details",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("founded_year__isnull", True), ("founded_year__range", (1000, 2200)), _connector="OR"
                        ),
                        name="party_is_founded_in_a_year",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ElectionDetails",
            fields=[
                (
                    "entity",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="election_details",
                        serialize=False,
                        to="graph.entity",
                    ),
                ),
                ("date", graph.models.fields.PartialDateField()),
                ("date_first", graph.models.fields.EdgeDayField(edge="first", of="date")),
                ("date_last", graph.models.fields.EdgeDayField(edge="last", of="date")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("presidential", "presidential"),
                            ("legislative", "legislative"),
                            ("upper-house", "upper-house"),
                            ("european", "european"),
                            ("by-election", "by-election"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("scheduled", "scheduled"), ("held", "held"), ("cancelled", "cancelled")],
                        default="held",
                        max_length=9,
                    ),
                ),
                ("winner", models.CharField(blank=True, default="", max_length=300)),
                (
                    "turnout",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        max_digits=5,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(100),
                        ],
                    ),
                ),
                (
                    "result_margin",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        max_digits=5,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(100),
                        ],
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "election details",
                "indexes": [models.Index(fields=["date_first"], name="election_by_day")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["presidential", "legislative", "upper-house", "european", "by-election"])
                        ),
                        name="election_is_of_a_known_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["scheduled", "held", "cancelled"])),
                        name="election_has_a_known_status",
                    ),
                    models.CheckConstraint(condition=models.Q(("date", ""), _negated=True), name="election_has_a_date"),
                    models.CheckConstraint(
                        condition=models.Q(("date_first__isnull", False), ("date_last__gte", models.F("date_first"))),
                        name="election_date_has_its_days",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("turnout__isnull", True), ("turnout__range", (0, 100)), _connector="OR"),
                        name="turnout_is_a_percentage",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("result_margin__isnull", True), ("result_margin__range", (0, 100)), _connector="OR"
                        ),
                        name="result_margin_is_a_percentage",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OfficeDetails",
            fields=[
                (
                    "entity",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="office_details",
                        serialize=False,
                        to="graph.entity",
                    ),
                ),
                (
                    "office_type",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("head of state and government", "head of state and government"),
                            ("head of state", "head of state"),
                            ("head of government", "head of government"),
                            ("representative of the head of state", "representative of the head of state"),
                            ("deputy head of state", "deputy head of state"),
                            ("other executive", "other executive"),
                            ("legislator", "legislator"),
                        ],
                        default="",
                        max_length=40,
                    ),
                ),
                (
                    "term_length",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Years",
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(99),
                        ],
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "office details",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "office_type__in",
                                [
                                    "",
                                    "head of state and government",
                                    "head of state",
                                    "head of government",
                                    "representative of the head of state",
                                    "deputy head of state",
                                    "other executive",
                                    "legislator",
                                ],
                            )
                        ),
                        name="office_is_of_a_known_type",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("term_length__isnull", True), ("term_length__range", (1, 99)), _connector="OR"
                        ),
                        name="term_lasts_years",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="InstitutionDetails",
            fields=[
                (
                    "entity",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="institution_details",
                        serialize=False,
                        to="graph.entity",
                    ),
                ),
                (
                    "institution_type",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("legislature", "legislature"),
                            ("lower chamber", "lower chamber"),
                            ("upper chamber", "upper chamber"),
                            ("cabinet", "cabinet"),
                            ("highest court", "highest court"),
                        ],
                        default="",
                        max_length=20,
                    ),
                ),
                (
                    "seats",
                    models.PositiveIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10000),
                        ],
                    ),
                ),
                (
                    "founded_year",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1000),
                            django.core.validators.MaxValueValidator(2200),
                        ],
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "institution details",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "institution_type__in",
                                ["", "legislature", "lower chamber", "upper chamber", "cabinet", "highest court"],
                            )
                        ),
                        name="institution_is_of_a_known_type",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("seats__isnull", True), ("seats__range", (1, 10000)), _connector="OR"),
                        name="seats_can_be_counted",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("founded_year__isnull", True), ("founded_year__range", (1000, 2200)), _connector="OR"
                        ),
                        name="institution_is_founded_in_a_year",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="IdeologyDetails",
            fields=[
                (
                    "entity",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="ideology_details",
                        serialize=False,
                        to="graph.entity",
                    ),
                ),
                (
                    "spectrum",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("far-left", "far-left"),
                            ("left", "left"),
                            ("centre-left", "centre-left"),
                            ("centre", "centre"),
                            ("centre-right", "centre-right"),
                            ("right", "right"),
                            ("far-right", "far-right"),
                        ],
                        default="",
                        max_length=12,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "ideology details",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "spectrum__in",
                                ["", "far-left", "left", "centre-left", "centre", "centre-right", "right", "far-right"],
                            )
                        ),
                        name="spectrum_is_a_known_position",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="OtherName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="other_names", to="graph.entity"
                    ),
                ),
                ("name", models.CharField(max_length=300)),
                ("lang", models.CharField(blank=True, default="", help_text="ISO 639 code", max_length=3)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("alias", "Alias"),
                            ("acronym", "Acronym"),
                            ("native", "Native"),
                            ("former", "Former"),
                        ],
                        default="alias",
                        max_length=7,
                    ),
                ),
            ],
            options={
                "ordering": ["entity", "name", "lang"],
                "constraints": [
                    models.UniqueConstraint(fields=("entity", "name", "lang"), name="other_name_is_given_once"),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="other_name_is_not_empty"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["alias", "acronym", "native", "former"])),
                        name="other_name_is_of_a_known_kind",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Identifier",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="identifiers", to="graph.entity"
                    ),
                ),
                ("scheme", models.CharField(max_length=40)),
                ("value", models.CharField(max_length=300)),
            ],
            options={
                "ordering": ["scheme", "value"],
                "indexes": [models.Index(fields=["scheme", "value"], name="identifier_by_value")],
                "constraints": [
                    models.UniqueConstraint(fields=("entity", "scheme", "value"), name="identifier_is_given_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("scheme__in", ["wikidata"]), _negated=True),
                        fields=("scheme", "value"),
                        name="identifier_belongs_to_one_entity",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("scheme", ""), _negated=True), models.Q(("value", ""), _negated=True)
                        ),
                        name="identifier_is_not_empty",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Source",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=200)),
                ("url", models.URLField(blank=True, default="", max_length=400)),
                (
                    "licence",
                    models.CharField(
                        blank=True, default="", help_text="SPDX identifier, if there is one", max_length=100
                    ),
                ),
                ("retrieved", models.DateField(help_text="The day of the content")),
                (
                    "rank",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="If two sources differ, the higher rank wins"
                    ),
                ),
            ],
            options={
                "ordering": ["slug"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="source_has_a_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="Citation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="citations", to="graph.entity"
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="citations", to="graph.source"
                    ),
                ),
                (
                    "url",
                    models.URLField(
                        blank=True, default="", help_text="The exact page, if there is one", max_length=400
                    ),
                ),
                ("retrieved", models.DateField()),
                (
                    "facts",
                    models.JSONField(blank=True, default=list, help_text="Names of the fields taken from this source"),
                ),
                (
                    "note",
                    models.CharField(
                        blank=True, default="", help_text='Such as "population: 2025 est."', max_length=300
                    ),
                ),
            ],
            options={
                "ordering": ["source", "url"],
                "constraints": [
                    models.UniqueConstraint(fields=("entity", "source", "url"), name="source_is_cited_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Relationship",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "subject",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="outgoing",
                        to="graph.entity",
                    ),
                ),
                (
                    "object",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="incoming",
                        to="graph.entity",
                    ),
                ),
                (
                    "type",
                    models.CharField(
                        choices=[
                            ("politician_member_of_party", "politician_member_of_party"),
                            ("party_has_ideology", "party_has_ideology"),
                            ("politician_participated_in_election", "politician_participated_in_election"),
                            ("election_occurs_in_country", "election_occurs_in_country"),
                            ("party_operates_in_country", "party_operates_in_country"),
                            ("politician_holds_office", "politician_holds_office"),
                            ("office_in_country", "office_in_country"),
                            ("office_elected_in_election", "office_elected_in_election"),
                            ("institution_in_country", "institution_in_country"),
                            ("institution_contains_office", "institution_contains_office"),
                        ],
                        max_length=40,
                    ),
                ),
                ("role", models.CharField(blank=True, default="", max_length=60)),
                ("start_date", graph.models.fields.PartialDateField()),
                ("start_first", graph.models.fields.EdgeDayField(edge="first", of="start_date")),
                ("start_last", graph.models.fields.EdgeDayField(edge="last", of="start_date")),
                ("end_date", graph.models.fields.PartialDateField()),
                ("end_first", graph.models.fields.EdgeDayField(edge="first", of="end_date")),
                ("end_last", graph.models.fields.EdgeDayField(edge="last", of="end_date")),
                (
                    "position",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Order among the subject's relationships of one type"
                    ),
                ),
                (
                    "verified_at",
                    models.DateField(blank=True, help_text="The day a source last confirmed it", null=True),
                ),
                ("current_first", graph.models.fields.CurrentDayField(edge="first")),
                ("current_last", graph.models.fields.CurrentDayField(edge="last")),
                ("display_order", graph.models.fields.DisplayOrderField()),
                ("subject_name", graph.models.fields.CopiedNameField()),
                ("object_name", graph.models.fields.CopiedNameField()),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="relationships", to="graph.source"
                    ),
                ),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["subject", "type", "current_last", "current_first"], name="relationship_by_subject"
                    ),
                    models.Index(
                        fields=["object", "type", "current_last", "current_first"], name="relationship_by_object"
                    ),
                    models.Index(
                        fields=[
                            "subject",
                            "display_order",
                            "object_name",
                            "id",
                            "current_first",
                            "current_last",
                            "end_last",
                        ],
                        name="relationship_shown_for_subject",
                    ),
                    models.Index(
                        fields=[
                            "object",
                            "display_order",
                            "subject_name",
                            "id",
                            "current_first",
                            "current_last",
                            "end_last",
                        ],
                        name="relationship_shown_for_object",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "type__in",
                                [
                                    "politician_member_of_party",
                                    "party_has_ideology",
                                    "politician_participated_in_election",
                                    "election_occurs_in_country",
                                    "party_operates_in_country",
                                    "politician_holds_office",
                                    "office_in_country",
                                    "office_elected_in_election",
                                    "institution_in_country",
                                    "institution_contains_office",
                                ],
                            )
                        ),
                        name="relationship_is_of_a_known_type",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("subject", models.F("object")), _negated=True),
                        name="relationship_joins_two_entities",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("start_first__isnull", True),
                            ("end_last__isnull", True),
                            ("end_last__gte", models.F("start_first")),
                            _connector="OR",
                        ),
                        name="relationship_ends_after_it_starts",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("start_date", ""), ("start_first__isnull", True), ("start_last__isnull", True)),
                            models.Q(
                                models.Q(("start_date", ""), _negated=True),
                                ("start_first__isnull", False),
                                ("start_last__gte", models.F("start_first")),
                            ),
                            _connector="OR",
                        ),
                        name="relationship_start_has_its_days",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("end_date", ""), ("end_first__isnull", True), ("end_last__isnull", True)),
                            models.Q(
                                models.Q(("end_date", ""), _negated=True),
                                ("end_first__isnull", False),
                                ("end_last__gte", models.F("end_first")),
                            ),
                            _connector="OR",
                        ),
                        name="relationship_end_has_its_days",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("current_first__isnull", True), ("current_last__isnull", True)),
                            models.Q(
                                ("current_first__isnull", False),
                                ("current_last__gte", models.F("current_first")),
                                ("current_last__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="relationship_is_current_on_successive_days",
                    ),
                    models.UniqueConstraint(
                        fields=("subject", "object", "type", "role", "start_date"), name="relationship_exists_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Composition",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "institution",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="compositions", to="graph.entity"
                    ),
                ),
                (
                    "election",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="elected_compositions",
                        to="graph.entity",
                    ),
                ),
                ("start_date", graph.models.fields.PartialDateField()),
                ("start_first", graph.models.fields.EdgeDayField(edge="first", of="start_date")),
                ("start_last", graph.models.fields.EdgeDayField(edge="last", of="start_date")),
                (
                    "total",
                    models.PositiveIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10000),
                        ]
                    ),
                ),
                ("verified_at", models.DateField(help_text="The day a source last confirmed it")),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="compositions", to="graph.source"
                    ),
                ),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "indexes": [models.Index(fields=["institution", "start_last"], name="composition_by_start")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("institution", "start_date"), name="chamber_is_composed_once_a_day"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("election__isnull", False)),
                        fields=("institution", "election"),
                        name="election_composes_a_chamber_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("total__range", (1, 10000))), name="composition_has_seats"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("start_date", ""), ("start_first__isnull", True), ("start_last__isnull", True)),
                            models.Q(
                                models.Q(("start_date", ""), _negated=True),
                                ("start_first__isnull", False),
                                ("start_last__gte", models.F("start_first")),
                            ),
                            _connector="OR",
                        ),
                        name="composition_start_has_its_days",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatShare",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "composition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shares", to="graph.composition"
                    ),
                ),
                (
                    "party",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seat_shares",
                        to="graph.entity",
                    ),
                ),
                ("name", models.CharField(help_text="Name of the party in the source", max_length=300)),
                ("seats", models.PositiveIntegerField(default=0)),
                (
                    "vote_share",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        help_text="Per cent of the valid votes",
                        max_digits=5,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(100),
                        ],
                    ),
                ),
            ],
            options={
                "ordering": [
                    "-seats",
                    models.OrderBy(models.F("vote_share"), descending=True, nulls_last=True),
                    "name",
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("party__isnull", False)),
                        fields=("composition", "party"),
                        name="party_is_counted_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("party__isnull", True)),
                        fields=("composition", "name"),
                        name="others_are_counted_once_a_name",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="seat_share_has_a_name"
                    ),
                    models.CheckConstraint(condition=models.Q(("seats__lte", 10000)), name="seat_share_can_be_counted"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("vote_share__isnull", True), ("vote_share__range", (0, 100)), _connector="OR"
                        ),
                        name="vote_share_is_a_percentage",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Redirect",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.CharField(max_length=200, unique=True)),
                (
                    "entity",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="redirects", to="graph.entity"
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["slug"],
            },
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "position",
                    models.BigIntegerField(
                        editable=False,
                        help_text="Position in the journal, assigned after the commit",
                        null=True,
                        unique=True,
                    ),
                ),
                (
                    "entity",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="changes",
                        to="graph.entity",
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("country", "Country"),
                            ("politician", "Politician"),
                            ("party", "Party"),
                            ("election", "Election"),
                            ("office", "Office"),
                            ("institution", "Institution"),
                            ("ideology", "Ideology"),
                        ],
                        max_length=11,
                    ),
                ),
                ("country_code", models.CharField(blank=True, max_length=2)),
                ("slug", models.CharField(help_text="The entity's slug after the change", max_length=200)),
                ("name", models.CharField(max_length=300)),
                (
                    "is_public",
                    models.BooleanField(default=True, help_text="Off for changes of drafts and withdrawn entities"),
                ),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("created", "Created"),
                            ("updated", "Updated"),
                            ("related", "Related"),
                            ("unrelated", "Unrelated"),
                            ("renamed", "Renamed"),
                            ("merged", "Merged"),
                            ("withdrawn", "Withdrawn"),
                            ("restored", "Restored"),
                        ],
                        max_length=9,
                    ),
                ),
                ("fields", models.JSONField(blank=True, default=dict, help_text="Old and new value by field name")),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
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
                ("via", models.CharField(blank=True, default="", help_text="The import that wrote it", max_length=60)),
                ("note", models.CharField(blank=True, default="", max_length=300)),
                (
                    "revision",
                    models.UUIDField(
                        editable=False, help_text="The row versions of the same change have it too", null=True
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(fields=["kind", "position"], name="change_by_kind"),
                    models.Index(fields=["country_code", "position"], name="change_by_country"),
                    models.Index(fields=["entity", "-at", "-id"], name="change_by_entity"),
                    models.Index(
                        condition=models.Q(("position__isnull", True)), fields=["id"], name="change_without_position"
                    ),
                    models.Index(
                        condition=models.Q(("revision__isnull", False)), fields=["revision"], name="change_by_revision"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "action__in",
                                [
                                    "created",
                                    "updated",
                                    "related",
                                    "unrelated",
                                    "renamed",
                                    "merged",
                                    "withdrawn",
                                    "restored",
                                ],
                            )
                        ),
                        name="change_is_a_known_action",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="JournalState",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="RowVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.UUIDField(db_index=True)),
                ("model", models.CharField(help_text='Name of the model, such as "relationship"', max_length=40)),
                ("row", models.BigIntegerField(help_text="Primary key of the row")),
                ("before", models.JSONField(null=True)),
                ("after", models.JSONField(null=True)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Upload",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("session", models.CharField(max_length=64)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("country", "Country"),
                            ("politician", "Politician"),
                            ("party", "Party"),
                            ("election", "Election"),
                            ("office", "Office"),
                            ("institution", "Institution"),
                            ("ideology", "Ideology"),
                        ],
                        max_length=11,
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("table", models.BinaryField()),
                ("plan", models.BinaryField()),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="NotDuplicate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "one",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="graph.entity"),
                ),
                (
                    "other",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="graph.entity"),
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
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "verbose_name": "not a duplicate",
                "verbose_name_plural": "not duplicates",
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("one", "other"), name="not_duplicate_is_stored_once"),
                    models.CheckConstraint(
                        condition=models.Q(("one__lt", models.F("other"))),
                        name="not_duplicate_names_the_older_one_first",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WorkList",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("counts", models.JSONField(default=dict, help_text="Number of rows by kind")),
                ("rows", models.JSONField(default=list)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Country",
            fields=[],
            options={
                "verbose_name_plural": "countries",
                "proxy": True,
                "default_permissions": ("add", "change", "view"),
                "indexes": [],
                "constraints": [],
            },
            bases=("graph.entity",),
        ),
        migrations.CreateModel(
            name="Politician",
            fields=[],
            options={
                "proxy": True,
                "default_permissions": ("add", "change", "view"),
                "indexes": [],
                "constraints": [],
            },
            bases=("graph.entity",),
        ),
        migrations.CreateModel(
            name="Party",
            fields=[],
            options={
                "verbose_name_plural": "parties",
                "proxy": True,
                "default_permissions": ("add", "change", "view"),
                "indexes": [],
                "constraints": [],
            },
            bases=("graph.entity",),
        ),
        migrations.CreateModel(
            name="Election",
            fields=[],
            options={
                "proxy": True,
                "default_permissions": ("add", "change", "view"),
                "indexes": [],
                "constraints": [],
            },
            bases=("graph.entity",),
        ),
        migrations.CreateModel(
            name="Office",
            fields=[],
            options={
                "proxy": True,
                "default_permissions": ("add", "change", "view"),
                "indexes": [],
                "constraints": [],
            },
            bases=("graph.entity",),
        ),
        migrations.CreateModel(
            name="Institution",
            fields=[],
            options={
                "proxy": True,
                "default_permissions": ("add", "change", "view"),
                "indexes": [],
                "constraints": [],
            },
            bases=("graph.entity",),
        ),
        migrations.CreateModel(
            name="Ideology",
            fields=[],
            options={
                "verbose_name_plural": "ideologies",
                "proxy": True,
                "default_permissions": ("add", "change", "view"),
                "indexes": [],
                "constraints": [],
            },
            bases=("graph.entity",),
        ),
        migrations.RunPython(set_collation, migrations.RunPython.noop),
        migrations.RunPython(create_triggers, drop_triggers),
        migrations.RunPython(create_groups, delete_groups),
    ]
