"""Store the errors that visitors report. Editors may read them and decide."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def add_permissions(apps, schema_editor):
    database = schema_editor.connection.alias
    types = apps.get_model("contenttypes", "ContentType").objects.using(database)
    content_type, _ = types.get_or_create(app_label="graph", model="errorreport")
    group, _ = apps.get_model("auth", "Group").objects.using(database).get_or_create(name="editors")
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    for verb in ("view", "change"):
        row = {"content_type": content_type, "codename": f"{verb}_errorreport"}
        group.permissions.add(permissions.get_or_create(**row, defaults={"name": f"Can {verb} error report"})[0])


class Migration(migrations.Migration):
    dependencies = [
        ("graph", "0004_uploads_of_results"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ErrorReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("path", models.CharField(help_text="The page on which the visitor found the error", max_length=300)),
                ("text", models.TextField(max_length=2000)),
                (
                    "source",
                    models.URLField(
                        blank=True, default="", help_text="Where the right fact is published", max_length=400
                    ),
                ),
                (
                    "email",
                    models.EmailField(
                        blank=True,
                        default="",
                        help_text="For questions, if the visitor wants to give it",
                        max_length=254,
                    ),
                ),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("accepted", "Accepted"), ("rejected", "Rejected")],
                        db_index=True,
                        default="open",
                        max_length=8,
                    ),
                ),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entity",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="error_reports",
                        to="graph.entity",
                    ),
                ),
            ],
            options={
                "ordering": ["-at"],
                "default_permissions": ("view", "change"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="error_report_has_a_text"
                    )
                ],
            },
        ),
        migrations.RunPython(add_permissions, migrations.RunPython.noop),
    ]
