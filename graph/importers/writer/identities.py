"""Apply the records that merge, rename or withdraw entities, or remove wrong names and relationships."""

from graph.actions import ActionRejected, EntityEdit, editing, merge, rename, versions_of, withdraw, write_entities
from graph.importers import records
from graph.importers.writer.report import Report
from graph.journal.journal import attributed
from graph.journal.revisions import delete_many
from graph.models import Entity, Relationship


def identify(record: records.IdentityRecord, source: str, report: Report) -> None:
    """Apply a record, unless an earlier import has applied it. The journal (the history of all entities) names
    ``source``, a slug, as the origin of the change. If the change is not possible, report the record as rejected."""
    name, action = ACTIONS[type(record)]
    try:
        with attributed(source):
            is_done = action(Entity.objects.with_slug(record.slug), record)
    except (ActionRejected, Entity.DoesNotExist) as error:
        report.reject(str(error), record.line)
    else:
        (report.updated if is_done else report.matched)[name] += 1


def _merge(entity, record):
    into = Entity.objects.with_slug(record.into)
    if entity != into:
        merge(entity=entity, into=into)
    return entity != into


def _rename(entity, record):
    if is_new := entity.slug != record.new_slug:
        rename(entity=entity, slug=record.new_slug)
    return is_new


def _remove_names(entity, record):
    names = list(entity.other_names.all())
    others = [name for name in names if name.name not in record.names]
    if is_new := len(others) < len(names):
        write_entities([EntityEdit(entity, other_names=others)], seen=versions_of([entity.pk]))
    return is_new


def _withdraw(entity, record):
    if is_new := entity.status == Entity.Status.PUBLISHED:
        withdraw(entity=entity, note=record.note)
    return is_new


def _remove_relationship(entity, record):
    object_ = Entity.objects.with_slug(record.object)
    found = Relationship.objects.filter(subject=entity, type=record.type, object=object_, start_date=record.start_date)
    if keys := list(found.values_list("pk", flat=True)):
        with editing(entity):
            delete_many(Relationship, keys)
    return bool(keys)


ACTIONS = {
    records.MergeRecord: ("merge", _merge),
    records.RenameRecord: ("slug", _rename),
    records.RemoveNamesRecord: ("other names", _remove_names),
    records.WithdrawRecord: ("withdrawal", _withdraw),
    records.RemoveRelationshipRecord: ("removal", _remove_relationship),
}
