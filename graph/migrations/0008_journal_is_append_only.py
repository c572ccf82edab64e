from django.db import migrations, models

from graph.journal import triggers


class Migration(migrations.Migration):
    dependencies = [("graph", "0007_journal_of_what_was_there")]

    operations = [
        migrations.AddIndex("change", models.Index(fields=["kind", "position"], name="change_by_kind")),
        migrations.AddIndex("change", models.Index(fields=["country_code", "position"], name="change_by_country")),
        migrations.AddIndex("change", models.Index(fields=["entity", "-at", "-id"], name="change_by_entity")),
        migrations.AddIndex(
            "change",
            models.Index(fields=["id"], condition=models.Q(position__isnull=True), name="change_without_position"),
        ),
        migrations.AddIndex("entity", models.Index(fields=["-updated_at", "-id"], name="entity_newest")),
        migrations.AddIndex(
            "entity", models.Index(fields=["kind", "-updated_at", "-id"], name="entity_newest_of_kind")
        ),
        migrations.AddIndex(
            "entity", models.Index(fields=["country_code", "-updated_at", "-id"], name="entity_newest_in_country")
        ),
        migrations.AddIndex(
            "entity",
            models.Index(fields=["kind", "country_code", "-updated_at", "-id"], name="entity_newest_kind_country"),
        ),
        migrations.RunPython(triggers.close_journal, triggers.open_journal),
    ]
