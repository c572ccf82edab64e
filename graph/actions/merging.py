"""Merge an entity into another entity, and undo a merge."""

from collections import defaultdict

from django.db.models import Q
from django.utils import timezone

from graph.actions.facts import ENTITY_FACTS, fact_names, fact_of, plain
from graph.actions.preconditions import ActionRejected, lock, locked, reject_outdated
from graph.descriptions import describe
from graph.journal.history import COMPOSED, composed_since, differences, edited_since, restore_rows
from graph.journal.journal import journalled
from graph.journal.revisions import current_revision
from graph.kinds import KINDS
from graph.models import (
    DETAILS,
    Candidacy,
    Change,
    Composition,
    Coverage,
    Entity,
    OtherName,
    Race,
    Redirect,
    Relationship,
    SeatShare,
)

EMPTY = (None, "", [])
RESULTS = ((Candidacy, "person"), (Candidacy, "party"), (Race, "office"), (Coverage, "previous"))
"""The columns of election results that refer to entities, as pairs (model, foreign key). In these columns, a merge
replaces the merged entity with the remaining one."""


def merge(*, entity: Entity, into: Entity, taking=(), seen=(None, None), by=None, note="") -> Entity:
    """Merge ``entity`` into the entity ``into``, and return ``into``. The names, identifiers, citations, relationships,
    seats and results of ``entity`` move to ``into``, except those that ``into`` has already. If two parties with seats
    in the same chamber at the same time are merged, their seats are added up. A fact is copied if ``into`` lacks it, or
    if its name is in ``taking``. ``entity`` is deleted, and its slugs redirect to ``into``.

    ``seen`` is a pair: the versions of ``entity`` and ``into`` that the editor has read. None instead of a version
    skips the check of this entity. A version is the primary key of the entity's newest journal row. Raise EditConflict
    if one of the two has changed since then. Raise ActionRejected if the two are the same or of different kinds, if one
    no longer exists, if ``into`` is not published, if ``entity`` is an election with results, or if ``taking`` has an
    unknown name."""
    with journalled(by=by, note=note) as journal:
        # Lock the other entities that the merge changes first. An edit of such an entity locks in the same order, so
        # there are no deadlocks.
        lock({*_neighbours(entity)} - {entity.pk, into.pk})
        entity, into = locked(entity, into)
        for one, version in zip((entity, into), seen, strict=True):
            reject_outdated(one, version)
        _reject_unlike(entity, into)
        unknown = set(taking) - fact_names(into.kind)
        if unknown:
            raise ActionRejected(f"A {into.kind} has no {', '.join(sorted(unknown))}.")
        journal.record_end(entity, Change.Action.MERGED, {"into": [None, into.slug]})
        affected = {into.pk, *entity.incoming.values_list("subject", flat=True)} - {entity.pk}
        taken = _move_facts(entity, into, set(taking))
        journal.record(into.pk, Change.Action.UPDATED, {"merged": [None, entity.slug], **taken})
        _move_citations(entity, into, taken)
        _move_names_and_identifiers(entity, into)
        _move_relationships(entity, into, journal.at)
        _move_compositions(entity, into)
        _move_seats(entity, into)
        _move_results(entity, into)
        current_revision().record_before(entity.redirects.all())
        entity.redirects.update(entity=into)
        Entity.objects.filter(pk=entity.pk).delete()
        Redirect.objects.create(slug=entity.slug, entity=into)
        describe(affected, timezone.localdate(), journal)
    into.refresh_from_db()
    return into


def unmerge(*, change: Change, by=None, note="") -> Entity:
    """Undo a merge. Return the entity that the merge had deleted, and that now exists again. ``change`` is the journal
    row of the merge: a change of the remaining entity with "merged" in its ``fields``. Raise ActionRejected if
    ``change`` is not such a row, or if somebody has later edited a row that the merge changed."""
    with journalled(by=by, note=note) as journal:
        slug = change.fields.get("merged", [None, None])[1]
        found = differences([change.revision]) if change.revision and slug else []
        lock({*_owners(found)} - {change.entity_id})
        into = Entity.objects.select_for_update().filter(pk=change.entity_id).first()
        if not found or into is None:
            raise ActionRejected("There is no merge to undo.")
        if edited := sorted({str(row.model._meta.verbose_name) for row in edited_since(found)}):
            raise ActionRejected(f"Edited since: {', '.join(edited)}. Such a merge cannot be undone.")
        composed_again = composed_since(found)
        restore_rows(found, journal.at)
        entity = Entity.objects.get(slug=slug)
        journal.record(entity.pk, Change.Action.RESTORED, {"merged": [into.slug, None]})
        journal.record(into.pk, Change.Action.UPDATED, {"merged": [slug, None]})
        _record_texts(journal)
        describe(composed_again, timezone.localdate(), journal)
    return entity


def _owners(found):
    compositions = {row.value("composition_id") for row in found if row.model is SeatShare}
    yield from Composition.objects.filter(pk__in=compositions).values_list("institution", flat=True)
    yield from (row.entity_id for row in found if row.entity_id is not None)


def _record_texts(journal):
    texts = defaultdict(dict)
    for row in journal.revision.differences():
        texts[row.entity_id] |= {name: list(pair) for name, pair in row.changed.items() if name in COMPOSED}
    for pk in sorted(pk for pk, pairs in texts.items() if pairs and pk not in journal.entities):
        journal.record(pk, Change.Action.UPDATED, texts[pk])


def _neighbours(entity):
    """Yield the primary keys of other entities with rows that refer to ``entity``. A merge of ``entity`` changes these
    rows. The entities are:

    - the subjects of relationships with ``entity``
    - the chambers with a composition (seats by party) that came from the election ``entity``
    - the chambers in which the party ``entity`` has seats
    """
    yield from entity.incoming.values_list("subject", flat=True)
    yield from entity.elected_compositions.values_list("institution", flat=True)
    yield from entity.seat_shares.values_list("composition__institution", flat=True)


def _reject_unlike(entity, into):
    if entity.pk == into.pk:
        raise ActionRejected("An entity is not merged into itself.")
    if entity.kind != into.kind:
        raise ActionRejected(f"A {entity.kind} is not merged into a {into.kind}.")
    if into.status != Entity.Status.PUBLISHED:
        raise ActionRejected(f"'{into.slug}' is {into.status}: its slug would lead nowhere.")
    if Coverage.objects.filter(election=entity).exists():
        raise ActionRejected(f"'{entity.slug}' has results: merge the other election into it.")


def _move_facts(entity, into, taking):
    """Copy facts from ``entity`` to ``into``: facts that ``into`` lacks, and facts whose names are in ``taking``.
    Return the copied facts as {name: [old value, new value]}. If the name of ``entity`` is copied, the old name of
    ``into`` is added to the other names of ``into``."""
    details, taken = into.details or DETAILS[into.kind](entity=into), {}
    for name in (*ENTITY_FACTS, *(KINDS[into.kind].stored_fields if entity.details else ())):
        mine, theirs = (into, entity) if name in ENTITY_FACTS else (details, entity.details)
        if _is_taken(name, mine, theirs, taking):
            taken[name] = [plain(getattr(mine, name)), plain(getattr(theirs, name))]
            setattr(mine, name, getattr(theirs, name))
            if name in COMPOSED:
                setattr(mine, COMPOSED[name], False)
    if "name" in taken:
        into.other_names.get_or_create(name=taken["name"][0], lang="")
    into.save()
    details.save()
    return taken


def _is_taken(name, mine, theirs, taking):
    """Return True if a merge copies the fact ``name``. The fact is copied from ``theirs``, a row of the merged entity,
    to ``mine``, the row of the remaining entity. It is copied if it is known in ``theirs``, and either missing in
    ``mine`` or named in ``taking``. Equal values are not copied. A text that the service has written counts as
    missing."""
    old, new, flag = getattr(mine, name), getattr(theirs, name), COMPOSED.get(name)
    is_known = new not in EMPTY and not (flag and getattr(theirs, flag))
    is_lacking = old in EMPTY or (flag and getattr(mine, flag))
    return old != new and is_known and bool(name in taking or is_lacking)


def _move_citations(entity, into, taken):
    known = {(row.source_id, row.url): row for row in into.citations.all()}
    for row in known.values():
        row.facts = [name for name in row.facts if name not in taken or not taken[name][0]]
    for row in entity.citations.all():
        facts = [name for name in row.facts if name in taken or fact_of(entity, name) == fact_of(into, name)]
        same = known.setdefault((row.source_id, row.url), row)
        row.entity, same.facts = into, facts if same is row else sorted({*same.facts, *facts})
    for row in known.values():
        row.save()


def _move_names_and_identifiers(entity, into):
    names = [OtherName(name=entity.name), *entity.other_names.all()]
    for rows, stored, columns in (
        (names, into.other_names, ("name", "lang")),
        (entity.identifiers.all(), into.identifiers, ("scheme", "value")),
    ):
        known = {(into.name, ""), *stored.values_list(*columns)}
        for row in rows:
            key = tuple(getattr(row, name) for name in columns)
            if key not in known:
                known.add(key)
                row.entity = into
                row.save()


def _move_relationships(entity, into, moment):
    """Replace ``entity`` with ``into`` in all relationships of ``entity`` with other entities, and set their
    ``updated_at`` to ``moment``. If ``into`` already has the same relationship (with the same type, other entity, role
    and start), delete the relationship of ``entity`` instead."""
    for here, there in (("subject", "object"), ("object", "subject")):
        same = (f"{there}_id", "type", "role", "start_date")
        known = set(Relationship.objects.filter(**{here: into}).values_list(*same))
        rows = list(Relationship.objects.filter(**{here: entity}))
        duplicates = [row.pk for row in rows if tuple(getattr(row, name) for name in same) in known]
        current_revision().record_before(Relationship.objects.filter(Q(subject=entity) | Q(object=entity)))
        Relationship.objects.filter(pk__in=duplicates).delete()
        Relationship.objects.filter(**{here: entity}).update(**{here: into}, updated_at=moment)


def _move_compositions(entity, into):
    """Replace the merged ``entity`` with ``into`` in compositions (seats by party). A composition refers to a chamber
    and to the election that gave its seats:

    - If ``entity`` is the chamber, and ``into`` already has a composition with the same start or election, the
      composition of ``entity`` is deleted instead.
    - If ``entity`` is the election, and the chamber already has a composition from the election ``into``, the election
      of the composition becomes null instead.
    """
    known = list(into.compositions.all())
    starts, elections = {row.start_date for row in known}, {row.election_id for row in known if row.election_id}
    for row in entity.compositions.all():
        if row.start_date in starts or row.election_id in elections:
            row.delete()
        else:
            row.institution = into
            row.save()
    composed = set(Composition.objects.filter(election=into).values_list("institution_id", flat=True))
    for row in Composition.objects.filter(election=entity):
        row.election = None if row.institution_id in composed else into
        row.save()


def _move_seats(entity, into):
    """Move the seats of the merged party ``entity`` to the party ``into``. If both have seats in the same composition,
    add up their seats and vote shares."""
    for row in SeatShare.objects.filter(party=entity):
        known = SeatShare.objects.filter(composition=row.composition_id, party=into).first()
        if known is None:
            row.party = into
            row.save()
            continue
        known.seats += row.seats
        if row.vote_share is not None:
            known.vote_share = row.vote_share + (known.vote_share or 0)
        row.delete()
        known.save()


def _move_results(entity, into):
    for model, column in RESULTS:
        current_revision().record_before(model.objects.filter(**{column: entity}))
        model.objects.filter(**{column: entity}).update(**{column: into})
