"""Lists that the graph answers at once."""

from collections import Counter

from django.db.models import Count, Q

from graph.checks.queries import entities
from graph.descriptions import date_in_words
from graph.kinds import ElectionStatus, Kind
from graph.models import Entity, Relationship
from graph.models.relationships import stale_before
from graph.relations import RELATIONSHIP_TYPES, TIMELESS
from graph.worklists.row import Row


def drafts(kinds, day):
    return Entity.objects.filter(status=Entity.Status.DRAFT, kind__in=kinds).order_by("-updated_at", "-pk")


def count_drafts(day):
    rows = Entity.objects.filter(status=Entity.Status.DRAFT).order_by().values_list("kind")
    return dict(rows.annotate(number=Count("pk")))


def tell_drafts(rows, day):
    return [Row(row, f"Changed last on {row.updated_at:%Y-%m-%d}.") for row in rows]


def overdue(kinds, day):
    scheduled = entities(Kind.ELECTION).filter(kind__in=kinds, election_details__status=ElectionStatus.SCHEDULED)
    past = scheduled.filter(election_details__date_last__lt=day)
    return past.select_related("election_details").order_by("-election_details__date_last", "slug")


def count_overdue(day):
    return {Kind.ELECTION.value: overdue([Kind.ELECTION], day).count()}


def tell_overdue(rows, day):
    return [Row(row, f"Scheduled for {date_in_words(row.election_details.date)}.") for row in rows]


def stale(kinds, day):
    """Open ends of what can end. Of withdrawn entities too: to leave them out costs more than they disturb."""
    types = [name for name, relation in RELATIONSHIP_TYPES.items() if relation.subject in kinds]
    old = Q(verified_at__lt=stale_before(day)) | Q(verified_at=None)
    rows = Relationship.objects.filter(old, end_date="", type__in=types).exclude(type__in=TIMELESS, start_date="")
    # Keys alone are sorted: the fiftieth thousand is reached without fetching those before it.
    return rows.order_by("verified_at", "pk").values_list("pk", flat=True)


def count_stale(day):
    """By the type of the statement, which tells the kind of its subject: no entity has to be looked at."""
    kinds = {relation.subject for relation in RELATIONSHIP_TYPES.values()}
    by_type = stale(kinds, day).order_by().values_list("type").annotate(number=Count("pk"))
    found = Counter()
    for name, number in by_type:
        found[RELATIONSHIP_TYPES[name].subject.value] += number
    return dict(found)


def tell_stale(keys, day):
    rows = Relationship.objects.filter(pk__in=list(keys)).select_related("subject", "object")
    rows = rows.order_by("verified_at", "pk")
    return [Row(row.subject, _fact(row)) for row in rows]


def _fact(row):
    verified = f"last verified on {row.verified_at}" if row.verified_at else "never verified"
    return f"{RELATIONSHIP_TYPES[row.type].label}: {row.object.name}, {verified}."
