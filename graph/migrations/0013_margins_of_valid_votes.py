"""Give stored margins in per cent of the valid votes. They were in per cent of the sum of the tallies, which is less if
the source leaves out small parties."""

from django.db import migrations

from graph.journal.guard import allow_writes

MARGIN = "ROUND(100.0 * margin_votes / valid, 2)"
UPDATE = f"UPDATE graph_resultversion SET margin = {MARGIN} WHERE valid > 0 AND {MARGIN} < margin"  # noqa: S608 - no input
# Result versions are append-only, so this trigger rejects the update.
TRIGGER = "graph_resultversion_result_versions_are_append_only_update"


def correct_margins(apps, schema_editor):
    with allow_writes(), schema_editor.connection.cursor() as cursor:
        if schema_editor.connection.vendor == "postgresql":
            # PostgreSQL alters no table whose foreign keys are still to be checked.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            before, after = (f"ALTER TABLE graph_resultversion {verb} TRIGGER USER" for verb in ("DISABLE", "ENABLE"))
        else:
            cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [TRIGGER])
            before, after = f"DROP TRIGGER {TRIGGER}", cursor.fetchone()[0]
        for statement in (before, UPDATE, after):
            cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [
        ("graph", "0012_election_by_last_day"),
    ]

    operations = [
        migrations.RunPython(correct_margins, migrations.RunPython.noop),
    ]
