import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import graph.models.fields


class Migration(migrations.Migration):
    dependencies = [
        ("graph", "0003_triggers"),
    ]

    operations = [
        migrations.CreateModel(
            name="Composition",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("start_date", graph.models.fields.PartialDateField()),
                ("start_first", graph.models.fields.EdgeDayField(edge="first", of="start_date")),
                ("start_last", graph.models.fields.EdgeDayField(edge="last", of="start_date")),
                (
                    "total",
                    models.PositiveIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(10000),
                        ]
                    ),
                ),
                ("verified_at", models.DateField(help_text="The day a source last confirmed it")),
                ("updated_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "election",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="compositions_given",
                        to="graph.entity",
                    ),
                ),
                (
                    "institution",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="compositions", to="graph.entity"
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="compositions", to="graph.source"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SeatShare",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(help_text="As it is called in the source", max_length=300)),
                ("seats", models.PositiveIntegerField(default=0)),
                (
                    "vote_share",
                    models.DecimalField(
                        blank=True,
                        decimal_places=2,
                        help_text="Per cent of the valid votes",
                        max_digits=5,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(100),
                        ],
                    ),
                ),
                (
                    "composition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shares", to="graph.composition"
                    ),
                ),
                (
                    "party",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seat_shares",
                        to="graph.entity",
                    ),
                ),
            ],
            options={
                "ordering": [
                    "-seats",
                    models.OrderBy(models.F("vote_share"), descending=True, nulls_last=True),
                    "name",
                ],
            },
        ),
        migrations.AddIndex(
            model_name="composition",
            index=models.Index(fields=["institution", "start_last"], name="composition_by_start"),
        ),
        migrations.AddConstraint(
            model_name="composition",
            constraint=models.UniqueConstraint(
                fields=("institution", "start_date"), name="chamber_is_composed_once_a_day"
            ),
        ),
        migrations.AddConstraint(
            model_name="composition",
            constraint=models.UniqueConstraint(
                condition=models.Q(("election__isnull", False)),
                fields=("institution", "election"),
                name="election_composes_a_chamber_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="composition",
            constraint=models.CheckConstraint(
                condition=models.Q(("total__range", (1, 10000))), name="composition_has_seats"
            ),
        ),
        migrations.AddConstraint(
            model_name="composition",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("start_date", ""), ("start_first__isnull", True), ("start_last__isnull", True)),
                    models.Q(
                        models.Q(("start_date", ""), _negated=True),
                        ("start_first__isnull", False),
                        ("start_last__gte", models.F("start_first")),
                    ),
                    _connector="OR",
                ),
                name="composition_start_has_its_days",
            ),
        ),
        migrations.AddConstraint(
            model_name="seatshare",
            constraint=models.UniqueConstraint(
                condition=models.Q(("party__isnull", False)),
                fields=("composition", "party"),
                name="party_is_counted_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="seatshare",
            constraint=models.UniqueConstraint(
                condition=models.Q(("party__isnull", True)),
                fields=("composition", "name"),
                name="others_are_counted_once_a_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="seatshare",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="seat_share_has_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="seatshare",
            constraint=models.CheckConstraint(
                condition=models.Q(("seats__lte", 10000)), name="seat_share_can_be_counted"
            ),
        ),
        migrations.AddConstraint(
            model_name="seatshare",
            constraint=models.CheckConstraint(
                condition=models.Q(("vote_share__isnull", True), ("vote_share__range", (0, 100)), _connector="OR"),
                name="vote_share_is_a_percentage",
            ),
        ),
    ]
