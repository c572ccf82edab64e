from django.db.models import F, Min, Q, TextField, Value
from django.db.models.functions import Cast, Coalesce, ExtractYear

from graph.checks.registry import entities, relationships
from graph.kinds import Kind
from graph.models import Relationship
from graph.models.freshness import stale_before
from graph.relations import RELATIONSHIP_TYPES, TIMELESS, RelationshipType

MAXIMUM_YEARS_AHEAD = 10
YEARS_BEFORE_FOUNDATION = 1
"""Some parties sit in parliament before they are founded, and members may leave them then."""
WITHIN_A_COUNTRY = [
    name
    for name, definition in RELATIONSHIP_TYPES.items()
    if {definition.subject, definition.object}.isdisjoint({Kind.POLITICIAN, Kind.IDEOLOGY})
]
"""The types that join entities of one country. People may act abroad, and an ideology has no country."""


def check_ends_before_starts(day):
    """Find relationships that end before they start. Only a database without our constraint has them."""
    return relationships().filter(end_last__lt=F("start_first"))


def check_dates_in_the_far_future(day):
    limit = day.replace(year=day.year + MAXIMUM_YEARS_AHEAD, day=min(day.day, 28))
    late = relationships().filter(Q(start_last__gt=limit) | Q(end_last__gt=limit))
    for row in late.select_related("subject", "object"):
        yield row.subject.slug, f"{row.subject.slug} {row.type} {row.object.slug} reaches beyond {limit.year}."
    for slug, name in entities(Kind.ELECTION).filter(election_details__date_last__gt=limit).values_list("slug", "name"):
        yield slug, f"{name} is beyond {limit.year}."


def check_facts_verified_in_the_future(day):
    return relationships().filter(verified_at__gt=day)


def check_relationships_across_borders(day):
    return relationships(*WITHIN_A_COUNTRY).exclude(object__country_code=F("subject__country_code"))


def check_parties_founded_after_their_members_left(day):
    """Find parties founded after a member had left them, which may mix up two parties.

    Many sources date the start of a membership by the start of a term, so the start is only the last resort.
    """
    last_known = Coalesce("end_last", "verified_at", "start_first")
    parties = relationships(RelationshipType.MEMBER_OF_PARTY).values(
        "object__slug", "object__name", founded=F("object__party_details__founded_year")
    )
    first_left = parties.annotate(left=ExtractYear(Min(last_known))).order_by("object__slug")
    for party in first_left.filter(left__lt=F("founded") - YEARS_BEFORE_FOUNDATION):
        sentence = "{object__name} was founded in {founded}, after a member of {left}."
        yield party["object__slug"], sentence.format(**party)


def check_stale(day):
    """Find relationships without an end date that nobody verified in the two years before the day.

    Excluding those of withdrawn entities would be slow.
    """
    old = Q(verified_at__lt=stale_before(day)) | Q(verified_at=None)
    found = Relationship.objects.filter(old, end_date="").exclude(type__in=TIMELESS, start_date="")
    verified = Coalesce(Cast("verified_at", TextField()), Value("never", TextField()))
    return found.annotate(verified=verified).order_by("verified_at", "pk")
