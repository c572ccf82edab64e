"""What was written before the journal spoke for itself gets its words and its places."""

from django.db import migrations
from django.db.models import F, Max, OuterRef, QuerySet, Subquery

BATCH = 2000


def speak(apps, schema_editor):
    change, entity_model = apps.get_model("graph", "Change"), apps.get_model("graph", "Entity")
    entity = entity_model.objects.filter(pk=OuterRef("entity_id"))
    words = {name: Subquery(entity.values(name)[:1]) for name in ("kind", "country_code", "slug", "name")}
    QuerySet.update(change.objects.all(), **words)
    unpublished = entity_model.objects.exclude(status="published").values("pk")
    QuerySet.update(change.objects.filter(entity_id__in=unpublished), is_public=False)


def name_the_unnamed(apps, schema_editor):
    """Entities that were written around the journal: each was created, no later than it was last updated."""
    change, entity_model = apps.get_model("graph", "Change"), apps.get_model("graph", "Entity")
    created = change.objects.filter(action="created").values("entity_id")
    rows = (
        _creation(change, entity)
        for entity in entity_model.objects.exclude(pk__in=created).order_by("pk").iterator(BATCH)
    )
    change.objects.bulk_create(rows, batch_size=BATCH)


def _creation(change, entity):
    return change(
        entity_id=entity.pk,
        kind=entity.kind,
        country_code=entity.country_code,
        slug=entity.slug,
        name=entity.name,
        is_public=entity.status == "published",
        action="created",
        at=entity.updated_at,
        via="catalogue",
    )


def put_in_order(apps, schema_editor):
    change, numbering = apps.get_model("graph", "Change"), apps.get_model("graph", "JournalState")
    QuerySet.update(change.objects.all(), position=F("pk"))
    numbering.objects.create(pk=1, at=change.objects.aggregate(at=Max("at"))["at"] or numbering().at)


def forget_what_is_gone(apps, schema_editor):
    """Backwards every row leads to an entity again."""
    change, entity_model = apps.get_model("graph", "Change"), apps.get_model("graph", "Entity")
    QuerySet.delete(change.objects.exclude(entity_id__in=entity_model.objects.values("pk")))


class Migration(migrations.Migration):
    dependencies = [("graph", "0006_journal_speaks_for_itself")]
    # The columns go with the migration before.
    operations = [
        migrations.RunPython(speak, forget_what_is_gone),
        migrations.RunPython(name_the_unnamed, migrations.RunPython.noop),
        migrations.RunPython(put_in_order, migrations.RunPython.noop),
    ]
