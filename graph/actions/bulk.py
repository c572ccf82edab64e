"""Create and edit many entities in one transaction. The result is the same as with one action for each entity."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db.models import Max, Model
from django.utils import timezone

from graph.actions.editing import apply_consequences, record_changes
from graph.actions.exceptions import ActionRejected, EditConflict
from graph.actions.facts import ENTITY_FACTS, set_facts, with_affected_texts
from graph.actions.locking import lock
from graph.actions.rows import add_many, delete_many, write_many
from graph.batches import batches
from graph.descriptions import describe
from graph.journal.history import COMPOSED
from graph.journal.journal import Journal, journalled
from graph.models import DETAILS, Change, Entity, Identifier, OtherName, Redirect

NAME_COLUMNS = ("name", "lang", "kind")
IDENTIFIER_COLUMNS = ("scheme", "value")


@dataclass(eq=False)
class EntityEdit:
    """The new facts, names and identifiers for one entity. An ``entity`` without a primary key is created.

    If ``other_names`` or ``identifiers`` is None, the stored rows stay as they are.
    """

    entity: Entity
    facts: dict = field(default_factory=dict)
    other_names: list[OtherName] | None = None
    identifiers: list[Identifier] | None = None

    @property
    def is_new(self) -> bool:
        return self.entity.pk is None


def versions_of(keys: Iterable[int]) -> dict[int, int]:
    """Return the version of each entity (see `version_of`) in a dictionary with the keys of the entities."""
    versions = {}
    for batch in batches(keys):
        newest = Change.objects.filter(entity_id__in=batch).order_by().values("entity_id").annotate(last=Max("pk"))
        versions |= dict.fromkeys(batch, 0) | dict(newest.values_list("entity_id", "last"))
    return versions


def write_entities(wanted: Collection[EntityEdit], *, seen: dict[int, int], by=None, note="") -> None:
    """Create or update all entities, or none. ``seen`` maps each key to the version that the editor has read.

    The journal, row versions, citations and texts are the same as with one action for each entity. The caller must have
    validated the values. Raises EditConflict for a newer version, ActionRejected for a taken slug or a deleted entity.
    """
    with _editing_many([row.entity for row in wanted if not row.is_new], seen, by, note) as (journal, current_rows):
        _create([row for row in wanted if row.is_new], journal)
        _update([row for row in wanted if row.entity.pk in current_rows], current_rows)
        _replace(OtherName, [(row.entity, row.other_names) for row in wanted], NAME_COLUMNS)
        _replace(Identifier, [(row.entity, row.identifiers) for row in wanted], IDENTIFIER_COLUMNS)


@contextmanager
def _editing_many(entities, seen, by, note) -> Iterator[tuple[Journal, dict[int, Entity]]]:
    with journalled(by=by, note=note, separate_revisions=True) as journal:
        rows = _locked([entity.pk for entity in entities])
        outdated = [pk for pk, version in versions_of(rows).items() if seen.get(pk) != version]
        if outdated:
            raise EditConflict(Change.objects.filter(entity_id__in=outdated[:1]).order_by("pk"))
        yield journal, rows
        _record_each(journal)


def _locked(keys):
    # The details are fetched after the lock, because an outer join cannot be locked.
    lock(keys)
    rows = {row.pk: row for batch in batches(keys) for row in Entity.objects.filter(pk__in=batch).with_details()}
    if len(rows) < len(set(keys)):
        raise ActionRejected("An entity no longer exists: it has been merged into another.")
    return rows


def _create(wanted, journal):
    for batch in batches(row.entity.slug for row in wanted):
        for model in (Entity, Redirect):
            if slug := model.objects.filter(slug__in=batch).values_list("slug", flat=True).first():
                raise ActionRejected(f"The slug '{slug}' is taken.")
    details = []
    for row in wanted:
        row.entity.created_at = row.entity.updated_at = journal.at
        details.append(DETAILS[row.entity.kind](entity=row.entity))
        set_facts(row.entity, details[-1], row.facts)
    add_many([row.entity for row in wanted])
    for row in details:
        row.entity_id = row.entity.pk
    _add_by_model(details)


def _update(wanted, current_rows):
    """Write each column only for the entities in which it differs; other columns stay as they are in the database."""
    touched, new_details = defaultdict(list), []
    for row in wanted:
        entity = current_rows[row.entity.pk]
        stored = entity.details
        details = stored or DETAILS[entity.kind](entity=entity)
        changed = set_facts(entity, details, row.facts)
        own = _columns(name for name in changed if name in ENTITY_FACTS)
        other = _columns(name for name in changed if name not in ENTITY_FACTS)
        touched[Entity, own].append(entity)
        if stored:
            touched[type(details), other].append(details)
        elif other:
            new_details.append(details)
    _add_by_model(new_details)
    for (_, columns), rows in touched.items():
        write_many(rows, columns)


def _columns(facts):
    names = set(facts)
    return tuple(sorted(names | {COMPOSED[name] for name in names if name in COMPOSED}))


def _add_by_model(rows: Iterable[Model]):
    grouped = defaultdict(list)
    for row in rows:
        grouped[type(row)].append(row)
    for rows in grouped.values():
        add_many(rows)


def _replace(model, wanted, columns):
    """Delete stored rows that are not wanted, and add wanted rows that are missing. Only these columns are compared."""
    rows_of = {entity.pk: rows for entity, rows in wanted if rows is not None}
    missing = {(pk, *_key(row, columns)): row for pk, rows in rows_of.items() for row in rows}
    stored = (row for batch in batches(rows_of) for row in model.objects.filter(entity__in=batch).order_by("pk"))
    surplus = [row for row in stored if not missing.pop((row.entity_id, *_key(row, columns)), None)]
    for (pk, *_), row in missing.items():
        row.entity_id = pk
    delete_many(surplus)
    add_many(list(missing.values()))


def _key(row, columns):
    return tuple(getattr(row, name) for name in columns)


def _record_each(journal):
    found = defaultdict(list)
    for row in journal.revision.differences():
        found[row.entity_id].append(row)
    entities = {row.pk: row for batch in batches(found) for row in Entity.objects.filter(pk__in=batch)}
    changed = {pk: record_changes(entities[pk], rows, journal) for pk, rows in found.items()}
    journal.changed_nothing = not found
    apply_consequences(changed, [row for rows in found.values() for row in rows], journal.at)
    describe(with_affected_texts(changed), timezone.localdate(), journal)
