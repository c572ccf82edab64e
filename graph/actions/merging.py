"""Two entities that are one, and that they are two after all."""

from collections import defaultdict

from django.db.models import Q
from django.utils import timezone

from graph.actions.editing import reject_outdated
from graph.actions.exceptions import ActionRejected
from graph.actions.facts import OF_THE_ENTITY, plain
from graph.actions.locking import lock, locked
from graph.descriptions import describe
from graph.journal.history import COMPOSED, composed_since, differences, edited_since, restore_rows
from graph.journal.journal import journalled
from graph.journal.revisions import current_revision
from graph.kinds import KINDS
from graph.models import DETAILS, Change, Composition, Entity, OtherName, Redirect, Relationship, SeatShare

EMPTY = (None, "", [])


def merge(*, entity: Entity, into: Entity, taking=(), seen=(None, None), by=None, note="") -> Entity:
    """Move what is known of the entity to the other, and let its slugs lead there for ever; it is gone.

    What the other says stands, but for the facts named in ``taking``, which are the entity's; and it learns what it
    leaves open. ``seen`` are the versions of both that were read. Raises EditConflict, ActionRejected.
    """
    with journalled(by=by, note=note) as journal:
        # First those that lead to the two: who edits one of them locks it first, and the two at the end.
        lock({*_neighbours(entity)} - {entity.pk, into.pk})
        entity, into = locked(entity, into)
        for one, version in zip((entity, into), seen, strict=True):
            reject_outdated(one, version)
        _refuse_unlike(entity, into)
        _refuse_no_facts(into, taking)
        journal.record_end(entity, Change.Action.MERGED, {"into": [None, into.slug]})
        affected = {into.pk, *entity.incoming.values_list("subject", flat=True)} - {entity.pk}
        learned = _move_facts(entity, into, set(taking))
        journal.record(into.pk, Change.Action.UPDATED, {"merged": [None, entity.slug], **learned})
        _move_citations(entity, into, learned)
        for move in MOVES:
            move(entity, into, journal.at)
        Entity.objects.filter(pk=entity.pk).delete()
        Redirect.objects.create(slug=entity.slug, entity=into)
        describe(affected, timezone.localdate(), journal)
    into.refresh_from_db()
    return into


def unmerge(*, change: Change, by=None, note="") -> Entity:
    """Take back a merge, given the survivor's word of it in the journal: both are again what they were.

    Raises ActionRejected where the change is no merge, or something that it moved was edited since.
    """
    with journalled(by=by, note=note) as journal:
        slug = change.fields.get("merged", [None, None])[1]
        found = differences([change.revision]) if change.revision and slug else []
        lock({*_owners(found)} - {change.entity_id})
        into = Entity.objects.select_for_update().filter(pk=change.entity_id).first()
        if not found or into is None:
            raise ActionRejected("There is no merge to take back.")
        _refuse_edited(found)
        composed_anew = composed_since(found)
        restore_rows(found, journal.at)
        entity = Entity.objects.get(slug=slug)
        journal.record(entity.pk, Change.Action.RESTORED, {"merged": [into.slug, None]})
        journal.record(into.pk, Change.Action.UPDATED, {"merged": [slug, None]})
        _tell_of_texts(journal)
        describe(composed_anew, timezone.localdate(), journal)
    return entity


def _owners(found):
    """The keys of the entities that the rows belong to, or are."""
    compositions = {row.value("composition_id") for row in found if row.model is SeatShare}
    yield from Composition.objects.filter(pk__in=compositions).values_list("institution", flat=True)
    yield from (row.entity_id for row in found if row.model is not SeatShare)


def _tell_of_texts(journal):
    """Of neighbours whose texts named the survivor, and name again the one that it was not."""
    texts = defaultdict(dict)
    for row in journal.revision.differences():
        texts[row.entity_id] |= {name: list(pair) for name, pair in row.changed.items() if name in COMPOSED}
    for pk in sorted(pk for pk, told in texts.items() if told and pk not in journal.entities):
        journal.record(pk, Change.Action.UPDATED, texts[pk])


def _refuse_edited(found):
    edited = edited_since(found)
    if edited:
        names = sorted({str(row.model._meta.verbose_name) for row in edited})
        raise ActionRejected(
            f"Edited since: {', '.join(names)}. Only a merge that nothing was built upon is taken back."
        )


def _neighbours(entity):
    """The keys of the others that rows belong to which a merge writes: who edits them waits, or is waited for."""
    yield from entity.incoming.values_list("subject", flat=True)
    yield from entity.elected_compositions.values_list("institution", flat=True)
    yield from entity.seat_shares.values_list("composition__institution", flat=True)


def _refuse_unlike(entity, into):
    if entity.pk == into.pk:
        raise ActionRejected("An entity is not merged into itself.")
    if entity.kind != into.kind:
        raise ActionRejected(f"A {entity.kind} is not merged into a {into.kind}.")
    if into.status != Entity.Status.PUBLISHED:
        raise ActionRejected(f"'{into.slug}' is {into.status}: its slug would lead nowhere.")


def _refuse_no_facts(into, names):
    unknown = set(names) - {*OF_THE_ENTITY, *KINDS[into.kind].stored_fields}
    if unknown:
        raise ActionRejected(f"A {into.kind} has no {', '.join(sorted(unknown))}.")


def _move_facts(entity, into, taking):
    """Set what the survivor learns; return old and new value of each such fact."""
    learned = {}
    details = into.details or DETAILS[into.kind](entity=into)
    for mine, theirs, names in (
        (into, entity, OF_THE_ENTITY),
        (details, entity.details, KINDS[into.kind].stored_fields if entity.details else ()),
    ):
        for name in names:
            if _is_learned(name, mine, theirs, taking):
                learned[name] = [plain(getattr(mine, name)), plain(getattr(theirs, name))]
                _take(name, mine, theirs)
    if "name" in learned:
        _keep_name(into, learned["name"][0])
    into.save()
    details.save()
    return learned


def _is_learned(name, mine, theirs, taking):
    old, new = getattr(mine, name), getattr(theirs, name)
    written = not getattr(theirs, COMPOSED[name]) if name in COMPOSED else True
    open_yet = old in EMPTY or (name in COMPOSED and getattr(mine, COMPOSED[name]))
    return old != new and new not in EMPTY and written and (name in taking or open_yet)


def _take(name, mine, theirs):
    setattr(mine, name, getattr(theirs, name))
    if name in COMPOSED:
        setattr(mine, COMPOSED[name], False)


def _keep_name(into, name):
    if not into.other_names.filter(name=name, lang="").exists():
        OtherName.objects.create(entity=into, name=name)


def _move_citations(entity, into, learned):
    """A source is cited for what was learned from it; one that both cite is cited once, for all of it."""
    given = {(row.source_id, row.url): row for row in into.citations.all()}
    for row in given.values():
        _cite(row, [name for name in row.facts if name not in learned or not learned[name][0]])
    for row in entity.citations.all():
        facts = [name for name in row.facts if name in learned or _agree(entity, into, name)]
        known = given.get((row.source_id, row.url))
        if known:
            _cite(known, sorted({*known.facts, *facts}))
        else:
            row.entity, row.facts = into, facts
            row.save()


def _cite(citation, facts):
    if citation.facts != facts:
        citation.facts = facts
        citation.save()


def _agree(entity, into, name):
    values = [getattr(row if name in OF_THE_ENTITY else row.details, name, None) for row in (entity, into)]
    return values[0] == values[1]


def _move_names(entity, into, moment):
    """The name it had becomes another name of the one it is."""
    given = {(row.name, row.lang) for row in into.other_names.all()} | {(into.name, "")}
    for row in [OtherName(name=entity.name), *entity.other_names.all()]:
        if (row.name, row.lang) not in given:
            given.add((row.name, row.lang))
            row.entity = into
            row.save()


def _move_identifiers(entity, into, moment):
    given = {(row.scheme, row.value) for row in into.identifiers.all()}
    for row in entity.identifiers.all():
        if (row.scheme, row.value) not in given:
            row.entity = into
            row.save()


def _move_statements(entity, into, moment):
    """In bulk: a seat in parliament has thousands of holders."""
    for here, there in (("subject", "object"), ("object", "subject")):
        same = (f"{there}_id", "type", "role", "start_date")
        known = set(Relationship.objects.filter(**{here: into}).values_list(*same))
        rows = list(Relationship.objects.filter(**{here: entity}))
        told = [row.pk for row in rows if tuple(getattr(row, name) for name in same) in known]
        current_revision().record_before(Relationship.objects.filter(Q(subject=entity) | Q(object=entity)))
        Relationship.objects.filter(pk__in=told).delete()
        Relationship.objects.filter(**{here: entity}).update(**{here: into}, updated_at=moment)


def _move_compositions(entity, into, moment):
    """A chamber is composed once a day, and once by an election: where both tell it, the other's stands."""
    known = list(into.compositions.all())
    starts, elections = {row.start_date for row in known}, {row.election_id for row in known if row.election_id}
    for row in entity.compositions.all():
        if row.start_date in starts or row.election_id in elections:
            row.delete()
        else:
            row.institution = into
            row.save()


def _move_given(entity, into, moment):
    """Compositions that the entity, an election, gave."""
    composed = set(Composition.objects.filter(election=into).values_list("institution_id", flat=True))
    for row in Composition.objects.filter(election=entity):
        row.election = None if row.institution_id in composed else into
        row.save()


def _move_seats(entity, into, moment):
    """Two rows of one chamber that turn out to be one party's are one, so that its total stays."""
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


def _move_redirects(entity, into, moment):
    current_revision().record_before(entity.redirects.all())
    entity.redirects.update(entity=into)


MOVES = (
    _move_names,
    _move_identifiers,
    _move_statements,
    _move_compositions,
    _move_given,
    _move_seats,
    _move_redirects,
)
