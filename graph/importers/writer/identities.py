"""Apply the records that merge or rename entities, or remove other names that belong to another entity. This is done
while the records are read, so that later records find the right entity."""

from graph.actions import ActionRejected, EntityEdit, merge, rename, versions_of, write_entities
from graph.importers.records import IdentityRecord, MergeRecord, RemoveNamesRecord, RenameRecord
from graph.importers.writer.report import Report
from graph.journal.journal import attributed
from graph.models import Entity

MERGE, RENAME, REMOVE_NAMES = "merge", "slug", "other names"


def identify(record: IdentityRecord, source: str, report: Report) -> None:
    """Merge or rename an entity or remove its names, unless an earlier import did so. The journal names ``source``, the
    slug of a source, as the origin. If the action is not possible, reject the record in the report."""
    name, action = ACTIONS[type(record)]
    try:
        with attributed(source):
            is_done = action(record)
    except (ActionRejected, Entity.DoesNotExist) as error:
        report.reject(str(error), record.line)
    else:
        (report.updated if is_done else report.matched)[name] += 1


def _merge(record):
    entity, into = (Entity.objects.with_slug(slug) for slug in (record.slug, record.into))
    if entity != into:
        merge(entity=entity, into=into)
    return entity != into


def _rename(record):
    entity = Entity.objects.with_slug(record.slug)
    if is_new := entity.slug != record.new_slug:
        rename(entity=entity, slug=record.new_slug)
    return is_new


def _remove_names(record):
    entity = Entity.objects.with_slug(record.slug)
    names = list(entity.other_names.all())
    others = [name for name in names if name.name not in record.names]
    if is_new := len(others) < len(names):
        write_entities([EntityEdit(entity, other_names=others)], seen=versions_of([entity.pk]))
    return is_new


ACTIONS = {
    MergeRecord: (MERGE, _merge),
    RenameRecord: (RENAME, _rename),
    RemoveNamesRecord: (REMOVE_NAMES, _remove_names),
}
