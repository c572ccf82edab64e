"""The groups of those who write the graph, and of those who say what of it is told."""

from django.db import migrations

KINDS = ("country", "politician", "party", "election", "office", "institution", "ideology")
VIEW = [(kind, f"view_{kind}", f"Can view {kind}") for kind in KINDS]
WRITE = [(kind, f"{verb}_{kind}", f"Can {verb} {kind}") for kind in KINDS for verb in ("add", "change")]
PUBLISH = [
    ("entity", "publish_entity", "Can publish drafts, and restore what was withdrawn"),
    ("entity", "withdraw_entity", "Can withdraw entities"),
    ("entity", "merge_entity", "Can merge entities, and undo it"),
    ("entity", "rename_entity", "Can change the slug of entities"),
]
SOURCES = [("source", f"{verb}_source", f"Can {verb} source") for verb in ("add", "change", "view")]
GROUPS = {"editors": VIEW + WRITE + SOURCES, "publishers": [*VIEW, *PUBLISH, SOURCES[-1]]}
"""The model and the two names of each permission, as Django makes them at the end of a migration: too late for a fresh
database. An account can be in both groups."""


def make_groups(apps, schema_editor):
    database = schema_editor.connection.alias
    for name, permissions in GROUPS.items():
        group, _ = apps.get_model("auth", "Group").objects.using(database).get_or_create(name=name)
        group.permissions.add(*[_permission(apps, database, *of) for of in permissions])


def remove_groups(apps, schema_editor):
    apps.get_model("auth", "Group").objects.using(schema_editor.connection.alias).filter(name__in=GROUPS).delete()


def _permission(apps, database, model, codename, name):
    types = apps.get_model("contenttypes", "ContentType").objects.using(database)
    of_model, _ = types.get_or_create(app_label="graph", model=model)
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    return permissions.get_or_create(content_type=of_model, codename=codename, defaults={"name": name})[0]


class Migration(migrations.Migration):
    dependencies = [
        ("graph", "0010_kinds_in_the_admin"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make_groups, remove_groups)]
