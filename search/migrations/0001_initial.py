"""Create the tables of the search index, and a full-text index, which is different in each database."""

import django.db.models.deletion
from django.db import migrations, models

CREATE = {
    "sqlite": [
        """
        CREATE VIRTUAL TABLE search_fts USING fts5(
            body, content='search_entity', content_rowid='rank_key', tokenize='ascii',
            prefix='1 2 3 4 5 6 7 8 9 10 11 12', detail='none', columnsize=0
        )
        """
    ],
    "postgresql": [
        """
        ALTER TABLE search_entity ADD COLUMN terms tsvector
        GENERATED ALWAYS AS (array_to_tsvector(string_to_array(body, ' '))) STORED
        """,
        "CREATE INDEX search_entity_tier_0 ON search_entity USING gin (terms) WHERE tier = 0",
        "CREATE INDEX search_entity_tier_1 ON search_entity USING gin (terms) WHERE tier = 1",
        "CREATE INDEX search_entity_tier_2 ON search_entity USING gin (terms) WHERE tier = 2",
        "CREATE INDEX search_entity_tier_3 ON search_entity USING gin (terms) WHERE tier = 3",
    ],
}
DROP = {
    "sqlite": ["DROP TABLE search_fts"],
    "postgresql": ["ALTER TABLE search_entity DROP COLUMN terms"],
}


def create_full_text(apps, schema_editor):
    for statement in CREATE[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def drop_full_text(apps, schema_editor):
    for statement in DROP[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("graph", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="IndexedEntity",
            fields=[
                ("rank_key", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "entity",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="graph.entity"
                    ),
                ),
                ("kind", models.CharField(max_length=11)),
                ("country_code", models.CharField(blank=True, default="", max_length=2)),
                ("importance", models.PositiveIntegerField(default=0)),
                ("names", models.TextField()),
                ("context", models.TextField(blank=True, default="")),
                ("body", models.TextField()),
                ("tier", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "db_table": "search_entity",
            },
        ),
        migrations.CreateModel(
            name="NameKey",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "key", "rank_key", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("key", models.BigIntegerField()),
                ("rank_key", models.BigIntegerField(db_index=True, help_text="Rank key of the indexed entity")),
            ],
            options={
                "db_table": "search_name",
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("word", models.CharField(max_length=32, unique=True)),
                ("phonetic_code", models.CharField(blank=True, default="", max_length=64)),
                ("frequency", models.PositiveIntegerField(default=0)),
                ("importance", models.PositiveIntegerField(default=0)),
            ],
            options={
                "db_table": "search_token",
            },
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
            options={
                "db_table": "search_variant",
            },
        ),
        migrations.CreateModel(
            name="StaleEntity",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("entity_id", models.BigIntegerField()),
                (
                    "is_indexed",
                    models.BooleanField(default=False, help_text="Indexed while a new index was being built"),
                ),
            ],
            options={
                "db_table": "search_stale",
            },
        ),
        migrations.CreateModel(
            name="IndexState",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveBigIntegerField(default=0)),
                ("tokeniser_version", models.CharField(blank=True, default="", max_length=40)),
                ("changed_at", models.PositiveBigIntegerField(default=0, help_text="Seconds since 1970")),
                (
                    "builder",
                    models.CharField(
                        blank=True, default="", help_text="Process that builds a new index", max_length=32
                    ),
                ),
            ],
            options={
                "db_table": "search_state",
            },
        ),
        migrations.RunPython(create_full_text, drop_full_text),
    ]
