"""Allow uploads of results files. The kinds are checked by Django only, so no database changes its schema."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("graph", "0003_tally_by_version")]

    operations = [
        migrations.AlterField(
            model_name="upload",
            name="kind",
            field=models.CharField(
                choices=[
                    ("country", "Country"),
                    ("politician", "Politician"),
                    ("party", "Party"),
                    ("election", "Election"),
                    ("office", "Office"),
                    ("institution", "Institution"),
                    ("ideology", "Ideology"),
                    ("results", "results"),
                ],
                max_length=11,
            ),
        ),
    ]
