"""Which composition of a chamber holds on a day: the newest, unless the chamber was elected anew since."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta

from graph.kinds import ElectionKind, ElectionStatus
from graph.models import Composition, Entity, Relationship, SeatShare
from graph.relations import RelationshipType
from snapshots.countries import certainty

ELECTED = RelationshipType.ELECTED_IN_ELECTION
CONTAINS = RelationshipType.CONTAINS_OFFICE
WITHIN = RelationshipType.INSTITUTION_IN_COUNTRY
A_YEAR = timedelta(days=365.25)
NOBODY = (0,)
"""No row has this key. With no key at all a query is left out, and countries would not take as many."""


@dataclass(frozen=True, slots=True)
class Chamber:
    """What is known of an institution on the day; ``composition`` is None where none is known to hold.

    ``verified_at`` is the day the institution was last confirmed, ``certainty`` that of the composition.
    """

    composition: Composition | None
    shares: list[SeatShare]
    certainty: str
    verified_at: date | None


def load_chambers(country: Entity, offices: list[Entity], elections: list[Entity], day: date) -> dict[int, Chamber]:
    """The institutions of the country by primary key, in three queries."""
    structure = _structure(country)
    elected = _last_elections(structure, elections, day)
    terms = _terms(structure, offices)
    holding = {
        pk: composition
        for pk, composition in _newest(country, day).items()
        if not _is_stale(composition, elected.get(pk))
    }
    shares = _shares(holding)
    return {
        pk: Chamber(row, shares.get(pk, []), _certainty(row, terms.get(pk), day), _verified(structure).get(pk))
        for pk in {*holding, *_verified(structure)}
        for row in [holding.get(pk)]
    }


def _structure(country):
    """How offices, institutions and elections of the country belong together: triples by type."""
    rows = Relationship.objects.filter(
        type__in=(ELECTED, CONTAINS, WITHIN), subject__country_code=country.country_code
    ).between_published()
    told = defaultdict(list)
    for kind, *ends in rows.values_list("type", "subject_id", "object_id", "verified_at"):
        told[kind].append(ends)
    return told


def _verified(structure):
    return {institution: verified for institution, _, verified in structure[WITHIN]}


def _last_elections(structure, elections, day):
    """For each institution the first day of the last election that renewed it and was held by the day."""
    held = {election.pk: election.details.date_first for election in elections if _renews(election.details, day)}
    days = defaultdict(list)
    for office, election, _ in structure[ELECTED]:
        if election in held:
            days[office].append(held[election])
    last = defaultdict(lambda: date.min)
    for institution, office, _ in structure[CONTAINS]:
        last[institution] = max([last[institution], *days[office]])
    return last


def _renews(details, day):
    return (
        details is not None
        and details.status == ElectionStatus.HELD
        and details.kind != ElectionKind.BY_ELECTION
        and details.date_first <= day
    )


def _terms(structure, offices):
    """Years for which the members of an institution are elected, where they are known."""
    years = {office.pk: office.details.term_length for office in offices if office.details}
    return {institution: years[office] for institution, office, _ in structure[CONTAINS] if years.get(office)}


def _newest(country, day):
    newest = {}
    for row in Composition.objects.in_country(country.country_code).begun_by(day).newest_first():
        newest.setdefault(row.institution_id, row)
    return newest


def _is_stale(composition, last_elected):
    """Whether the chamber was elected anew since, with a result that is not known."""
    return last_elected is not None and last_elected > _begun(composition)


def _begun(composition):
    return composition.start_last or composition.verified_at


def _certainty(composition, years, day):
    """Past the term of its members a composition may hold still, where nobody has told of an election."""
    if composition is None:
        return certainty.CERTAIN
    is_over = years and _begun(composition) + years * A_YEAR < day
    return certainty.POSSIBLE if is_over else certainty.of_end(composition.start_last, day)


def _shares(holding):
    institution_of = {row.pk: pk for pk, row in holding.items()}
    shares = defaultdict(list)
    rows = SeatShare.objects.filter(composition__in=institution_of or NOBODY).select_related("party")
    for share in rows:
        shares[institution_of[share.composition_id]].append(share)
    return shares
