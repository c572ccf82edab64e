"""Edit an entity and the rows that belong to it. At the end of the edit, the journal records what has changed."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import timezone

from graph.actions.exceptions import ActionRejected, EditConflict
from graph.actions.facts import fact_names, plain, reset_citations, with_affected_texts
from graph.actions.locking import locked
from graph.actions.seats import chambers_of_shares, changed_seats
from graph.descriptions import describe
from graph.journal.history import COMPOSED
from graph.journal.journal import Journal, journalled
from graph.journal.revisions import Difference
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

PROTECTED_COLUMNS = {"kind", "slug", "status", "country_code"}
PARTS = {OtherName: "other_names", Identifier: "identifiers", Citation: "sources"}
"""Maps the models of rows that belong to an entity to their field name in the journal."""
OWNERS = {Relationship: "subject_id", Composition: "institution_id"} | dict.fromkeys(
    (*PARTS, *DETAILS.values()), "entity_id"
)
"""Maps each model to its column with the key of the entity to which a row belongs."""


def version_of(entity: Entity) -> int:
    """Return the version of the entity: the primary key of its last change, or 0 if the journal has no change of it."""
    newest = Change.objects.filter(entity_id=entity.pk).order_by("-pk").values_list("pk", flat=True)
    return newest.first() or 0


@contextmanager
def editing(entity: Entity | None = None, *, seen: int | None = None, by=None, note="") -> Iterator[Journal]:
    """Let the block save and delete rows of the entity, as forms do. All its changes are recorded as one revision.

    Such rows are facts, names, identifiers, citations, outgoing relationships and compositions. If ``entity`` is None,
    the block must create one. ``seen`` is the version that the editor has read. Raises EditConflict for a newer
    version. Raises ActionRejected for changes of kind, country, slug or status, and of rows of other entities.
    """
    with journalled(by=by, note=note) as journal:
        if entity is not None:
            locked(entity)
            reject_outdated(entity, seen)
        yield journal
        _record(entity, journal)


def reject_outdated(entity: Entity, seen: int | None) -> None:
    """Raise EditConflict if the entity has changed since the version ``seen``. The entity must be locked."""
    if seen is not None and seen != version_of(entity):
        raise EditConflict(Change.objects.filter(entity_id=entity.pk, pk__gt=seen).order_by("pk"))


def _record(entity, journal):
    found = journal.revision.differences()
    if not found:
        journal.changed_nothing = True
        return
    entity = entity or _created(found)
    changed = {entity.pk: record_changes(entity, found, journal)}
    apply_consequences(changed, found, journal.at)
    describe(with_affected_texts(changed), timezone.localdate(), journal)


def _created(found):
    new = [row.pk for row in found if row.model is Entity and row.before is None]
    if len(new) != 1:
        raise ActionRejected("One entity is created at a time.")
    entity = Entity.objects.get(pk=new[0])
    if Redirect.objects.filter(slug=entity.slug).exists():
        raise ActionRejected(f"The slug '{entity.slug}' is taken.")
    return entity


def record_changes(entity: Entity, found: list[Difference], journal: Journal) -> dict[str, list]:
    """Record the differences in the journal as changes of the entity. Return [old, new] for each changed fact, by name.

    Raises ActionRejected for changes of kind, country, slug or status, and of rows of other entities.
    """
    _reject_foreign_rows(entity, found)
    changed = _changed_facts(entity, found)
    if any(row.model is Entity and row.pk == entity.pk and row.before is None for row in found):
        journal.record(entity.pk, Change.Action.CREATED)
        return changed
    fields = changed | _changed_parts(found)
    if fields:
        journal.record(entity.pk, Change.Action.UPDATED, fields)
    _record_relationships(entity, found, journal)
    for seats in changed_seats(found):
        journal.record(entity.pk, Change.Action.UPDATED, {COMPOSITION: seats})
    return changed


def _reject_foreign_rows(entity, found):
    for row in found:
        if row.model is Entity and (row.pk != entity.pk or row.after is None):
            raise ActionRejected("Another entity would be changed.")
        if row.model is Entity and row.before and PROTECTED_COLUMNS & row.changed.keys():
            raise ActionRejected("Kind, country, slug and status have actions of their own.")
        column = OWNERS.get(row.model)
        if column and any(side[column] != entity.pk for side in row.sides):
            raise ActionRejected(f"A {row.model._meta.verbose_name} of another entity would be changed.")
    if chambers_of_shares(found) - {entity.pk}:
        raise ActionRejected("A seat share of another entity would be changed.")


def _changed_facts(entity, found) -> dict[str, list]:
    rows = [row for row in found if row.model in {Entity, DETAILS[entity.kind]}]
    changed = {name: [plain(old), plain(new)] for row in rows for name, (old, new) in row.changed.items()}
    allowed = fact_names(entity.kind)
    # The empty list of a new row is no change.
    return {
        name: [old, new]
        for name, (old, new) in changed.items()
        if name in allowed and old != new and (old, new) != (None, [])
    }


def _changed_parts(found):
    """Return [texts before, texts after] by field name for the names, identifiers and citations that changed."""
    rows_of = {name: [row for row in found if row.model is model] for model, name in PARTS.items()}
    return {
        name: [_short_texts(row.before for row in rows), _short_texts(row.after for row in rows)]
        for name, rows in rows_of.items()
        if rows
    }


def _short_texts(sides):
    texts = [_short_text(side) for side in sides if side and not side.get("scheme", "").startswith(RECORD_SCHEME)]
    return sorted(texts) or None


def _short_text(row):
    if "scheme" in row:
        return f"{row['scheme']}:{row['value']}"
    if "source_id" in row:
        return f"{Source.objects.get(pk=row['source_id']).slug} {row['url']}".strip()
    return f"{row['name']} ({row['lang']})" if row["lang"] else row["name"]


def _record_relationships(entity, found, journal):
    """Record each changed relationship in the journal, as [old slug, new slug] of the entity that is its object.

    The old slug is None for a new relationship and for an unchanged object. The new slug is None for a deleted one.
    """
    rows = sorted((row for row in found if row.model is Relationship), key=lambda row: row.pk)
    keys = {side["object_id"] for row in rows for side in row.sides}
    slugs = dict(Entity.objects.filter(pk__in=keys).values_list("pk", "slug")) if keys else {}
    for row in rows:
        old, new = (slugs[side["object_id"]] if side else None for side in (row.before, row.after))
        action = Change.Action.RELATED if old is None else Change.Action.UNRELATED
        if old and new:
            action, old = Change.Action.UPDATED, old if old != new else None
        journal.record(entity.pk, action, {row.value("type"): [old, new]})


def apply_consequences(changed: dict[int, dict], found: list[Difference], moment) -> None:
    """Update what depends on an edit: citations, ``updated_at`` of relationships, and the flags of composed texts.

    ``changed`` maps the key of each entity to its changed facts.
    """
    touched = {model: [row.pk for row in found if row.model is model] for model in (Citation, Relationship)}
    reset_citations(changed, but=touched[Citation])
    Relationship.objects.filter(pk__in=touched[Relationship]).update(updated_at=moment)
    for row in found:
        for name in COMPOSED.keys() & row.changed.keys():
            # A revert restores the text together with its flag.
            if COMPOSED[name] not in row.changed and row.after:
                row.model.objects.filter(pk=row.pk).update(**{COMPOSED[name]: not row.after[name]})
