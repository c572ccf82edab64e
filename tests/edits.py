"""Create and change entities, and create and delete relationships, with `graph.actions.editing`, as a save in the
editorial admin does."""

from graph.actions import editing
from graph.actions.facts import set_facts
from graph.models import DETAILS, Entity, Relationship


def create(*, kind, name, slug, country_code="", status="published", by=None, note="", **facts):
    with editing(by=by, note=note) as journal:
        times = {"created_at": journal.at, "updated_at": journal.at}
        entity = Entity(kind=kind, name=name, slug=slug, country_code=country_code, status=status, **times)
        _save_facts(entity, facts)
    entity.refresh_from_db()
    return entity


def update(*, entity, by=None, note="", **facts):
    with editing(entity, by=by, note=note):
        entity.refresh_from_db()
        _save_facts(entity, facts)
    entity.refresh_from_db()
    return entity


def _save_facts(entity, facts):
    details = entity.details or DETAILS[entity.kind](entity=entity)
    if set_facts(entity, details, facts) or entity._state.adding:
        entity.full_clean()
        entity.save()
        details.full_clean(exclude=["entity"])
        details.save()


def relate(*, subject, type, object, source, by=None, note="", **values):
    with editing(subject, by=by, note=note) as journal:
        ends = {"subject": subject, "object": object, "type": type}
        relationship = Relationship(**ends, source=source, updated_at=journal.at, **values)
        relationship.set_computed_days()
        relationship.full_clean()
        relationship.save()
    return relationship


def unrelate(*, relationship, by=None, note=""):
    with editing(relationship.subject, by=by, note=note):
        relationship.delete()
