"""Add an index by which lists of current holders of offices and members of parties are found."""

from datetime import date

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("graph", "0009_alliances")]

    operations = [
        migrations.AddIndex(
            model_name="relationship",
            index=models.Index(
                fields=["type", "current_last", "current_first", "subject"],
                name="relationship_current",
                condition=models.Q(current_last__gt=date.min),
            ),
        ),
    ]
