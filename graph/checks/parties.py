from collections.abc import Iterator
from datetime import date

from django.db.models import F, Min
from django.db.models.functions import Coalesce, ExtractYear

from graph.checks.queries import statements, without
from graph.kinds import Kind
from graph.relations import RelationshipType

YEARS_OF_GRACE = 1
"""Parties sit in parliament some months before they are founded in law."""


def check_parties_without_country(day: date) -> Iterator[tuple[str, str]]:
    for slug, name in without(Kind.PARTY, RelationshipType.OPERATES_IN_COUNTRY):
        yield slug, f"{name} operates in no country."


def check_parties_founded_after_their_members_left(day: date) -> Iterator[tuple[str, str]]:
    """A party founded after it had members in parliament: two parties taken for one, or a slip in a year.

    Memberships are dated by whole terms, in which people join new parties; so it is their ends that tell.
    """
    last_known = Coalesce("end_last", "verified_at", "start_first")
    parties = statements(RelationshipType.MEMBER_OF_PARTY).values(
        "object__slug", "object__name", founded=F("object__party_details__founded_year")
    )
    first_left = parties.annotate(left=ExtractYear(Min(last_known))).order_by("object__slug")
    for party in first_left.filter(left__lt=F("founded") - YEARS_OF_GRACE):
        yield (
            party["object__slug"],
            "{object__name} was founded in {founded}, after a member of {left}.".format(**party),
        )
