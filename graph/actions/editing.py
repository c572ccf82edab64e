"""Edit an entity and the rows that belong to it, and record the changes in the journal."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.utils import timezone

from graph import models
from graph.actions.facts import fact_names, plain, reset_citations
from graph.actions.preconditions import ActionRejected, locked, reject_outdated
from graph.batches import batches
from graph.descriptions import describe, described_by
from graph.journal.history import COMPOSED
from graph.journal.journal import Journal, journalled
from graph.journal.revisions import OWNER_COLUMNS, Difference
from graph.models import DETAILS, Change, Citation, Composition, Entity, Relationship, SeatShare
from graph.models.names import RECORD_SCHEME
from graph.seats import COMPOSITION, in_order

PROTECTED_COLUMNS = {"kind", "slug", "status", "country_code"}
PARTS = {models.OtherName: "other_names", models.Identifier: "identifiers", Citation: "sources"}
"""Maps a model, whose rows belong to entities, to a field name in the journal. If such a row changes, the journal
records a change of its entity under this name. For example, a new `OtherName` row is a change of "other_names"."""


@contextmanager
def editing(
    entity: Entity | None = None, *, seen: int | None = None, by=None, note="", revision: UUID | None = None
) -> Iterator[Journal]:
    """A context manager for an edit of one entity and of the rows that belong to it, such as its names. The ``with``
    block runs in a transaction with the entity locked. The ``as`` value is the `Journal`, which collects the changes.
    If ``entity`` is None, the block must create one entity. ``revision`` is the ID by which editors can revert the
    changes; by default, it is a new ID.

    At the end of the block, all changed rows are recorded in the journal, and descriptions are updated. A citation
    lists the facts that its source confirms. Changed facts are removed from these lists, except from citations that the
    block has changed.

    ``seen`` is the version of the entity that the editor has read: the primary key of its newest journal row. None
    skips the check. Raise EditConflict if the entity has changed since then. Raise ActionRejected in these cases:

    - The entity no longer exists.
    - The slug of a new entity is a redirect.
    - The block changes another entity, or a row that belongs to another entity.
    - The block changes the kind, country, slug or status of the entity.
    """
    with journalled(by=by, note=note, revision=revision) as journal:
        if entity is not None:
            locked(entity)
            reject_outdated(entity, seen)
        yield journal
        found = journal.revision.differences()
        record_changes({entity or _created(found): found} if found else {}, journal)


def record_revision(journal: Journal, *, citations_are_complete: bool = False) -> None:
    """Record in the change journal all rows that a ``with journalled(…) as journal`` block has changed. The rows can
    belong to several entities. Then update the texts of these entities, and the texts that mention a renamed entity.
    Call this at the end of the block. Raise ActionRejected if the block has changed a kind, slug, status or country.

    The block must not delete entities. It must not change `SeatShare` rows, because they have no column with the
    primary key of their entity (see OWNER_COLUMNS).

    A citation lists the facts that its source confirms. Changed facts are removed from these lists, except from
    citations that the block itself has changed. With ``citations_are_complete``, all lists remain, because the caller
    has updated them."""
    found = defaultdict(list)
    for row in journal.revision.differences():
        found[row.entity_id].append(row)
    entities = {row.pk: row for batch in batches(found) for row in Entity.objects.filter(pk__in=batch)}
    rows = {entities[pk]: rows for pk, rows in found.items()}
    record_changes(rows, journal, citations_are_complete=citations_are_complete)


def record_changes(
    found: dict[Entity, list[Difference]], journal: Journal, *, citations_are_complete: bool = False
) -> None:
    """Record changed rows in the journal, and update what depends on them, such as descriptions. ``found`` maps each
    entity to the list of its changed rows. Raise ActionRejected if a row belongs to another entity, or if the kind,
    country, slug or status has changed. If ``found`` is empty, set ``journal.changed_nothing`` to True. Without this,
    `journalled` would raise NotJournalled at the end of its block, because nothing was recorded.

    A citation lists the facts that its source confirms. Changed facts are removed from these lists, except from
    citations that are among the changed rows. With ``citations_are_complete``, all lists remain."""
    changed = {entity.pk: _record(entity, rows, journal) for entity, rows in found.items()}
    journal.changed_nothing = not found
    rows = [row for rows in found.values() for row in rows]
    if not citations_are_complete:
        reset_citations(changed, but=[row.pk for row in rows if row.model is Citation])
    _apply_consequences(rows, journal.at)
    # If an entity was renamed, update the descriptions of entities that mention it.
    renamed = [pk for pk, facts in changed.items() if "name" in facts]
    affected = {*changed, *(pk for batch in batches(renamed) for pk in described_by(batch))}
    describe(affected, timezone.localdate(), journal)


def _created(found):
    new = [row.pk for row in found if row.model is Entity and row.before is None]
    if len(new) != 1:
        raise ActionRejected("One entity is created at a time.")
    entity = Entity.objects.get(pk=new[0])
    if models.Redirect.objects.filter(slug=entity.slug).exists():
        raise ActionRejected(f"The slug '{entity.slug}' is taken.")
    return entity


def _record(entity, found, journal):
    """Record in ``journal`` that rows of an entity have changed. ``found`` has a `Difference` for each row. Return the
    changed facts as {name: [old value, new value]}. Raise ActionRejected if a row must not be changed by an edit, for
    example because it belongs to another entity."""
    _reject_foreign_rows(entity, found)
    changed = _changed_facts(entity, found)
    if any(row.model is Entity and row.pk == entity.pk and row.before is None for row in found):
        journal.record(entity.pk, Change.Action.CREATED)
        return changed
    fields = changed | _changed_parts(found)
    if fields:
        journal.record(entity.pk, Change.Action.UPDATED, fields)
    _record_relationships(entity, found, journal)
    for seats in _changed_seats(found):
        journal.record(entity.pk, Change.Action.UPDATED, {COMPOSITION: seats})
    return changed


def _reject_foreign_rows(entity, found):
    for row in found:
        if row.model is Entity and (row.pk != entity.pk or row.after is None):
            raise ActionRejected("Another entity would be changed.")
        if row.model is Entity and row.before and PROTECTED_COLUMNS & row.changed.keys():
            raise ActionRejected("Kind, country, slug and status have actions of their own.")
        if any(side.get(column, entity.pk) != entity.pk for side in row.sides for column in OWNER_COLUMNS):
            raise ActionRejected(f"A {row.model._meta.verbose_name} of another entity would be changed.")
    # The row of a seat share refers to the composition, and the composition to the entity.
    keys = _composition_keys(row for row in found if row.model is SeatShare)
    chambers = set(Composition.objects.filter(pk__in=keys).values_list("institution", flat=True))
    if chambers - {entity.pk}:
        raise ActionRejected("A seat share of another entity would be changed.")


def _changed_facts(entity, found) -> dict[str, list]:
    rows = [row for row in found if row.model in {Entity, DETAILS[entity.kind]}]
    changed = {name: [plain(old), plain(new)] for row in rows for name, (old, new) in row.changed.items()}
    allowed = fact_names(entity.kind)
    # A change from None to an empty list means that the row is new and the list is empty, so no fact has changed.
    return {n: pair for n, pair in changed.items() if n in allowed and pair[0] != pair[1] and pair != [None, []]}


def _changed_parts(found):
    """Return the changed names, identifiers and sources of an entity as the journal records them, such as
    {"other_names": [["Old name"], ["New name"]]}. The keys are "other_names", "identifiers" and "sources"; those
    without changed rows are left out. In the values, None replaces an empty list. ``found`` has the changed rows of the
    entity."""
    parts = {}
    for model, name in PARTS.items():
        if rows := [row for row in found if row.model is model]:
            parts[name] = [_short_texts(row.before for row in rows), _short_texts(row.after for row in rows)]
    return parts


def _short_texts(sides):
    texts = [_short_text(side) for side in sides if side and not side.get("scheme", "").startswith(RECORD_SCHEME)]
    return sorted(texts) or None


def _short_text(row):
    if "scheme" in row:
        return f"{row['scheme']}:{row['value']}"
    if "source_id" in row:
        return f"{models.Source.objects.get(pk=row['source_id']).slug} {row['url']}".strip()
    return f"{row['name']} ({row['lang']})" if row["lang"] else row["name"]


def _record_relationships(entity, found, journal):
    """Record in the journal the changed relationships of ``entity``, which is their subject. ``found`` has the changed
    rows. Each changed relationship is recorded as {type: [slug or None, slug or None]}. The slugs are those of the
    object:

    - [None, slug] with the action RELATED: the relationship is new.
    - [None, slug] with the action UPDATED: other fields have changed, but the object is the same as before.
    - [old slug, new slug] with the action UPDATED: the relationship has another object.
    - [slug, None] with the action UNRELATED: the relationship was deleted.
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


def _changed_seats(found):
    """Yield [seats before, seats after] for each composition (seats by party) that an edit has changed. Seats are a
    list such as [["Labour", 411], ["Greens", 4]], or None if the composition did not exist. ``found`` has the changed
    rows of the chamber. The new rows must be stored already, because the seats after the edit are read from the
    database."""
    compositions = {row.pk: row for row in found if row.model is Composition}
    shares = [row for row in found if row.model is SeatShare]
    keys = {*compositions, *_composition_keys(shares)}
    if not keys:
        return
    columns = ("pk", "composition_id", "name", "seats")
    now = {row["pk"]: row for row in SeatShare.objects.filter(composition__in=keys).values(*columns)}
    before = now | {row.pk: row.before for row in shares}
    for pk in sorted(keys):
        row = compositions.get(pk)
        existed, exists = (row.before, row.after) if row else (True, True)
        yield [_seats(pk, before) if existed else None, _seats(pk, now) if exists else None]


def _seats(composition, shares):
    rows = [row for row in shares.values() if row and row["composition_id"] == composition]
    return in_order((row["name"], row["seats"]) for row in rows)


def _composition_keys(shares):
    return {side["composition_id"] for row in shares for side in row.sides}


def _apply_consequences(found, moment):
    """Update columns that depend on an edit. ``found`` has the rows that the edit has changed. ``moment`` is the time
    of the edit. It becomes the ``updated_at`` of changed relationships.

    If the edit has changed a description or overview, also set the boolean column of this text (see `COMPOSED`), unless
    the edit has set it already. The column becomes False for a new text. It becomes True for an empty text, so that the
    service writes the text again."""
    for keys in batches(row.pk for row in found if row.model is Relationship):
        Relationship.objects.filter(pk__in=keys).update(updated_at=moment)
    for row in found:
        for name in COMPOSED.keys() & row.changed.keys():
            # Do nothing if the edit has changed the column of COMPOSED too: a revert restores it together with the
            # text.
            if COMPOSED[name] not in row.changed and row.after:
                row.model.objects.filter(pk=row.pk).update(**{COMPOSED[name]: not row.after[name]})
