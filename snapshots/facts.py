"""Everything a snapshot is made of, fetched in a fixed number of queries whatever the country's size."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Count, F, Max, Min

from graph.kinds import ElectionKind, ElectionStatus, Kind, OfficeType
from graph.models import Composition, Entity, Relationship, SeatShare

HOLDS = "politician_holds_office"
MEMBER = "politician_member_of_party"
OPERATES = "party_operates_in_country"
ELECTED = "office_elected_in_election"
CONTAINS = "institution_contains_office"
WITHIN = "institution_in_country"
BEGUN_LAST = (F("start_last").asc(nulls_first=True), "pk")
"""What began last comes last; databases do not agree by themselves on where an unknown start belongs."""
NOBODY = (0,)
"""No entity has this key. With no key at all a query is left out, and countries would not take as many."""


@dataclass(frozen=True)
class Facts:
    """What the graph knows of a country on a day; before the first dated fact of the country the lists are empty.

    ``holdings`` are the statements of who holds an office, with their status; ``parties_of`` leads from a leader to the
    party; ``operating`` from a party to the status of its being there; ``compositions`` from a chamber to the one that
    holds, with its ``shares`` by chamber beside it; ``verified`` from an institution to the day it was last confirmed.
    Keys are primary keys.
    """

    country: Entity
    day: date
    counts: dict[str, int]
    updated_at: object
    offices: list[Entity] = field(default_factory=list)
    institutions: list[Entity] = field(default_factory=list)
    elections: list[Entity] = field(default_factory=list)
    holdings: list[Relationship] = field(default_factory=list)
    parties_of: dict[int, Entity] = field(default_factory=dict)
    parties: list[Entity] = field(default_factory=list)
    operating: dict[int, str] = field(default_factory=dict)
    compositions: dict[int, Composition] = field(default_factory=dict)
    shares: dict[int, list[SeatShare]] = field(default_factory=dict)
    verified: dict[int, date] = field(default_factory=dict)


def gather(country: Entity, day: date, *, is_past: bool) -> Facts:
    """The facts of the day; ``is_past`` asks whether anything was known of the country by then."""
    counts, updated_at = _counts(country)
    built = _built(country)
    told = {"country": country, "day": day, "counts": counts, "updated_at": updated_at}
    if is_past and not _is_known(built, day):
        return Facts(**told)
    holdings = _holdings(built[Kind.OFFICE], day)
    compositions, shares, verified = _composed(country, built, day)
    parties, operating = _parties(country, day, shares)
    return Facts(
        **told,
        offices=built[Kind.OFFICE],
        institutions=built[Kind.INSTITUTION],
        elections=built[Kind.ELECTION],
        holdings=holdings,
        parties_of=_parties_of(holdings, built[Kind.OFFICE], day),
        parties=parties,
        operating=operating,
        compositions=compositions,
        shares=shares,
        verified=verified,
    )


def leading(offices: list[Entity]) -> set[int]:
    """The offices that lead a country: all but those of legislators."""
    return {office.pk for office in offices if office.details and office.details.office_type != OfficeType.LEGISLATOR}


def _counts(country):
    """Published entities of the country by kind, and when one of them was last changed."""
    rows = Entity.objects.published().in_country(country.country_code).values("kind")
    rows = list(rows.annotate(number=Count("pk"), newest=Max("updated_at")).order_by("kind"))
    return {row["kind"]: row["number"] for row in rows}, max(row["newest"] for row in rows)


def _built(country):
    """Offices, institutions and elections, by kind."""
    kinds = (Kind.OFFICE, Kind.INSTITUTION, Kind.ELECTION)
    rows = Entity.objects.published().in_country(country.country_code).filter(kind__in=kinds)
    built = {kind: [] for kind in kinds}
    for row in rows.select_related("office_details", "institution_details", "election_details").order_by("name", "pk"):
        built[row.kind].append(row)
    return built


def _is_known(built, day):
    """Whether an election or the holder of an office is dated so early."""
    first = [election.details.date_first for election in built[Kind.ELECTION] if election.details]
    held = Relationship.objects.filter(type=HOLDS, object__in=built[Kind.OFFICE]).between_published()
    first.append(held.aggregate(first=Min("start_first"))["first"])
    return any(start <= day for start in first if start)


def _holdings(offices, day):
    """One statement a person and office: the one that began last."""
    rows = Relationship.objects.filter(type=HOLDS, object__in=offices or NOBODY).between_published()
    rows = rows.on(day).with_status(day).select_related("subject").order_by(*BEGUN_LAST)
    return list({(row.object_id, row.subject_id): row for row in rows}.values())


def _parties_of(holdings, offices, day):
    leaders = leading(offices)
    people = {holding.subject_id for holding in holdings if holding.object_id in leaders}
    rows = Relationship.objects.filter(type=MEMBER, subject__in=people or NOBODY).between_published()
    rows = rows.current(day).select_related("object").order_by(*BEGUN_LAST)
    return {row.subject_id: row.object for row in rows}


def _parties(country, day, shares):
    """Parties that are there on the day, and those that have seats."""
    rows = Relationship.objects.filter(type=OPERATES, object=country).on(day).dated_or_confirmed_near(day)
    operating = dict(rows.with_status(day).values_list("subject_id", "status"))
    seated = {share.party_id for chamber in shares.values() for share in chamber if share.party_id}
    parties = Entity.objects.published().of_kind(Kind.PARTY).filter(pk__in=seated | set(operating) or NOBODY)
    return list(parties.select_related("party_details").with_ideology_name()), operating


def _composed(country, built, day):
    """The composition of each chamber that holds on the day, its shares, and when institutions were confirmed."""
    last_elected, verified = _structure(country, built[Kind.ELECTION], day)
    newest = Composition.objects.in_country(country.country_code).begun_by(day).newest_first()
    holding = {}
    for composition in newest:
        holding.setdefault(composition.institution_id, composition)
    holding = {pk: row for pk, row in holding.items() if not _is_stale(row, last_elected.get(pk))}
    return holding, _shares(holding), verified


def _structure(country, elections, day):
    """For each institution the first day of its last election, and the day it was last confirmed itself."""
    rows = Relationship.objects.filter(
        type__in=(ELECTED, CONTAINS, WITHIN), subject__country_code=country.country_code
    ).values_list("type", "subject_id", "object_id", "verified_at")
    told = defaultdict(list)
    for kind, *ends in rows:
        told[kind].append(ends)
    held = _held_by(elections, day)
    days = defaultdict(list)
    for office, election, _ in told[ELECTED]:
        if election in held:
            days[office].append(held[election])
    last = {institution: max(days[office]) for institution, office, _ in told[CONTAINS] if days[office]}
    return last, {institution: verified for institution, _, verified in told[WITHIN]}


def _held_by(elections, day):
    """The first day of each election that renews a chamber and was held by the day."""
    return {
        election.pk: election.details.date_first
        for election in elections
        if election.details
        and election.details.status == ElectionStatus.HELD
        and election.details.kind != ElectionKind.BY_ELECTION
        and election.details.date_first <= day
    }


def _is_stale(composition, last_elected):
    """Whether the chamber was elected anew since, with a result that is not known."""
    begun = composition.start_last or composition.verified_at
    return last_elected is not None and last_elected > begun


def _shares(holding):
    shares = defaultdict(list)
    institution_of = {row.pk: row.institution_id for row in holding.values()}
    rows = SeatShare.objects.filter(composition__in=institution_of or NOBODY).select_related("party")
    for share in rows:
        shares[institution_of[share.composition_id]].append(share)
    return dict(shares)
