from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    """Rename columns and constraints to the words of the profession."""

    dependencies = [("accounts", "0004_key_managers")]

    operations = [
        migrations.RenameField("apikey", "shown", "prefix"),
        migrations.RenameField("keyuse", "refused", "throttled"),
        migrations.RenameField("tierdecision", "word", "message"),
        migrations.RemoveConstraint("user", "an_address_has_one_account"),
        migrations.RemoveConstraint("user", "an_account_has_a_tier"),
        migrations.RemoveConstraint("apikey", "a_key_expires_after_it_was_made"),
        migrations.RemoveConstraint("keyuse", "one_count_a_day_and_endpoint"),
        migrations.RemoveConstraint("prorequest", "one_pending_request_at_a_time"),
        migrations.AddConstraint(
            "user",
            models.UniqueConstraint(
                Lower("email"),
                condition=~Q(email=""),
                name="unique_user_email",
                violation_error_message="Another account has this e-mail address.",
            ),
        ),
        migrations.AddConstraint(
            "user", models.CheckConstraint(condition=Q(tier__in=["researcher", "pro"]), name="valid_user_tier")
        ),
        migrations.AddConstraint(
            "apikey",
            models.CheckConstraint(
                condition=Q(expires_at=None) | Q(expires_at__gt=F("created_at")), name="api_key_expires_after_creation"
            ),
        ),
        migrations.AddConstraint(
            "keyuse", models.UniqueConstraint(fields=["key", "day", "endpoint"], name="unique_key_day_endpoint")
        ),
        migrations.AddConstraint(
            "prorequest",
            models.UniqueConstraint(fields=["user"], condition=Q(state="pending"), name="one_pending_request_per_user"),
        ),
    ]
