"""What an entity is: made, and corrected."""

from decimal import Decimal

from django.utils import timezone

from graph.actions.exceptions import ActionRefused
from graph.actions.locking import locked, refuse_taken
from graph.descriptions import describe
from graph.journal import journalled
from graph.kinds import KINDS
from graph.models import DETAILS, Change, Entity

OF_THE_ENTITY = ("name", "description")


def create(*, kind, name, slug, country_code="", status=Entity.Status.PUBLISHED, by=None, note="", **facts) -> Entity:
    """A new entity with the facts of its kind; a description that is not given is composed.

    Raises ActionRefused for a slug that was ever given, ValidationError for what is no value of a field.
    """
    with journalled(by=by, note=note) as journal:
        refuse_taken(slug)
        times = {"created_at": journal.at, "updated_at": journal.at}
        entity = Entity(kind=kind, name=name, slug=slug, country_code=country_code, status=status, **times)
        details = DETAILS[kind](entity=entity)
        _set(entity, details, facts)
        _save(entity, details)
        journal.record(entity.pk, Change.Action.CREATED)
        describe([entity.pk], timezone.localdate(), journal)
    entity.refresh_from_db()
    return entity


def update(*, entity: Entity, by=None, note="", **facts) -> Entity:
    """Set facts of the entity: its name, its description, or fields of its kind. No import overrules them.

    Kind, country, slug and status are not facts: the first two stay, the others have verbs of their own. What is so
    already is no change. Raises ActionRefused, ValidationError.
    """
    with journalled(by=by, note=note) as journal:
        (entity,) = locked(entity)
        details = entity.details or DETAILS[entity.kind](entity=entity)
        changed = _set(entity, details, facts)
        if changed:
            _save(entity, details)
            _take_over(entity, changed)
            journal.record(entity.pk, Change.Action.UPDATED, changed)
            describe([entity.pk], timezone.localdate(), journal)
    entity.refresh_from_db()
    return entity


def _set(entity, details, facts):
    """Set the values; return the old and new ones of those that differ."""
    allowed = {*OF_THE_ENTITY, *KINDS[entity.kind].stored_fields}
    if facts.keys() - allowed:
        raise ActionRefused(f"A {entity.kind} has no {', '.join(sorted(facts.keys() - allowed))}.")
    changed = {}
    for name, value in facts.items():
        row = entity if name in OF_THE_ENTITY else details
        value = row._meta.get_field(name).to_python(value)
        if getattr(row, name) != value:
            changed[name] = [_plain(getattr(row, name)), _plain(value)]
            setattr(row, name, value)
    if "description" in changed:
        entity.description_is_composed = False
    return changed


def _save(entity, details):
    entity.full_clean()
    entity.save()
    details.full_clean(exclude=["entity"])
    details.save()


def _take_over(entity, changed):
    """No source is cited for what an editor wrote; so no import changes it."""
    for citation in entity.citations.all():
        left = [name for name in citation.facts if name not in changed]
        if left != citation.facts:
            citation.facts = left
            citation.save(update_fields=["facts"])


def _plain(value):
    """As the journal keeps it: JSON, with null for what is not known."""
    if isinstance(value, Decimal):
        return float(value)
    return None if value == "" else value
