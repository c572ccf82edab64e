"""An entity with all that belongs to it, edited at one go: whatever was saved is found out in the end, and told."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone

from graph.actions.exceptions import ActionRejected
from graph.actions.facts import OF_THE_ENTITY, plain, take_over, worded_by
from graph.actions.locking import locked
from graph.actions.seats import chambers_of_shares, seats_told
from graph.descriptions import describe
from graph.journal.history import COMPOSED
from graph.journal.journal import Journal, journalled
from graph.journal.revisions import Difference
from graph.kinds import KINDS
from graph.models import (
    DETAILS,
    Change,
    Citation,
    Composition,
    Entity,
    Identifier,
    OtherName,
    Redirect,
    Relationship,
    Source,
)
from graph.models.names import RECORD_SCHEME
from graph.seats import COMPOSITION

HAVE_VERBS_OF_THEIR_OWN = ("kind", "slug", "status", "country_code")
PARTS = {OtherName: "other_names", Identifier: "identifiers", Citation: "sources"}
OWNERS = {Relationship: "subject_id", Composition: "institution_id"} | dict.fromkeys(
    (*PARTS, *DETAILS.values()), "entity_id"
)
"""The column that says to which entity a row belongs."""


class EditConflict(ActionRejected):
    """Somebody else changed the entity since it was read; ``changes`` are the journal's words of it."""

    def __init__(self, changes):
        super().__init__("Somebody else has changed it in the meantime.")
        self.changes = changes


def version_of(entity: Entity) -> int:
    """A number that every change of the entity raises; 0 where the journal does not know it."""
    newest = Change.objects.filter(entity_id=entity.pk).order_by("-pk").values_list("pk", flat=True)
    return newest.first() or 0


@contextmanager
def editing(entity: Entity | None = None, *, seen: int | None = None, by=None, note="") -> Iterator[Journal]:
    """Within, the rows of the entity may be saved and deleted, as forms do: its facts, names, identifiers, citations,
    the statements it is the subject of, the compositions it has. Without an entity a new one is to be saved.

    What was read is of the version ``seen``. All of it is one revision. Raises EditConflict, and ActionRejected for
    what has a verb of its own or belongs to others.
    """
    with journalled(by=by, note=note) as journal:
        if entity is not None:
            locked(entity)
            reject_outdated(entity, seen)
        yield journal
        _tell(entity, journal)


def reject_outdated(entity: Entity, seen: int | None) -> None:
    """Raise EditConflict where the entity, which must be locked, is no longer of the version that was seen."""
    if seen is not None and seen != version_of(entity):
        raise EditConflict(Change.objects.filter(entity_id=entity.pk, pk__gt=seen).order_by("pk"))


def _tell(entity, journal):
    found = journal.revision.differences()
    if not found:
        journal.changed_nothing = True
        return
    entity = entity or _created(found)
    changed = {entity.pk: tell(entity, found, journal)}
    settle(changed, found, journal.at)
    describe(worded_by(changed), timezone.localdate(), journal)


def tell(entity: Entity, found: list[Difference], journal: Journal) -> dict[str, list]:
    """Say of the entity what its rows tell; return old and new value of the facts that differ.

    Raises ActionRejected for what has a verb of its own or belongs to others.
    """
    _refuse_foreign(entity, found)
    changed = _facts(entity, found)
    if not _is_new(entity, found):
        _tell_of_facts(entity, changed, found, journal)
        _tell_of_statements(entity, found, journal)
        _tell_of_compositions(entity, found, journal)
    else:
        journal.record(entity.pk, Change.Action.CREATED)
    return changed


def _created(found):
    new = [row.pk for row in found if row.model is Entity and row.before is None]
    if len(new) != 1:
        raise ActionRejected("One entity is created at a time.")
    entity = Entity.objects.get(pk=new[0])
    if Redirect.objects.filter(slug=entity.slug).exists():
        raise ActionRejected(f"The slug '{entity.slug}' is taken.")
    return entity


def _is_new(entity, found):
    return any(row.model is Entity and row.pk == entity.pk and row.before is None for row in found)


def _refuse_foreign(entity, found):
    """Each row is the entity's own; what it is called and where it stands is changed by other verbs."""
    for row in found:
        if row.model is Entity and (row.pk != entity.pk or row.after is None):
            raise ActionRejected("Another entity would be changed.")
        if row.model is Entity and row.before and set(HAVE_VERBS_OF_THEIR_OWN) & row.changed.keys():
            raise ActionRejected("Kind, country, slug and status have verbs of their own.")
        if _owners(row) - {entity.pk}:
            raise ActionRejected(f"A {row.model._meta.verbose_name} of another entity would be changed.")
    if chambers_of_shares(found) - {entity.pk}:
        raise ActionRejected("A seat share of another entity would be changed.")


def _owners(row):
    """The keys of the entities that a row belonged and belongs to; of seats none, which are their composition's."""
    column = OWNERS.get(row.model)
    return {side[column] for side in (row.before, row.after) if side} if column else set()


def _facts(entity, found) -> dict[str, list]:
    """Old and new value of the facts that differ, as the journal keeps them."""
    allowed = {*OF_THE_ENTITY, *KINDS[entity.kind].stored_fields}
    rows = [row for row in found if row.model in {Entity, DETAILS[entity.kind]}]
    changed = {name: pair for row in rows for name, pair in row.changed.items() if name in allowed}
    return {name: [plain(value) for value in pair] for name, pair in changed.items() if _differ(*pair)}


def _differ(old, new):
    # Where a row begins there is a list of nothing, and there was none before: that is the same.
    return [plain(old), plain(new)] != [None, []] and plain(old) != plain(new)


def _tell_of_facts(entity, changed, found, journal):
    fields = dict(changed)
    for model, name in PARTS.items():
        rows = [row for row in found if row.model is model]
        if rows:
            fields[name] = [_names(rows, "before"), _names(rows, "after")]
    if fields:
        journal.record(entity.pk, Change.Action.UPDATED, fields)


def _names(rows: list[Difference], when):
    """What the rows say, one text each; null where they said nothing."""
    sides = [(row.model, getattr(row, when)) for row in rows if getattr(row, when)]
    told = [_in_short(model, side) for model, side in sides if not _is_for_us_alone(model, side)]
    return sorted(told) or None


def _is_for_us_alone(model, row):
    """A key by which an import remembers its record."""
    return model is Identifier and row["scheme"].startswith(RECORD_SCHEME)


def _in_short(model, row):
    if model is OtherName:
        return f"{row['name']} ({row['lang']})" if row["lang"] else row["name"]
    if model is Identifier:
        return f"{row['scheme']}:{row['value']}"
    return f"{Source.objects.get(pk=row['source_id']).slug} {row['url']}".strip()


def _tell_of_statements(entity, found, journal):
    """As of statements that an import brings: one that goes has no new value."""
    rows = sorted((row for row in found if row.model is Relationship), key=lambda row: row.pk)
    keys = {side["object_id"] for row in rows for side in (row.before, row.after) if side}
    slugs = dict(Entity.objects.filter(pk__in=keys).values_list("pk", "slug")) if keys else {}
    for row in rows:
        old, new = (slugs[side["object_id"]] if side else None for side in (row.before, row.after))
        action = Change.Action.RELATED if old is None else Change.Action.UNRELATED
        if old and new:
            action, old = Change.Action.UPDATED, old if old != new else None
        journal.record(entity.pk, action, {row.value("type"): [old, new]})


def _tell_of_compositions(entity, found, journal):
    """As of compositions that an import brings."""
    for seats in seats_told(found):
        journal.record(entity.pk, Change.Action.UPDATED, {COMPOSITION: seats})


def settle(changed: dict[int, dict], found: list[Difference], moment) -> None:
    """What follows for the rows themselves: what an editor wrote is composed no more, nor is a source cited for it.

    ``changed`` are the facts that differ, by the key of the entity.
    """
    touched = {model: [row.pk for row in found if row.model is model] for model in (Citation, Relationship)}
    take_over(changed, but=touched[Citation])
    Relationship.objects.filter(pk__in=touched[Relationship]).update(updated_at=moment)
    for row in found:
        for name in COMPOSED.keys() & row.changed.keys():
            # Where both are put back they fit each other.
            if COMPOSED[name] not in row.changed and row.after:
                row.model.objects.filter(pk=row.pk).update(**{COMPOSED[name]: not row.after[name]})
