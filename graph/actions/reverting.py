"""An entity as an earlier version of it was."""

from graph.actions.editing import editing
from graph.actions.exceptions import ActionRejected
from graph.journal.history import COMPOSED, differences, edited_since, restore_rows
from graph.journal.revisions import Difference
from graph.models import DETAILS, Change, Citation, Composition, Entity, Identifier, OtherName, Relationship, SeatShare

OF_OTHER_VERBS = ("slug", "status")
CAN_BE_REVERTED = {
    Entity, *DETAILS.values(), OtherName, Identifier, Citation, Relationship, Composition, SeatShare
}  # fmt: skip
LEAD_TO_NEIGHBOURS = ("object_id", "election_id", "party_id")


def revert(*, entity: Entity, to: Change, seen: int | None = None, by=None, note="") -> None:
    """Make the facts, names, identifiers, citations and statements of the entity what they were after the change.

    Slug and status stay. Raises EditConflict, and ActionRejected where nothing differs, or a merge lies between.
    """
    with editing(entity, seen=seen, by=by, note=note) as journal:
        found = since(entity, to)
        if not found:
            raise ActionRejected("Nothing has been edited since.")
        restore_rows(found, journal.at)


def since(entity: Entity, change: Change) -> list[Difference]:
    """How the rows of the entity were right after the change, and how editors left them last."""
    later = Change.objects.filter(entity_id=entity.pk, pk__gt=change.pk, revision__isnull=False).order_by("pk")
    later = [row for row in later if row.revision != change.revision]
    if any("merged" in row.fields for row in later):
        raise ActionRejected("A merge lies between: take that back first.")
    revisions = list(dict.fromkeys(row.revision for row in later))
    found = {}
    rows = differences(revisions)
    chambers = _compositions(entity, rows)
    for row in rows:
        if row.model in CAN_BE_REVERTED and _belongs(row, entity, chambers):
            first = found.get((row.model, row.pk), row)
            found[row.model, row.pk] = Difference(row.model, row.pk, first.before, row.after)
    _refuse_lost_neighbours(found.values())
    differing = [row for row in found.values() if row.before != row.after]
    _refuse_other_seats(differing)
    return [_what_is_reverted(row) for row in differing]


def _refuse_lost_neighbours(found):
    """A neighbour that was merged since is there no more; the rows now speak of the one it is."""
    keys = {row.before.get(column) for row in found if row.before for column in LEAD_TO_NEIGHBOURS} - {None}
    if Entity.objects.filter(pk__in=keys).count() < len(keys):
        raise ActionRejected("An entity it was related to has been merged into another since.")


def _refuse_other_seats(found):
    """Seats add up: where a merge folded some of them, or an import counted anew, the former ones fit no more."""
    if edited_since([row for row in found if row.model is SeatShare]):
        raise ActionRejected("Its seats have changed since by a merge or an import: correct them by hand.")


def _compositions(entity, rows):
    """The keys of all that the entity has or had."""
    told = {row.pk for row in rows if row.model is Composition and row.entity_id == entity.pk}
    return told | set(entity.compositions.values_list("pk", flat=True))


def _belongs(row, entity, compositions):
    """Whether it is the entity's: a merge told of here has moved rows of others too."""
    if row.model is Entity:
        return row.pk == entity.pk and row.before is not None
    if row.model is SeatShare:
        return row.value("composition_id") in compositions
    return row.entity_id == entity.pk


def _what_is_reverted(row):
    """Without the columns that have verbs of their own, and without texts that are composed then as now."""
    if row.before is None or row.after is None:
        return row
    kept = {*OF_OTHER_VERBS} & row.after.keys() if row.model is Entity else set()
    kept |= {name for name, flag in COMPOSED.items() if row.before.get(flag) and row.after.get(flag)}
    return Difference(row.model, row.pk, row.before | {name: row.after[name] for name in kept}, row.after)
