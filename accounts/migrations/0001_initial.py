"""Create the tables of the app accounts, and the group "key managers" with its permissions."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

NAME = "key managers"
PERMISSIONS = [
    ("prorequest", "view_prorequest", "Can view pro request"),
    ("prorequest", "decide_prorequest", "Can decide pro requests"),
    ("tierdecision", "view_tierdecision", "Can view tier decision"),
    ("apikey", "view_apikey", "Can view API key"),
    ("apikey", "revoke_apikey", "Can revoke API keys"),
    ("user", "view_user", "Can view user"),
    ("user", "revoke_pro", "Can revoke pro from accounts"),
]
"""The permissions of the group "key managers": model, codename and name of each. This migration creates them, because
Django creates permissions only after the last migration, when the group must already have them."""


def create_group(apps, schema_editor):
    database = schema_editor.connection.alias
    group, _ = apps.get_model("auth", "Group").objects.using(database).get_or_create(name=NAME)
    group.permissions.add(*[_permission(apps, database, *row) for row in PERMISSIONS])


def delete_group(apps, schema_editor):
    apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias).filter(name=NAME).delete()


def _permission(apps, database, model, codename, name):
    types = apps.get_model("contenttypes", "ContentType").objects.using(database)
    content_type, _ = types.get_or_create(app_label="accounts", model=model)
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    return permissions.get_or_create(content_type=content_type, codename=codename, defaults={"name": name})[0]


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                (
                    "tier",
                    models.CharField(
                        choices=[("researcher", "Researcher"), ("pro", "Pro")], default="researcher", max_length=20
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "permissions": [("revoke_pro", "Can revoke pro from accounts")],
                "abstract": False,
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("email"),
                        condition=models.Q(("email", ""), _negated=True),
                        name="unique_user_email",
                        violation_error_message="Another account has this e-mail address.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("tier__in", ["researcher", "pro"])), name="valid_user_tier"
                    ),
                ],
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="ApiKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="keys", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("name", models.CharField(help_text="The owner's description of its purpose.", max_length=60)),
                (
                    "digest",
                    models.CharField(editable=False, help_text="SHA-256, hexadecimal.", max_length=64, unique=True),
                ),
                ("prefix", models.CharField(editable=False, max_length=8, verbose_name="begins with")),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="created"),
                ),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="expires")),
                (
                    "last_used_at",
                    models.DateTimeField(
                        blank=True, editable=False, help_text="To the hour.", null=True, verbose_name="last used"
                    ),
                ),
                ("revoked_at", models.DateTimeField(blank=True, editable=False, null=True, verbose_name="revoked")),
                (
                    "successor",
                    models.OneToOneField(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="predecessor",
                        to="accounts.apikey",
                    ),
                ),
                (
                    "reminded_at",
                    models.DateTimeField(
                        blank=True, editable=False, help_text="When the e-mail about the expiry was sent.", null=True
                    ),
                ),
            ],
            options={
                "verbose_name": "API key",
                "ordering": ["-created_at", "-pk"],
                "permissions": [("revoke_apikey", "Can revoke API keys")],
                "default_permissions": ["view"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("expires_at", None), ("expires_at__gt", models.F("created_at")), _connector="OR"
                        ),
                        name="api_key_expires_after_creation",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="KeyUse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="use", to="accounts.apikey"
                    ),
                ),
                ("day", models.DateField()),
                ("endpoint", models.CharField(help_text="The endpoint's throttle scope.", max_length=20)),
                ("served", models.PositiveIntegerField(default=0)),
                (
                    "throttled",
                    models.PositiveIntegerField(
                        default=0, help_text="Requests above the allowance, rejected with 429."
                    ),
                ),
                (
                    "busiest_minute",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="The most requests of the whole account in one minute in which this key was used.",
                    ),
                ),
            ],
            options={
                "verbose_name": "use of a key",
                "verbose_name_plural": "use of keys",
                "ordering": ["-day", "endpoint"],
                "default_permissions": [],
                "constraints": [
                    models.UniqueConstraint(fields=("key", "day", "endpoint"), name="unique_key_day_endpoint")
                ],
            },
        ),
        migrations.CreateModel(
            name="ProRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pro_requests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("organisation", models.CharField(max_length=120)),
                (
                    "purpose",
                    models.TextField(help_text="What you use the data for, and where you publish it.", max_length=2000),
                ),
                ("expected_volume", models.PositiveIntegerField(help_text="Requests per day.")),
                (
                    "state",
                    models.CharField(
                        choices=[("pending", "Pending"), ("approved", "Approved"), ("declined", "Declined")],
                        default="pending",
                        editable=False,
                        max_length=20,
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name="requested"),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "permissions": [("decide_prorequest", "Can decide pro requests")],
                "default_permissions": ["view"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "pending")), fields=("user",), name="one_pending_request_per_user"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TierDecision",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tier_decisions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        help_text="None without a request: an operator issued a pro key, or a manager revoked pro.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="accounts.prorequest",
                    ),
                ),
                (
                    "verdict",
                    models.CharField(
                        choices=[("approved", "Approved"), ("declined", "Declined"), ("revoked", "Revoked")],
                        max_length=20,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        help_text="None if a management command decided.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("message", models.TextField(blank=True, help_text="Message to the applicant.", max_length=2000)),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "default_permissions": ["view"],
            },
        ),
        migrations.RunPython(create_group, delete_group),
    ]
