"""Two entities that are one."""

from django.db.models import Q
from django.utils import timezone

from graph.actions.exceptions import ActionRefused
from graph.actions.locking import locked
from graph.descriptions import describe
from graph.journal import journalled
from graph.kinds import KINDS
from graph.models import DETAILS, Change, Composition, Entity, OtherName, Redirect, Relationship, SeatShare


def merge(*, entity: Entity, into: Entity, by=None, note="") -> Entity:
    """Move what is known of the entity to the other, and let its slugs lead there for ever; it is gone.

    What the other says stands; it learns only what it leaves open. Raises ActionRefused.
    """
    with journalled(by=by, note=note) as journal:
        entity, into = locked(entity, into)
        _refuse_unlike(entity, into)
        journal.record_end(entity, Change.Action.MERGED, {"into": [None, into.slug]})
        journal.record(into.pk, Change.Action.UPDATED, {"merged": [None, entity.slug]})
        affected = {into.pk, *entity.mentions.values_list("subject", flat=True)} - {entity.pk}
        for move in MOVES:
            move(entity, into, journal.at)
        Entity.objects.filter(pk=entity.pk).delete()
        Redirect.objects.create(slug=entity.slug, entity=into)
        describe(affected, timezone.localdate(), journal)
    into.refresh_from_db()
    return into


def _refuse_unlike(entity, into):
    if entity.pk == into.pk:
        raise ActionRefused("An entity is not merged into itself.")
    if entity.kind != into.kind:
        raise ActionRefused(f"A {entity.kind} is not merged into a {into.kind}.")
    if into.status != Entity.Status.PUBLISHED:
        raise ActionRefused(f"'{into.slug}' is {into.status}: its slug would lead nowhere.")


def _move_facts(entity, into, moment):
    known, learned = into.details or DETAILS[into.kind](entity=into), entity.details
    for name in KINDS[into.kind].stored_fields if learned else ():
        if getattr(known, name) in (None, "", []):
            setattr(known, name, getattr(learned, name))
    known.save()


def _move_names(entity, into, moment):
    """The name it had becomes another name of the one it is."""
    given = {(row.name, row.lang) for row in into.other_names.all()} | {(into.name, "")}
    for row in [OtherName(name=entity.name), *entity.other_names.all()]:
        if (row.name, row.lang) not in given:
            row.entity = into
            row.save()


def _move_identifiers(entity, into, moment):
    given = {(row.scheme, row.value) for row in into.identifiers.all()}
    for row in entity.identifiers.all():
        if (row.scheme, row.value) not in given:
            row.entity = into
            row.save()


def _move_citations(entity, into, moment):
    given = {(row.source_id, row.url) for row in into.citations.all()}
    for row in entity.citations.all():
        if (row.source_id, row.url) not in given:
            row.entity = into
            row.save()


def _move_statements(entity, into, moment):
    for row in Relationship.objects.filter(Q(subject=entity) | Q(object=entity)).order_by("pk"):
        ends = {"subject_id": row.subject_id, "object_id": row.object_id}
        ends = {name: into.pk if key == entity.pk else key for name, key in ends.items()}
        same = {"type": row.type, "role": row.role, "start_date": row.start_date}
        if Relationship.objects.filter(**ends, **same).exists():
            row.delete()
        else:
            row.subject_id, row.object_id, row.updated_at = ends["subject_id"], ends["object_id"], moment
            row.save()


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
    Redirect.objects.filter(entity=entity).update(entity=into)


MOVES = (
    _move_facts,
    _move_names,
    _move_identifiers,
    _move_citations,
    _move_statements,
    _move_compositions,
    _move_given,
    _move_seats,
    _move_redirects,
)
