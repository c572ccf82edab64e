"""What an entity is: made, and corrected."""

from collections.abc import Collection
from decimal import Decimal

from django.db.models import Model
from django.utils import timezone

from graph.actions.exceptions import ActionRejected
from graph.actions.locking import locked, reject_taken_slug
from graph.actions.rows import write_many
from graph.batches import batches
from graph.descriptions import describe, described_by
from graph.journal.history import COMPOSED
from graph.journal.journal import journalled
from graph.kinds import KINDS
from graph.models import DETAILS, Change, Citation, Entity

OF_THE_ENTITY = ("name", "description")


def create(*, kind, name, slug, country_code="", status=Entity.Status.PUBLISHED, by=None, note="", **facts) -> Entity:
    """A new entity with the facts of its kind; a description that is not given is composed.

    Raises ActionRejected for a slug that was ever given, ValidationError for what is no value of a field.
    """
    with journalled(by=by, note=note) as journal:
        reject_taken_slug(slug)
        times = {"created_at": journal.at, "updated_at": journal.at}
        entity = Entity(kind=kind, name=name, slug=slug, country_code=country_code, status=status, **times)
        details = DETAILS[kind](entity=entity)
        set_facts(entity, details, facts)
        _save(entity, details)
        journal.record(entity.pk, Change.Action.CREATED)
        describe([entity.pk], timezone.localdate(), journal)
    entity.refresh_from_db()
    return entity


def update(*, entity: Entity, by=None, note="", **facts) -> Entity:
    """Set facts of the entity: its name, its description, or fields of its kind. No import overrules them.

    Kind, country, slug and status are not facts: the first two stay, the others have verbs of their own. What is so
    already is no change. Raises ActionRejected, ValidationError.
    """
    with journalled(by=by, note=note) as journal:
        (entity,) = locked(entity)
        details = entity.details or DETAILS[entity.kind](entity=entity)
        changed = set_facts(entity, details, facts)
        if changed:
            _save(entity, details)
            take_over({entity.pk: changed})
            journal.record(entity.pk, Change.Action.UPDATED, changed)
            describe(worded_by({entity.pk: changed}), timezone.localdate(), journal)
    entity.refresh_from_db()
    return entity


def worded_by(changed: dict[int, Collection[str]]) -> set[int]:
    """The keys of the entities whose texts follow from these facts: their own, and of a name those of others too."""
    renamed = [pk for pk, facts in changed.items() if "name" in facts]
    return {*changed, *(pk for batch in batches(renamed) for pk in described_by(batch))}


def set_facts(entity: Entity, details: Model, facts: dict) -> dict[str, list]:
    """Set the values, without saving; return the old and new ones of those that differ.

    Raises ActionRejected for what is no fact of the kind, ValidationError for what is no value of its type.
    """
    allowed = {*OF_THE_ENTITY, *KINDS[entity.kind].stored_fields}
    if facts.keys() - allowed:
        raise ActionRejected(f"A {entity.kind} has no {', '.join(sorted(facts.keys() - allowed))}.")
    changed = {}
    for name, value in facts.items():
        row = entity if name in OF_THE_ENTITY else details
        value = row._meta.get_field(name).to_python(value)
        if getattr(row, name) != value:
            changed[name] = [plain(getattr(row, name)), plain(value)]
            setattr(row, name, value)
    _keep_what_is_written(entity, details, changed)
    return changed


def _keep_what_is_written(entity, details, changed):
    """What an editor wrote is composed no more; what an editor emptied is composed again."""
    for row, name in ((entity, "description"), (details, "overview")):
        if name in changed:
            setattr(row, COMPOSED[name], not getattr(row, name))


def _save(entity, details):
    entity.full_clean()
    entity.save()
    details.full_clean(exclude=["entity"])
    details.save()


def take_over(changed: dict[int, Collection[str]], but=()) -> None:
    """No source is cited for what an editor wrote, but by the citations with these keys; so no import changes it.

    ``changed`` are the facts, by the key of the entity.
    """
    keys = [pk for pk, facts in changed.items() if facts]
    rows = (row for batch in batches(keys) for row in Citation.objects.filter(entity__in=batch).order_by("pk"))
    relieved = []
    for citation in rows:
        left = [name for name in citation.facts if name not in changed[citation.entity_id]]
        if left != citation.facts and citation.pk not in but:
            citation.facts = left
            relieved.append(citation)
    write_many(relieved, ["facts"])


def plain(value):
    """As the journal keeps a value of a column: JSON, with null for what is not known."""
    if isinstance(value, Decimal):
        return float(value)
    return None if value == "" else value
