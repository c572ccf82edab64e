"""What only one of the databases has: FTS5 on SQLite, an indexed tsvector on PostgreSQL."""

from django.db import migrations

FTS = """
CREATE VIRTUAL TABLE search_fts USING fts5(
    body, content='search_entity', content_rowid='rank_key', tokenize='ascii', prefix='1 2 3',
    detail='none', columnsize=0
)
"""
TERMS = """
ALTER TABLE search_entity ADD COLUMN terms tsvector
GENERATED ALWAYS AS (array_to_tsvector(string_to_array(body, ' '))) STORED
"""
FORWARDS = {
    "sqlite": [FTS],
    "postgresql": [
        TERMS,
        "CREATE INDEX search_entity_head ON search_entity USING gin (terms) WHERE is_head",
        "CREATE INDEX search_entity_tail ON search_entity USING gin (terms) WHERE NOT is_head",
    ],
}
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
