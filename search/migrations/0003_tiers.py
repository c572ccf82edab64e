"""Tiers instead of a head and a tail, beginnings of words as words, and no numbers for rows that nobody asks for.

Everything in the index can be made anew, and is, as soon as the service starts: it is emptied here.
"""

import django.db.models.deletion
from django.db import migrations, models

FTS = """
CREATE VIRTUAL TABLE search_fts USING fts5(
    body, content='search_entity', content_rowid='rank_key', tokenize='ascii', prefix='{}',
    detail='none', columnsize=0
)
"""
GIN = "CREATE INDEX search_entity_{} ON search_entity USING gin (terms) WHERE {}"
EMPTY = [
    "DELETE FROM search_variant",
    "DELETE FROM search_token",
    "DELETE FROM search_name",
    "DELETE FROM search_entity",
]
OUTDATED = "UPDATE search_state SET folding = 'outdated'"
OLD = {
    "sqlite": [FTS.format("1 2 3")],
    "postgresql": [GIN.format("head", "is_head"), GIN.format("tail", "NOT is_head")],
}
NEW = {
    "sqlite": [FTS.format("1 2 3 4 5 6 7 8 9 10 11 12")],
    "postgresql": [GIN.format(f"tier_{tier}", f"tier = {tier}") for tier in range(4)],
}
DROP_OLD = {
    "sqlite": ["DROP TABLE search_fts"],
    "postgresql": ["DROP INDEX search_entity_head", "DROP INDEX search_entity_tail"],
}
DROP_NEW = {
    "sqlite": ["DROP TABLE search_fts"],
    "postgresql": [f"DROP INDEX search_entity_tier_{tier}" for tier in range(4)],
}


def running(*parts):
    def run(apps, schema_editor):
        for part in parts:
            for statement in part if isinstance(part, list) else part[schema_editor.connection.vendor]:
                schema_editor.execute(statement)

    return run


class Migration(migrations.Migration):
    dependencies = [("search", "0002_full_text")]
    operations = [
        migrations.RunPython(running(EMPTY, [OUTDATED], DROP_OLD), running(OLD)),
        migrations.RemoveField("indexedentity", "is_head"),
        migrations.AddField("indexedentity", "tier", models.PositiveSmallIntegerField(default=0)),
        migrations.DeleteModel("NameKey"),
        migrations.DeleteModel("Variant"),
        migrations.CreateModel(
            name="NameKey",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "key", "entity_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key", models.BigIntegerField()),
                (
                    "entity",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="graph.entity",
                    ),
                ),
            ],
            options={"db_table": "search_name"},
        ),
        migrations.CreateModel(
            name="Variant",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "key", "token_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key", models.IntegerField()),
                (
                    "token",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="search.token",
                    ),
                ),
            ],
            options={"db_table": "search_variant"},
        ),
        migrations.AddField(
            "indexstate",
            "builder",
            models.CharField(blank=True, default="", help_text="Who is building everything anew", max_length=32),
        ),
        migrations.AddField(
            "staleentity",
            "is_followed",
            models.BooleanField(default=False, help_text="Indexed, while everything was being read to be built anew"),
        ),
        migrations.RunPython(running(NEW), running(DROP_NEW, EMPTY, [OUTDATED])),
    ]
