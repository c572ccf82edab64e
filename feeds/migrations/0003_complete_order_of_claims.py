from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Adds the primary key to the index by which a worker finds the oldest pending deliveries of an endpoint."""

    dependencies = [("feeds", "0002_claims_by_endpoint")]

    operations = [
        migrations.RemoveIndex(model_name="webhookdelivery", name="delivery_by_endpoint_due"),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                fields=["endpoint", "due_at", "id"], condition=Q(state="pending"), name="delivery_by_endpoint_due"
            ),
        ),
    ]
