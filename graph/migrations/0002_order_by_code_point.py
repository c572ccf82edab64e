"""PostgreSQL orders names and slugs by code point, as SQLite does, so that both give one order."""

from django.db import migrations

COLUMNS = (("graph_entity", "name", 300), ("graph_entity", "slug", 200), ("graph_othername", "name", 300))


def collate(apps, schema_editor):
    _set(schema_editor, "C")


def uncollate(apps, schema_editor):
    _set(schema_editor, "default")


def _set(schema_editor, collation):
    if schema_editor.connection.vendor != "postgresql":
        return
    for table, column, length in COLUMNS:
        schema_editor.execute(f'ALTER TABLE {table} ALTER {column} TYPE varchar({length}) COLLATE "{collation}"')


class Migration(migrations.Migration):
    dependencies = [("graph", "0001_graph")]
    operations = [migrations.RunPython(collate, uncollate)]
