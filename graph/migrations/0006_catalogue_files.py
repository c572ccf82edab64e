"""Keep the files of the catalogue that the graph was loaded from."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("graph", "0005_error_reports"),
    ]

    operations = [
        migrations.CreateModel(
            name="CatalogueFile",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("content", models.BinaryField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
    ]
