from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Adds indexes with which a worker reads only a few deliveries, although many thousands may be pending."""

    dependencies = [("feeds", "0001_webhooks")]

    operations = [
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                fields=["endpoint", "due_at"], condition=Q(state="pending"), name="delivery_by_endpoint_due"
            ),
        ),
        migrations.RemoveIndex(model_name="webhookdelivery", name="delivery_by_lease"),
        migrations.AddIndex(
            model_name="webhookdelivery",
            index=models.Index(
                fields=["leased_until"], condition=Q(leased_until__isnull=False), name="delivery_by_lease"
            ),
        ),
    ]
