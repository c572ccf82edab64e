from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from graph.actions.editing import record_revision
from graph.actions.facts import ENTITY_FACTS, set_facts
from graph.actions.preconditions import ActionRejected, EditConflict, lock, reject_taken_slugs, versions_of
from graph.batches import batches
from graph.journal.history import COMPOSED
from graph.journal.journal import journalled
from graph.journal.revisions import add_many, delete_many, write_many
from graph.kinds import KINDS
from graph.models import DETAILS, Change, Entity, Identifier, OtherName


@dataclass(eq=False)
class EntityEdit:
    """The planned changes of one entity. An ``entity`` without a primary key is a new one. ``facts`` maps names of
    facts to new values. ``other_names`` and ``identifiers`` are complete new lists. If a list is None, the stored one
    remains."""

    entity: Entity
    facts: dict = field(default_factory=dict)
    other_names: list[OtherName] | None = None
    identifiers: list[Identifier] | None = None


def write_entities(wanted: Collection[EntityEdit], *, seen: dict[int, int], by=None, note="") -> None:
    """Create or update an entity for each edit in ``wanted``, all in one transaction. Also update the texts and
    citations that depend on the changes. The journal shows the user ``by`` and the ``note``.

    ``seen`` maps the primary key of each entity to update to the version that the editor has read. A version is the
    primary key of the entity's newest journal row, or 0.

    If an exception is raised, nothing is stored. Raise EditConflict if an entity has changed since the editor read it,
    or if it is missing in ``seen``. Raise ActionRejected if an entity no longer exists, if a new slug is taken, or for
    a fact that the kind of entity does not have. Raise ValidationError for a fact of the wrong type. Other rules of the
    model fields are not checked."""
    with journalled(by=by, note=note, separate_revisions=True) as journal:
        current_rows = _locked([row.entity.pk for row in wanted if row.entity.pk is not None], seen)
        _create([row for row in wanted if row.entity.pk is None], journal.at)
        _update([row for row in wanted if row.entity.pk in current_rows], current_rows)
        _replace(OtherName, {row.entity.pk: row.other_names for row in wanted}, ("name", "lang", "kind"))
        _replace(Identifier, {row.entity.pk: row.identifiers for row in wanted}, ("scheme", "value"))
        record_revision(journal)


def _locked(keys, seen) -> dict[int, Entity]:
    lock(keys)
    # Fetch the details in a second query: PostgreSQL cannot lock the rows of an outer join.
    rows = {row.pk: row for batch in batches(keys) for row in Entity.objects.filter(pk__in=batch).with_details()}
    if len(rows) < len(set(keys)):
        raise ActionRejected("An entity no longer exists: it has been merged into another.")
    for pk, version in versions_of(rows).items():
        if seen.get(pk) != version:
            raise EditConflict(Change.objects.filter(entity_id=pk, pk__gt=seen.get(pk, 0)).order_by("pk"))
    return rows


def _create(wanted, moment):
    reject_taken_slugs(row.entity.slug for row in wanted)
    details = []
    for row in wanted:
        row.entity.created_at = row.entity.updated_at = moment
        details.append(DETAILS[row.entity.kind](entity=row.entity))
        set_facts(row.entity, details[-1], row.facts)
    add_many(row.entity for row in wanted)
    for row in details:
        row.entity_id = row.entity.pk
    add_many(details)


def _update(wanted, current_rows):
    entities, details_of, new_details = [], defaultdict(list), []
    for row in wanted:
        entity = current_rows[row.entity.pk]
        details = entity.details or DETAILS[entity.kind](entity=entity)
        changed = set_facts(entity, details, row.facts)
        if changed.keys() & set(ENTITY_FACTS):
            entities.append(entity)
        if changed.keys() - set(ENTITY_FACTS):
            (new_details if details._state.adding else details_of[entity.kind]).append(details)
    add_many(new_details)
    write_many(entities, _with_flags(ENTITY_FACTS))
    for kind, rows in details_of.items():
        write_many(rows, _with_flags(KINDS[kind].stored_fields))


def _with_flags(facts):
    return [*facts, *(COMPOSED[name] for name in facts if name in COMPOSED)]


def _replace(model, wanted, columns):
    """Replace the names or the identifiers of entities. ``model`` is `OtherName` or `Identifier`. ``wanted`` maps the
    primary key of an entity to the complete list of its new rows, or to None if its rows must not change. If a stored
    row has the same values in ``columns`` as a new row, the stored row remains."""
    rows_of = {pk: rows for pk, rows in wanted.items() if rows is not None}
    missing = {(pk, *_key(row, columns)): row for pk, rows in rows_of.items() for row in rows}
    stored = (row for batch in batches(rows_of) for row in model.objects.filter(entity__in=batch).order_by("pk"))
    delete_many(model, [row.pk for row in stored if not missing.pop((row.entity_id, *_key(row, columns)), None)])
    for (pk, *_), row in missing.items():
        row.entity_id = pk
    add_many(missing.values())


def _key(row, columns):
    return tuple(getattr(row, name) for name in columns)
