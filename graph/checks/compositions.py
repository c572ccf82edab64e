from collections.abc import Iterator
from datetime import date

from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce

from graph.checks.queries import compositions
from graph.models import Entity, SeatShare


def check_compositions_whose_sum_is_not_the_seats(day: date) -> Iterator[tuple[str, str]]:
    """The seats that are told of by party are all the seats there were."""
    told = compositions().annotate(told=Coalesce(Sum("shares__seats"), 0))
    for row in _in_order(told.exclude(told=F("total"))):
        yield row.institution.slug, f"{row} has {row.total} seats, but {row.told} of them are told of."


def check_compositions_that_differ_from_the_seats(day: date) -> Iterator[tuple[str, str]]:
    """The newest composition counts other seats than the chamber is said to have."""
    newest = {}
    for row in compositions().begun_by(day).newest_first().select_related("institution__institution_details"):
        newest.setdefault(row.institution.slug, row)
    for slug, row in sorted(newest.items()):
        seats = row.institution.details and row.institution.details.seats
        if seats not in (None, row.total):
            yield slug, f"{row} has {row.total} seats, but the chamber has {seats}."


def check_compositions_across_borders(day: date) -> Iterator[tuple[str, str]]:
    """A party or an election of another country than the chamber's."""
    for row in _in_order(compositions().filter(_abroad("election", "institution"))):
        yield row.institution.slug, f"{row} was given by {row.election.slug}, which crosses a border."
    shares = SeatShare.objects.filter(_abroad("party", "composition__institution"), composition__in=compositions())
    for share in shares.select_related("party", "composition__institution").order_by("pk"):
        row = share.composition
        yield row.institution.slug, f"{row} has seats of {share.party.slug}, which crosses a border."


def _abroad(end, chamber):
    """That there is one, of another country, and not withdrawn."""
    at_home = Q(**{f"{end}__country_code": F(f"{chamber}__country_code")})
    return Q(**{f"{end}__isnull": False}) & ~at_home & ~Q(**{f"{end}__status": Entity.Status.WITHDRAWN})


def check_compositions_in_the_future(day: date) -> Iterator[tuple[str, str]]:
    """Seats are not told of before they are won."""
    for row in _in_order(compositions().filter(start_first__gt=day)):
        yield row.institution.slug, f"{row} is yet to come."


def _in_order(found):
    return found.select_related("institution", "election").order_by("institution__slug", "start_date")
