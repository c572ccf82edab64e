from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("graph", "0015_unknown_seats"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="relationship",
            index=models.Index(
                fields=["object", "subject_name"],
                name="relationship_party_by_name",
                condition=models.Q(type="party_operates_in_country"),
            ),
        ),
    ]
