"""Find each chamber's newest composition (its parties and their seats), unless a later election has replaced it."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta

from graph.kinds import ElectionKind, ElectionStatus
from graph.models import Composition, Entity, Relationship, SeatShare
from graph.relations import RelationshipType
from snapshots.countries.certainty import CERTAIN, POSSIBLE, certainty_of_date

ELECTED_IN = RelationshipType.ELECTED_IN_ELECTION
CONTAINS = RelationshipType.CONTAINS_OFFICE
IN_COUNTRY = RelationshipType.INSTITUTION_IN_COUNTRY
ONE_YEAR = timedelta(days=365.25)
# A primary key of no row. Without keys, Django skips the query, so the number of queries would vary by country.
NO_ROW = (0,)


@dataclass(frozen=True, slots=True)
class Chamber:
    """An institution on a day. ``composition`` is None if no source says which parties have its seats.

    ``shares`` has a row for each party, and ``certainty`` is about them. On the day ``verified_at``, a source last
    confirmed the institution.
    """

    composition: Composition | None
    shares: list[SeatShare]
    certainty: str
    verified_at: date | None


def load_chambers(country: Entity, offices: list[Entity], elections: list[Entity], day: date) -> dict[int, Chamber]:
    """Return the institutions of the country by primary key, with their compositions. Three queries run."""
    relationships = _relationships(country)
    last_elections = _last_elections(relationships, elections, day)
    term_lengths = _term_lengths(relationships, offices)
    verified = {institution: verified_at for institution, _, verified_at in relationships[IN_COUNTRY]}
    compositions = {
        pk: row for pk, row in _newest(country, day).items() if not _is_outdated(row, last_elections.get(pk))
    }
    shares = _shares(compositions)
    return {
        pk: Chamber(row, shares.get(pk, []), _certainty(row, term_lengths.get(pk), day), verified.get(pk))
        for pk in {*compositions, *verified}
        for row in [compositions.get(pk)]
    }


def _relationships(country):
    """Return (subject, object, verified_at) of the relationships that this module needs, by relationship type."""
    rows = Relationship.objects.filter(
        type__in=(ELECTED_IN, CONTAINS, IN_COUNTRY), subject__country_code=country.country_code
    ).between_published()
    by_type = defaultdict(list)
    for type_, *values in rows.values_list("type", "subject_id", "object_id", "verified_at"):
        by_type[type_].append(values)
    return by_type


def _last_elections(relationships, elections, day):
    """Return the first day of the last election held by ``day`` for each institution; date.min if none is known."""
    days = {election.pk: election.details.date_first for election in elections if _renews(election.details, day)}
    days_of_office = defaultdict(list)
    for office, election, _ in relationships[ELECTED_IN]:
        if election in days:
            days_of_office[office].append(days[election])
    # A chamber can contain several offices; the latest election of any of them counts.
    last = defaultdict(lambda: date.min)
    for institution, office, _ in relationships[CONTAINS]:
        last[institution] = max([last[institution], *days_of_office[office]])
    return last


def _renews(details, day):
    # A by-election fills single seats, so the composition before it still holds.
    return (
        details is not None
        and details.status == ElectionStatus.HELD
        and details.kind != ElectionKind.BY_ELECTION
        and details.date_first <= day
    )


def _term_lengths(relationships, offices):
    """Return for each institution the term of its members in years. Institutions with an unknown term are left out."""
    years = {office.pk: office.details.term_length for office in offices if office.details}
    return {institution: years[office] for institution, office, _ in relationships[CONTAINS] if years.get(office)}


def _newest(country, day):
    newest = {}
    for row in Composition.objects.in_country(country.country_code).begun_by(day).newest_first():
        newest.setdefault(row.institution_id, row)
    return newest


def _is_outdated(composition, last_election):
    """Return True if the chamber was elected again after this composition began, with an unknown result."""
    return last_election is not None and last_election > _start(composition)


def _start(composition):
    return composition.start_last or composition.verified_at


def _certainty(composition, years, day):
    if composition is None:
        return CERTAIN
    # Past its term a composition may still hold: perhaps no source has reported the next election yet.
    if years and _start(composition) + years * ONE_YEAR < day:
        return POSSIBLE
    return certainty_of_date(composition.start_last, day)


def _shares(compositions):
    institution_of = {row.pk: pk for pk, row in compositions.items()}
    shares = defaultdict(list)
    for share in SeatShare.objects.filter(composition__in=institution_of or NO_ROW).select_related("party"):
        shares[institution_of[share.composition_id]].append(share)
    return shares
