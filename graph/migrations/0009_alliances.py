"""Add the parties that form an alliance to its candidacy.

In SQLite, Django adds such a column by making the table anew, which drops its triggers. So the SQL is written here.
"""

from django.db import migrations, models

TYPES = {"postgresql": "jsonb", "sqlite": "text CHECK (JSON_VALID(members))"}


def add_column(apps, schema_editor):
    column_type = TYPES[schema_editor.connection.vendor]
    schema_editor.execute(f"ALTER TABLE graph_candidacy ADD COLUMN members {column_type} NOT NULL DEFAULT '[]'")


def drop_column(apps, schema_editor):
    schema_editor.execute("ALTER TABLE graph_candidacy DROP COLUMN members")


class Migration(migrations.Migration):
    dependencies = [("graph", "0008_party_positions")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add_column, drop_column)],
            state_operations=[
                migrations.AddField(
                    model_name="candidacy",
                    name="members",
                    field=models.JSONField(
                        blank=True,
                        default=list,
                        help_text="Slugs of the parties in this alliance, which is compared with their sum",
                    ),
                ),
            ],
        ),
    ]
