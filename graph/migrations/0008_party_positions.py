"""Add the position of a party between left and right, and its populism.

In SQLite, Django adds constraints by making the table anew, which drops its triggers. So the SQL is written here.
"""

import django.core.validators
from django.db import migrations, models

COLUMNS = {
    "left_right": ("numeric(3, 2)", "left_right_is_from_minus_one_to_one", "BETWEEN -1 AND 1"),
    "populism": ("numeric(3, 2)", "populism_is_from_zero_to_one", "BETWEEN 0 AND 1"),
    "position_year": ("smallint", "position_year_is_a_year", "BETWEEN 1000 AND 2200"),
}


def add_columns(apps, schema_editor):
    for name, (column_type, constraint, condition) in COLUMNS.items():
        schema_editor.execute(
            f"ALTER TABLE graph_partydetails ADD COLUMN {name} {column_type} NULL "
            f"CONSTRAINT {constraint} CHECK ({name} IS NULL OR {name} {condition})"
        )


def drop_columns(apps, schema_editor):
    for name in COLUMNS:
        schema_editor.execute(f"ALTER TABLE graph_partydetails DROP COLUMN {name}")


class Migration(migrations.Migration):
    dependencies = [("graph", "0007_rounds")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add_columns, drop_columns)],
            state_operations=[
                migrations.AddField(
                    model_name="partydetails",
                    name="left_right",
                    field=models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        max_digits=3,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(-1),
                            django.core.validators.MaxValueValidator(1),
                        ],
                    ),
                ),
                migrations.AddField(
                    model_name="partydetails",
                    name="populism",
                    field=models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        max_digits=3,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(1),
                        ],
                    ),
                ),
                migrations.AddField(
                    model_name="partydetails",
                    name="position_year",
                    field=models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1000),
                            django.core.validators.MaxValueValidator(2200),
                        ],
                    ),
                ),
                migrations.AddConstraint(
                    model_name="partydetails",
                    constraint=models.CheckConstraint(
                        condition=models.Q(
                            ("left_right__isnull", True), ("left_right__range", (-1, 1)), _connector="OR"
                        ),
                        name="left_right_is_from_minus_one_to_one",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="partydetails",
                    constraint=models.CheckConstraint(
                        condition=models.Q(("populism__isnull", True), ("populism__range", (0, 1)), _connector="OR"),
                        name="populism_is_from_zero_to_one",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="partydetails",
                    constraint=models.CheckConstraint(
                        condition=models.Q(
                            ("position_year__isnull", True), ("position_year__range", (1000, 2200)), _connector="OR"
                        ),
                        name="position_year_is_a_year",
                    ),
                ),
            ],
        ),
    ]
