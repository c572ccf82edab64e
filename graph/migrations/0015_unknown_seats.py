"""Allow races whose number of seats is unknown."""

from django.db import migrations, models

from graph.journal.guard import allow_writes

TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%graph_race%'"


class AlterFieldWithTriggers(migrations.AlterField):
    """Alters a field of races. In SQLite, Django makes the table anew, which drops its triggers, and fails if a trigger
    of another table names it. So these triggers are dropped before, and created again afterwards."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        triggers = []
        if schema_editor.connection.vendor == "sqlite":
            with schema_editor.connection.cursor() as cursor:
                triggers = cursor.execute(TRIGGERS).fetchall()
        for name, _ in triggers:
            schema_editor.execute(f"DROP TRIGGER {name}")
        # Backwards, Django writes the default where the number is unknown.
        with allow_writes():
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        for _, statement in triggers:
            schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("graph", "0014_sources_edited_at"),
    ]

    operations = [
        AlterFieldWithTriggers(
            model_name="race",
            name="seats",
            field=models.PositiveIntegerField(
                blank=True, help_text="Seats or electoral votes. If empty, the number is unknown", null=True
            ),
        ),
    ]
