"""Find citations with an error: the source is older than a fact that it gives."""

from django.db.models import F, Q, QuerySet

from graph.kinds import ElectionStatus
from graph.models.compositions import Composition
from graph.models.details import ElectionDetails
from graph.models.relationships import Relationship
from graph.models.sources import Citation
from graph.relations import RelationshipType

CONFIRMED_TYPES = (RelationshipType.HOLDS_OFFICE, RelationshipType.MEMBER_OF_PARTY)


def citations_older_than_their_facts() -> QuerySet:
    """Return the citations whose source is older than a fact that it gives. A citation names a source of an entity's
    facts, and the day on which the source was retrieved. It is returned in these cases:

    - On a later day, the source confirmed a term of office, a party membership, or the seats of a chamber.
    - The source gives the date of an election that was held, and this date is later.
    """
    terms = _confirmed_later(Relationship.objects.filter(type__in=CONFIRMED_TYPES), "subject__citations")
    seats = _confirmed_later(Composition.objects, "institution__citations")
    held = ElectionDetails.objects.filter(status=ElectionStatus.HELD, date_first__gt=F("entity__citations__retrieved"))
    # SQLite cannot search in a JSON list.
    dates = [pk for pk, facts in held.values_list("entity__citations", "entity__citations__facts") if "date" in facts]
    return Citation.objects.filter(Q(pk__in=terms) | Q(pk__in=seats) | Q(pk__in=dates))


def _confirmed_later(rows, citation):
    # The query starts with the rows: starting with the citations, SQLite would read all rows of a source for each.
    newer = {f"{citation}__source": F("source"), "verified_at__gt": F(f"{citation}__retrieved")}
    return rows.filter(**newer).order_by().values(citation)
