"""Add an index with which the deletion of a result version finds its tallies.

The two constraints of tallies have partial indexes, which no database uses to check a foreign key.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("graph", "0002_results")]

    operations = [
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(fields=["version"], name="tally_by_version"),
        )
    ]
