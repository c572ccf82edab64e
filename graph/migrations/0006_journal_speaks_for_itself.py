import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from graph.kinds import KINDS

KIND_CHOICES = [(kind.value, KINDS[kind].label) for kind in KINDS]


class Migration(migrations.Migration):
    dependencies = [("graph", "0005_composition_triggers")]

    operations = [
        migrations.AddField(
            "change",
            "position",
            models.BigIntegerField(
                null=True,
                unique=True,
                editable=False,
                help_text="Place in the journal, given once the change is committed",
            ),
        ),
        migrations.AddField(
            "change", "kind", models.CharField(max_length=11, choices=KIND_CHOICES, default=""), preserve_default=False
        ),
        migrations.AddField(
            "change", "country_code", models.CharField(max_length=2, blank=True, default=""), preserve_default=False
        ),
        migrations.AddField(
            "change",
            "slug",
            models.CharField(max_length=200, default="", help_text="The entity's slug after the change"),
            preserve_default=False,
        ),
        migrations.AddField("change", "name", models.CharField(max_length=300, default=""), preserve_default=False),
        migrations.AddField(
            "change",
            "is_public",
            models.BooleanField(default=True, help_text="Off for what happens to drafts and to withdrawn entities"),
        ),
        migrations.AlterField(
            "change",
            "entity",
            models.ForeignKey(
                "graph.entity",
                django.db.models.deletion.DO_NOTHING,
                related_name="changes",
                db_constraint=False,
                db_index=False,
            ),
        ),
        migrations.CreateModel(
            "JournalState",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
    ]
