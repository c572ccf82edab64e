"""Add the tables by which races are found."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("graph", "0002_results"),
        ("search", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="IndexedRace",
            fields=[
                (
                    "race",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="graph.race",
                    ),
                ),
                ("names", models.TextField()),
            ],
            options={
                "db_table": "search_race",
            },
        ),
        migrations.CreateModel(
            name="RaceWord",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "word", "race_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("word", models.CharField(max_length=32)),
                (
                    "race",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="graph.race",
                    ),
                ),
            ],
            options={
                "db_table": "search_race_word",
            },
        ),
    ]
