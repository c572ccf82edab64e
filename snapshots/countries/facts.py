"""Everything a snapshot is made of, fetched in a fixed number of queries whatever the country's size."""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.db.models import Case, Count, F, Max, Min, OuterRef, Subquery, When

from graph.kinds import Kind, OfficeType
from graph.models import Entity, Relationship, SeatShare, Status
from graph.relations import RelationshipType
from snapshots.countries.chambers import NOBODY, Chamber, load_chambers

HOLDS = RelationshipType.HOLDS_OFFICE
MEMBER = RelationshipType.MEMBER_OF_PARTY
OPERATES = RelationshipType.OPERATES_IN_COUNTRY
BEGUN_LAST = (F("start_last").asc(nulls_first=True), "pk")
"""What began last comes last; databases do not agree by themselves on where an unknown start belongs."""
LAST_STOOD = Subquery(
    SeatShare.objects.filter(party=OuterRef("pk"), composition__start_last__isnull=False)
    .order_by("-composition__start_last")
    .values("composition__start_last")[:1]
)
YEARS_UNTIL_FORGOTTEN = timedelta(days=10 * 365.25)
"""A party that last stood so long before others of its country is taken to be there no more."""


@dataclass(frozen=True)
class CountryFacts:
    """What the graph knows of a country on a day; before the first dated fact of the country the lists are empty.

    ``holdings`` are the statements of who holds an office, with their status; ``parties_of`` leads from a leader to the
    party; ``operating`` from a party to the status of its being there; ``chambers`` from an institution to what is
    known of it on the day. Keys are primary keys.
    """

    country: Entity
    day: date
    counts: dict[str, int]
    updated_at: datetime
    offices: list[Entity] = field(default_factory=list)
    institutions: list[Entity] = field(default_factory=list)
    elections: list[Entity] = field(default_factory=list)
    holdings: list[Relationship] = field(default_factory=list)
    parties_of: dict[int, Entity] = field(default_factory=dict)
    parties: list[Entity] = field(default_factory=list)
    operating: dict[int, str] = field(default_factory=dict)
    chambers: dict[int, Chamber] = field(default_factory=dict)


def load_country_facts(country: Entity, day: date, *, is_past: bool) -> CountryFacts:
    """The facts of the day; ``is_past`` asks whether anything was known of the country by then."""
    counts, updated_at = _counts(country)
    built = _built(country)
    told = {"country": country, "day": day, "counts": counts, "updated_at": updated_at}
    if is_past and not _is_known(built, day):
        return CountryFacts(**told)
    holdings = _holdings(built[Kind.OFFICE], day)
    composed = load_chambers(country, built[Kind.OFFICE], built[Kind.ELECTION], day)
    parties, operating = _parties(country, day, composed)
    return CountryFacts(
        **told,
        offices=built[Kind.OFFICE],
        institutions=built[Kind.INSTITUTION],
        elections=built[Kind.ELECTION],
        holdings=holdings,
        parties_of=_parties_of(holdings, built[Kind.OFFICE], day),
        parties=parties,
        operating=operating,
        chambers=composed,
    )


def leading(offices: list[Entity]) -> set[int]:
    """The offices that lead a country: all but those of legislators."""
    return {office.pk for office in offices if office.details and office.details.office_type != OfficeType.LEGISLATOR}


def _counts(country):
    """Published entities of the country by kind, and when one of them was last changed."""
    rows = Entity.objects.published().in_country(country.country_code).values("kind")
    rows = list(rows.annotate(number=Count("pk"), newest=Max("updated_at")))
    return {row["kind"]: row["number"] for row in rows}, max(row["newest"] for row in rows)


def _built(country):
    """Offices, institutions and elections, by kind."""
    kinds = (Kind.OFFICE, Kind.INSTITUTION, Kind.ELECTION)
    rows = Entity.objects.published().in_country(country.country_code).filter(kind__in=kinds)
    built = {kind: [] for kind in kinds}
    for row in rows.select_related("office_details", "institution_details", "election_details"):
        built[row.kind].append(row)
    return built


def _is_known(built, day):
    """Whether an election or the holder of an office is dated so early."""
    first = [election.details.date_first for election in built[Kind.ELECTION] if election.details]
    held = Relationship.objects.filter(type=HOLDS, object__in=built[Kind.OFFICE]).between_published()
    first.append(held.aggregate(first=Min("start_first"))["first"])
    return any(start <= day for start in first if start)


def _holdings(offices, day):
    """One statement a person and office: one that surely held before one that may have, then the one begun last."""
    rows = Relationship.objects.filter(type=HOLDS, object__in=offices or NOBODY).between_published()
    surest_last = Case(When(status=Status.CURRENT, then=1), default=0)
    rows = rows.on(day).with_status(day).select_related("subject").order_by(surest_last, *BEGUN_LAST)
    return list({(row.object_id, row.subject_id): row for row in rows}.values())


def _parties_of(holdings, offices, day):
    leaders = leading(offices)
    people = {holding.subject_id for holding in holdings if holding.object_id in leaders}
    rows = Relationship.objects.filter(type=MEMBER, subject__in=people or NOBODY).between_published()
    rows = rows.current(day).select_related("object").order_by(*BEGUN_LAST)
    return {row.subject_id: row.object for row in rows}


def _parties(country, day, composed):
    """Parties that are there on the day, and those that have seats."""
    rows = Relationship.objects.filter(type=OPERATES, object=country).on(day).dated_or_verified_near(day)
    operating = dict(rows.with_status(day).values_list("subject_id", "status"))
    seated = {share.party_id for chamber in composed.values() for share in chamber.shares if share.party_id}
    parties = Entity.objects.published().of_kind(Kind.PARTY).filter(pk__in=seated | set(operating) or NOBODY)
    parties = parties.select_related("party_details").with_ideology_name().annotate(last_stood=LAST_STOOD)
    return _not_forgotten(list(parties), seated, day), operating


def _not_forgotten(parties, seated, day):
    """Without those that by the day had stood for parliament once and not for long, while others did."""
    stood = [party.last_stood for party in parties if party.last_stood]
    limit = min([day, *([max(stood)] if stood else [])]) - YEARS_UNTIL_FORGOTTEN
    return [party for party in parties if party.pk in seated or not party.last_stood or party.last_stood >= limit]
