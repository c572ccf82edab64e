"""Add the rounds of an election.

In SQLite, Django adds such a column by making the table anew, which drops its triggers. So the SQL is written here.
"""

from django.db import migrations

import graph.models.details
import graph.models.fields

TYPES = {"postgresql": "jsonb", "sqlite": "text CHECK (JSON_VALID(rounds))"}


def add_column(apps, schema_editor):
    column_type = TYPES[schema_editor.connection.vendor]
    schema_editor.execute(f"ALTER TABLE graph_electiondetails ADD COLUMN rounds {column_type} NOT NULL DEFAULT '[]'")


def drop_column(apps, schema_editor):
    schema_editor.execute("ALTER TABLE graph_electiondetails DROP COLUMN rounds")


class Migration(migrations.Migration):
    dependencies = [("graph", "0006_catalogue_files")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(add_column, drop_column)],
            state_operations=[
                migrations.AddField(
                    model_name="electiondetails",
                    name="rounds",
                    field=graph.models.fields.RoundsField(
                        blank=True, default=list, validators=[graph.models.details.validate_rounds]
                    ),
                ),
            ],
        ),
    ]
