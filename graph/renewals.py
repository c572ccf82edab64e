"""Compute on which days terms of office without a known end are certainly current. After the next election of the
office, or after the usual length of a term, this is no longer certain."""

from bisect import insort
from collections import defaultdict
from collections.abc import Collection
from datetime import date

from django.db.models import Q

from graph.batches import BATCH, batches
from graph.kinds import ElectionKind, ElectionStatus, Kind, OfficeType
from graph.models import ElectionDetails, Entity, Relationship
from graph.models.freshness import current_days
from graph.relations import RelationshipType

HOLDS_OFFICE = RelationshipType.HOLDS_OFFICE
COLUMNS = "pk subject object start_date verified_at current_first current_last object__country_code".split()


def renew(pks: Collection[int] | None = None) -> set[int]:
    """Compute for terms of office without an end date on which days they are certainly current. Store the first and
    last of these days in the columns ``current_first`` and ``current_last``. Both are None if no day is certain. Terms
    that no source has confirmed are left out.

    A term is current from its start. If the start is unknown, it is current from its last confirmation. The last
    certain day is the earliest of these:

    - the day of the next election of the office
    - the end of a term of the usual length
    - the day two years after the last confirmation

    ``pks`` are primary keys of changed entities. Only terms that depend on these entities are computed: the terms of
    the politicians among them, and all terms in the countries of the offices and elections among them. If ``pks`` is
    None or has more than BATCH keys, all terms are computed.

    Return the primary keys of the politicians whose terms changed. Call this inside `allow_writes`."""
    rows = {row[0]: row for terms in _open_terms(pks) for row in terms.values_list(*COLUMNS)}
    renewals = _renewals({code for *_, code in rows.values()})
    changed, politicians = defaultdict(list), set()
    for pk, politician, office, start_date, verified_at, *known, _ in rows.values():
        days = current_days(start_date, "", verified_at, *renewals[office]) or (None, None)
        if list(days) != known:
            changed[days].append(pk)
            politicians.add(politician)
    for (first, last), keys in changed.items():
        for batch in batches(keys):
            Relationship.objects.filter(pk__in=batch).update(current_first=first, current_last=last)
    return politicians


def _open_terms(pks):
    """Yield query sets of the terms of office that `renew` must compute again after a change of the entities ``pks``.
    These are the terms of the politicians among them, and all terms in the countries of the offices and elections among
    them. If ``pks`` is None or has more than BATCH keys, these are all terms. Terms with an end date, and terms that no
    source has confirmed, are left out."""
    terms = Relationship.objects.filter(type=HOLDS_OFFICE, end_date="", verified_at__isnull=False)
    if pks is None or len(pks) > BATCH:
        yield terms
        return
    yield terms.filter(subject__in=pks)
    renewing = Entity.objects.filter(pk__in=pks, kind__in=(Kind.OFFICE, Kind.ELECTION))
    if codes := set(renewing.values_list("country_code", flat=True)):
        yield terms.filter(object__in=Entity.objects.of_kind(Kind.OFFICE).filter(country_code__in=codes))


def _renewals(codes: set[str]) -> dict[int, tuple[int | None, list[date]]]:
    """Return {primary key of an office: (years of a term or None, election days)} for all offices of the countries
    ``codes``. The election days are the sorted days of the elections that decide who holds the office."""
    if not codes:
        return {}
    offices = Entity.objects.of_kind(Kind.OFFICE).filter(country_code__in=codes)
    offices = offices.values_list("pk", "country_code", "office_details__office_type", "office_details__term_length")
    own, of_parliament = _election_days(codes)
    return {
        # If the people do not elect the head of government, the parliament does, after its own election.
        pk: (years, own.get(pk) or (of_parliament[code] if office_type == OfficeType.HEAD_OF_GOVERNMENT else []))
        for pk, code, office_type, years in offices
    }


def _election_days(codes):
    """Return two dictionaries with sorted days of elections in the countries ``codes``: {primary key of an office: days
    of the elections that fill it}, and {country code: days of its legislative elections}. Planned elections, and
    elections without a known result, are included. By-elections and cancelled or unpublished elections are left out."""
    # A by-election fills single seats.
    no_renewal = Q(kind=ElectionKind.BY_ELECTION) | Q(status=ElectionStatus.CANCELLED)
    elections = ElectionDetails.objects.exclude(no_renewal).filter(
        entity__status=Entity.Status.PUBLISHED, entity__country_code__in=codes
    )
    found = elections.values_list("pk", "entity__country_code", "kind", "date_last")
    days, own, of_parliament = {}, defaultdict(list), defaultdict(list)
    for pk, code, kind, day in found:
        days[pk] = day
        if kind == ElectionKind.LEGISLATIVE:
            insort(of_parliament[code], day)
    links = Relationship.objects.filter(type=RelationshipType.ELECTED_IN_ELECTION, object__in=elections.values("pk"))
    for office, election in links.values_list("subject", "object"):
        insort(own[office], days[election])
    return own, of_parliament
