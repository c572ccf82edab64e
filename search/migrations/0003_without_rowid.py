"""In SQLite, store the rows of three tables in the index of their primary key, which has all of their columns."""

from django.db import migrations

TABLES = ("search_variant", "search_name", "search_race_word")
DEFINITION = "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = %s"
INDEXES = "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = %s"


def store_rows_in_primary_key(apps, schema_editor):
    if schema_editor.connection.vendor != "sqlite":
        return
    with schema_editor.connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(DEFINITION, [table])
            (definition,) = cursor.fetchone()
            cursor.execute(INDEXES, [table])
            indexes = [sql for (sql,) in cursor.fetchall()]
            cursor.execute(f"ALTER TABLE {table} RENAME TO {table}_old")
            cursor.execute(f"{definition} WITHOUT ROWID")
            cursor.execute(f"INSERT INTO {table} SELECT * FROM {table}_old ORDER BY 1, 2")  # noqa: S608 - our own names
            cursor.execute(f"DROP TABLE {table}_old")
            for create_index in indexes:
                cursor.execute(create_index)


class Migration(migrations.Migration):
    dependencies = [
        ("search", "0002_races"),
    ]

    operations = [
        migrations.RunPython(store_rows_in_primary_key, migrations.RunPython.noop),
    ]
