"""The names of the best known first; the index is emptied, and made anew as soon as the service starts."""

from django.db import migrations, models

STATEMENTS = {
    "sqlite": ["INSERT INTO search_fts (search_fts) VALUES ('delete-all')"],
    "postgresql": [],
}
OF_BOTH = [
    "DELETE FROM search_variant",
    "DELETE FROM search_token",
    "DELETE FROM search_name",
    "DELETE FROM search_entity",
    "UPDATE search_state SET folding = 'outdated'",
]


def empty(apps, schema_editor):
    for statement in [*STATEMENTS[schema_editor.connection.vendor], *OF_BOTH]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("search", "0003_tiers")]
    operations = [
        migrations.RunPython(empty, empty),
        migrations.DeleteModel("NameKey"),
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
                ("rank_key", models.BigIntegerField(db_index=True, help_text="That of the indexed entity")),
            ],
            options={"db_table": "search_name"},
        ),
    ]
