"""Find citations that are older than the facts for which they are the source."""

from django.db.models import F, Q, QuerySet

from graph.kinds import ElectionStatus
from graph.models.compositions import Composition
from graph.models.details import ElectionDetails
from graph.models.relationships import Relationship
from graph.models.sources import Citation
from graph.relations import RelationshipType

CONFIRMED_TYPES = (RelationshipType.HOLDS_OFFICE, RelationshipType.MEMBER_OF_PARTY)


def citations_older_than_their_facts() -> QuerySet:
    """Return the citations that are older than a fact for which they are the source: the source was retrieved before
    the day of the fact. Only some facts have a day:

    - For a term of office, a party membership, and the seats of a chamber, it is the day of their last confirmation.
    - For the date of an election that was held, it is this date.
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
