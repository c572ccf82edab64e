"""Many entities written at one go, as a table tells them: what `create`, `update` and `editing` do, row by row."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db.models import Max, Model
from django.utils import timezone

from graph.actions.editing import EditConflict, settle, tell
from graph.actions.exceptions import ActionRejected
from graph.actions.facts import OF_THE_ENTITY, set_facts, worded_by
from graph.actions.locking import lock
from graph.actions.rows import add_many, delete_many, write_many
from graph.batches import batches
from graph.descriptions import describe
from graph.journal.history import COMPOSED
from graph.journal.journal import Journal, journalled
from graph.models import DETAILS, Change, Entity, Identifier, OtherName, Redirect

SAME_NAME = ("name", "lang", "kind")
SAME_IDENTIFIER = ("scheme", "value")


@dataclass(eq=False)
class EntityEdit:
    """An entity, new where it has no key, and what is to be known of it; None leaves its names or identifiers."""

    entity: Entity
    facts: dict = field(default_factory=dict)
    other_names: list[OtherName] | None = None
    identifiers: list[Identifier] | None = None

    @property
    def is_new(self) -> bool:
        return self.entity.pk is None


def versions_of(keys: Iterable[int]) -> dict[int, int]:
    """What `version_of` says of each of these entities, by its key."""
    known = {}
    for batch in batches(keys):
        newest = Change.objects.filter(entity_id__in=batch).order_by().values("entity_id").annotate(last=Max("pk"))
        known |= dict.fromkeys(batch, 0) | dict(newest.values_list("entity_id", "last"))
    return known


def write_entities(wanted: Collection[EntityEdit], *, seen: dict[int, int], by=None, note="") -> None:
    """Create the new and correct the known ones, all or none. ``seen`` are the versions of the known ones, by key.

    Each has the same words, images, citations and texts as if it were written alone. Values are not validated: who
    asks has done so. Raises EditConflict, ActionRejected.
    """
    with _editing_many([row.entity for row in wanted if not row.is_new], seen, by, note) as (journal, current_rows):
        _create([row for row in wanted if row.is_new], journal)
        _correct([row for row in wanted if row.entity.pk in current_rows], current_rows)
        _replace(OtherName, [(row.entity, row.other_names) for row in wanted], SAME_NAME)
        _replace(Identifier, [(row.entity, row.identifiers) for row in wanted], SAME_IDENTIFIER)


@contextmanager
def _editing_many(entities, seen, by, note) -> Iterator[tuple[Journal, dict[int, Entity]]]:
    with journalled(by=by, note=note, separate_revisions=True) as journal:
        rows = _locked([entity.pk for entity in entities])
        _refuse_outdated(rows, seen)
        yield journal, rows
        _tell_of_each(journal)


def _locked(keys):
    # Details are fetched after the locks: a join to what may be missing cannot be locked.
    lock(keys)
    rows = {row.pk: row for batch in batches(keys) for row in Entity.objects.filter(pk__in=batch).with_details()}
    if len(rows) < len(set(keys)):
        raise ActionRejected("An entity is no longer there: it has been merged into another.")
    return rows


def _refuse_outdated(rows, seen):
    changed = [pk for pk, version in versions_of(rows).items() if seen.get(pk) != version]
    if changed:
        raise EditConflict(Change.objects.filter(entity_id__in=changed[:1]).order_by("pk"))


def _create(wanted, journal):
    slugs = [row.entity.slug for row in wanted]
    for batch in batches(slugs):
        for taken in (Entity, Redirect):
            if slug := taken.objects.filter(slug__in=batch).values_list("slug", flat=True).first():
                raise ActionRejected(f"The slug '{slug}' is taken.")
    details = []
    for row in wanted:
        row.entity.created_at = row.entity.updated_at = journal.at
        details.append(DETAILS[row.entity.kind](entity=row.entity))
        set_facts(row.entity, details[-1], row.facts)
    add_many([row.entity for row in wanted])
    for row in details:
        row.entity_id = row.entity.pk
    _by_model(details, add_many)


def _correct(wanted, current_rows):
    """Column by column, those rows alone that differ in it: whatever else stands in them is as it was locked."""
    touched = defaultdict(list)
    for row in wanted:
        entity = current_rows[row.entity.pk]
        known = entity.details
        details = known or DETAILS[entity.kind](entity=entity)
        changed = set_facts(entity, details, row.facts)
        for place, names in ((entity, _columns(changed, True)), (details, _columns(changed, False))):
            if names:
                touched[None if place is details and not known else (type(place), names)].append(place)
    _by_model(touched.pop(None, []), add_many)
    for (_, names), rows in touched.items():
        write_many(rows, names)


def _columns(changed, of_the_entity):
    names = [name for name in changed if (name in OF_THE_ENTITY) == of_the_entity]
    flags = [COMPOSED[name] for name in names if name in COMPOSED]
    return tuple(sorted([*names, *flags]))


def _by_model(rows: Iterable[Model], write):
    grouped = defaultdict(list)
    for row in rows:
        grouped[type(row)].append(row)
    for rows in grouped.values():
        write(rows)


def _replace(model, told, same):
    """Delete and add what differs; a row that is told as it stands stays the row it is."""
    told = {entity.pk: rows for entity, rows in told if rows is not None}
    surplus, missing = [], {(pk, *_key(row, same)): row for pk, rows in told.items() for row in rows}
    known = (row for batch in batches(told) for row in model.objects.filter(entity__in=batch).order_by("pk"))
    for row in known:
        if not missing.pop((row.entity_id, *_key(row, same)), None):
            surplus.append(row)
    for (pk, *_), row in missing.items():
        row.entity_id = pk
    delete_many(surplus)
    add_many(list(missing.values()))


def _key(row, same):
    return tuple(getattr(row, name) for name in same)


def _tell_of_each(journal):
    found = defaultdict(list)
    for row in journal.revision.differences():
        found[row.entity_id].append(row)
    entities = {row.pk: row for batch in batches(found) for row in Entity.objects.filter(pk__in=batch)}
    changed = {pk: tell(entities[pk], rows, journal) for pk, rows in found.items()}
    journal.changed_nothing = not found
    settle(changed, [row for rows in found.values() for row in rows], journal.at)
    describe(worded_by(changed), timezone.localdate(), journal)
