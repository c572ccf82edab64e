"""What only one of the databases has: FTS5 on SQLite, an indexed tsvector on PostgreSQL."""

from django.db import migrations

from search.backends import postgres, sqlite

FORWARDS = {"sqlite": [sqlite.TABLE], "postgresql": [postgres.COLUMN, *postgres.INDEXES]}
BACKWARDS = {
    "sqlite": ["DROP TABLE search_fts"],
    "postgresql": [
        "DROP INDEX search_entity_head",
        "DROP INDEX search_entity_tail",
        "ALTER TABLE search_entity DROP COLUMN terms",
    ],
}


def forwards(apps, schema_editor):
    _execute(schema_editor, FORWARDS)


def backwards(apps, schema_editor):
    _execute(schema_editor, BACKWARDS)


def _execute(schema_editor, statements):
    for statement in statements[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("search", "0001_index")]
    operations = [migrations.RunPython(forwards, backwards)]
