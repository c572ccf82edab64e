from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce

from graph.checks.registry import compositions, entities
from graph.kinds import Kind
from graph.models import Entity, SeatShare


def check_compositions_whose_sum_is_not_the_seats(day):
    return compositions().annotate(by_party=Coalesce(Sum("shares__seats"), 0)).exclude(by_party=F("total"))


def check_compositions_that_differ_from_the_seats(day):
    newest = {}
    for row in compositions().begun_by(day).newest_first().select_related("institution__institution_details"):
        newest.setdefault(row.institution.slug, row)
    for slug, row in sorted(newest.items()):
        seats = row.institution.details and row.institution.details.seats
        if seats not in (None, row.total):
            yield slug, f"{row} has {row.total} seats, but the chamber has {seats}."


def check_compositions_across_borders(day):
    """Find compositions with a party or an election of another country than that of the chamber."""
    for row in compositions().filter(_abroad("election", "institution")).select_related("institution", "election"):
        yield row.institution.slug, f"{row} was given by {row.election.slug}, which crosses a border."
    shares = SeatShare.objects.filter(_abroad("party", "composition__institution"), composition__in=compositions())
    for share in shares.select_related("party", "composition__institution").order_by("pk"):
        row = share.composition
        yield row.institution.slug, f"{row} has seats of {share.party.slug}, which crosses a border."


def _abroad(path, institution):
    """Match rows whose entity at ``path`` is of another country than the institution and is not withdrawn."""
    same_country = Q(**{f"{path}__country_code": F(f"{institution}__country_code")})
    return Q(**{f"{path}__isnull": False}) & ~same_country & ~Q(**{f"{path}__status": Entity.Status.WITHDRAWN})


def check_compositions_in_the_future(day):
    return compositions().filter(start_first__gt=day)


def check_institutions_without_composition(day):
    return entities(Kind.INSTITUTION).filter(compositions=None)
