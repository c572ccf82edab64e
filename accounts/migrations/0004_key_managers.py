"""The group of those who decide about pro and look after keys."""

from django.db import migrations

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
"""The model and the two names of each, as Django makes them at the end of a migration: too late for a fresh database."""


def make_group(apps, schema_editor):
    database = schema_editor.connection.alias
    group, _ = apps.get_model("auth", "Group").objects.using(database).get_or_create(name=NAME)
    group.permissions.add(*[_permission(apps, database, *of) for of in PERMISSIONS])


def remove_group(apps, schema_editor):
    apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias).filter(name=NAME).delete()


def _permission(apps, database, model, codename, name):
    types = apps.get_model("contenttypes", "ContentType").objects.using(database)
    of_model, _ = types.get_or_create(app_label="accounts", model=model)
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    return permissions.get_or_create(content_type=of_model, codename=codename, defaults={"name": name})[0]


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_permissions_of_managers"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make_group, remove_group)]
