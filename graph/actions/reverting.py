from graph.actions.editing import PROTECTED_COLUMNS, editing
from graph.actions.preconditions import ActionRejected
from graph.journal.history import COMPOSED, differences, edited_since, restore_rows
from graph.journal.revisions import Difference
from graph.models import Change, Composition, Entity, Redirect, SeatShare

NEIGHBOUR_COLUMNS = ("object_id", "election_id", "party_id")


def revert(*, entity: Entity, to: Change, seen: int | None = None, by=None, note="") -> None:
    """Restore the entity and its rows to their state after ``to``, an earlier change in the journal. Only rows that an
    editor has changed since then are restored. Kind, country, slug, status and election results do not change.

    ``seen`` is the version of the entity that the editor has read: the primary key of its newest journal row. None
    skips the check. Raise EditConflict if the entity has changed since then. Raise ActionRejected if no editor has
    changed the entity after ``to``, or if a later merge or import makes the revert impossible."""
    with editing(entity, seen=seen, by=by, note=note) as journal:
        restore_rows(differences_since(entity, to), journal.at)


def differences_since(entity: Entity, change: Change) -> list[Difference]:
    """Return the rows of the entity that editors have changed after ``change``, a journal row. Each `Difference` has
    the row before the first of these edits and after the last one. Raise ActionRejected if there are no such rows, or
    if a later merge or import makes a revert impossible."""
    later = Change.objects.filter(entity_id=entity.pk, pk__gt=change.pk, revision__isnull=False).order_by("pk")
    later = [row for row in later if row.revision != change.revision]
    if any("merged" in row.fields for row in later):
        raise ActionRejected("A merge lies between: undo that first.")
    rows = differences(dict.fromkeys(row.revision for row in later))
    compositions = {row.pk for row in rows if row.model is Composition and row.entity_id == entity.pk}
    compositions |= set(entity.compositions.values_list("pk", flat=True))
    found = {}
    for row in rows:
        if row.model is not Redirect and _belongs_to(entity, row, compositions):
            first = found.get((row.model, row.pk), row)
            found[row.model, row.pk] = Difference(row.model, row.pk, first.before, row.after)
    _reject_merged_neighbours(found.values())
    differing = [row for row in found.values() if row.before != row.after]
    if edited_since([row for row in differing if row.model is SeatShare]):
        raise ActionRejected("Its seats have changed since by a merge or an import: correct them by hand.")
    if not differing:
        raise ActionRejected("Nothing has been edited since.")
    return [_without_protected_columns(row) for row in differing]


def _reject_merged_neighbours(found):
    keys = {row.before.get(column) for row in found if row.before for column in NEIGHBOUR_COLUMNS} - {None}
    if Entity.objects.filter(pk__in=keys).count() < len(keys):
        raise ActionRejected("An entity it was related to has been merged into another since.")


def _belongs_to(entity, row, compositions):
    """Return True if a revert of ``entity`` can restore ``row``, a database row that an edit or a merge has changed.
    Return False in these cases:

    - The row belongs to another entity. For example, one merge changes rows of several entities.
    - The change is the creation of the entity, which a revert does not undo.

    A row with the seats of a party belongs to a composition (the seats of a chamber by party), and the composition to
    the entity. ``compositions`` are the primary keys of the entity's compositions."""
    if row.model is Entity:
        return row.pk == entity.pk and row.before is not None
    if row.model is SeatShare:
        return row.value("composition_id") in compositions
    return row.entity_id == entity.pk


def _without_protected_columns(row):
    """``row`` has the values of a database row before and after an edit. Return a copy of ``row``, in which the old
    values of some columns are replaced by the new ones. So a revert, which restores old values, does not change these
    columns:

    - the kind, country, slug and status of an entity
    - a description or overview, if the service wrote it both before and after the edit

    If the edit created or deleted the database row, return ``row`` itself."""
    if row.before is None or row.after is None:
        return row
    current = PROTECTED_COLUMNS & row.after.keys() if row.model is Entity else set()
    current |= {name for name, flag in COMPOSED.items() if row.before.get(flag) and row.after.get(flag)}
    return Difference(row.model, row.pk, row.before | {name: row.after[name] for name in current}, row.after)
