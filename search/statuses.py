"""Filter the hits of a search by their status today, which is current or former."""

from django.utils import timezone

from graph.kinds import Kind
from graph.models import Entity, Relationship, Status
from graph.relations import RelationshipType
from search.ranking import Hit

CURRENT, FORMER = "current", "former"
STATUSES = {CURRENT: "Current or upcoming", FORMER: "Former or past"}
SHOWING_STATUS = (RelationshipType.HOLDS_OFFICE, RelationshipType.OPERATES_IN_COUNTRY)
WITH_STATUS = (Kind.POLITICIAN, Kind.PARTY, Kind.ELECTION)
"""Only entities of these kinds can be former. Entities of all other kinds, such as countries and offices, count as
current."""


def filter_by_status(hits: list[Hit], status: str) -> list[Hit]:
    """Return the hits with this status: ``current``, ``former``, or "" for all. These hits are current: politicians in
    office, active parties, elections that are today or later, and all entities of other kinds. All other hits are
    former."""
    if not status:
        return hits
    ending = [hit.candidate.pk for hit in hits if hit.candidate.kind in WITH_STATUS]
    current = _current(ending)
    return [
        hit
        for hit in hits
        if (hit.candidate.kind not in WITH_STATUS or hit.candidate.pk in current) == (status == CURRENT)
    ]


def _current(pks):
    day = timezone.localdate()
    related = Relationship.objects.between_published().filter(subject__in=pks, type__in=SHOWING_STATUS).with_status(day)
    elections = Entity.objects.filter(pk__in=pks, election_details__date_last__gte=day)
    return {
        *related.filter(status=Status.CURRENT).values_list("subject", flat=True),
        *elections.values_list("pk", flat=True),
    }
