"""Load the facts that a snapshot shows. The number of queries is the same for small and for large countries."""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.db.models import Case, Count, F, Max, Min, OuterRef, Subquery, When

from graph.kinds import Kind, OfficeType
from graph.models import Entity, Relationship, SeatShare, Status
from graph.relations import RelationshipType
from snapshots.countries.chambers import NO_ROW, Chamber, load_chambers

# Databases disagree on where an unknown start comes in an order, so the order says it.
BY_START = (F("start_last").asc(nulls_first=True), "pk")
LAST_SEATED = Subquery(
    SeatShare.objects.filter(party=OuterRef("pk"), composition__start_last__isnull=False)
    .order_by("-composition__start_last")
    .values("composition__start_last")[:1]
)
# A party is left out when its last seats are so much older than the newest seats of any other party.
OBSOLETE_AFTER = timedelta(days=10 * 365.25)


@dataclass(frozen=True)
class CountryFacts:
    """The facts of the graph about a country on a day. The lists are empty before the first dated fact of the country.

    ``terms`` are the relationships that say who holds an office. All dictionaries but ``counts`` have primary keys as
    keys: ``party_of_leader`` those of politicians, ``party_statuses`` those of parties, ``chambers`` those of
    institutions. ``party_statuses`` has the status of each relationship "operates in country" on the day.
    """

    country: Entity
    day: date
    counts: dict[str, int]
    updated_at: datetime
    offices: list[Entity] = field(default_factory=list)
    institutions: list[Entity] = field(default_factory=list)
    elections: list[Entity] = field(default_factory=list)
    terms: list[Relationship] = field(default_factory=list)
    party_of_leader: dict[int, Entity] = field(default_factory=dict)
    parties: list[Entity] = field(default_factory=list)
    party_statuses: dict[int, str] = field(default_factory=dict)
    chambers: dict[int, Chamber] = field(default_factory=dict)


def load_country_facts(country: Entity, day: date, *, is_past: bool) -> CountryFacts:
    """Load the facts of the day. ``is_past`` is True if the client requested a day.

    In this case the lists are empty for a day before the first known election or term of office.
    """
    # The counts describe the graph and not the day: they are the same in snapshots of any day.
    counts, updated_at = _counts(country)
    structure = _structure(country)
    if is_past and not _is_known(structure, day):
        return CountryFacts(country, day, counts, updated_at)
    offices, institutions, elections = structure.values()
    terms = _terms(offices, day)
    chambers = load_chambers(country, offices, elections, day)
    # A party with seats is shown even if no source says that it operates in the country.
    parties, party_statuses = _parties(country, day, chambers)
    return CountryFacts(
        country,
        day,
        counts,
        updated_at,
        offices=offices,
        institutions=institutions,
        elections=elections,
        terms=terms,
        party_of_leader=_party_of_leader(terms, offices, day),
        parties=parties,
        party_statuses=party_statuses,
        chambers=chambers,
    )


def leading_offices(offices: list[Entity]) -> set[int]:
    """Return the primary keys of the offices that lead a country: all except seats in the legislature."""
    return {office.pk for office in offices if office.details and office.details.office_type != OfficeType.LEGISLATOR}


def _counts(country):
    """Return the number of published entities of the country by kind, and the time when one of them last changed."""
    rows = Entity.objects.published().in_country(country.country_code).values("kind")
    rows = list(rows.annotate(number=Count("pk"), newest=Max("updated_at")))
    return {row["kind"]: row["number"] for row in rows}, max(row["newest"] for row in rows)


def _structure(country):
    """Return lists of the offices, institutions and elections of the country, by kind and in this order."""
    kinds = (Kind.OFFICE, Kind.INSTITUTION, Kind.ELECTION)
    rows = Entity.objects.published().in_country(country.country_code).filter(kind__in=kinds)
    structure = {kind: [] for kind in kinds}
    for row in rows.select_related("office_details", "institution_details", "election_details"):
        structure[row.kind].append(row)
    return structure


def _is_known(structure, day):
    """Return True if an election or a term of office of the country began by the day."""
    starts = [election.details.date_first for election in structure[Kind.ELECTION] if election.details]
    terms = Relationship.objects.filter(type=RelationshipType.HOLDS_OFFICE, object__in=structure[Kind.OFFICE])
    starts.append(terms.between_published().aggregate(first=Min("start_first"))["first"])
    return any(start <= day for start in starts if start)


def _terms(offices, day):
    """Return one term for each person and office, from the terms that may include the day.

    If there are several, a term that certainly includes the day is preferred, then the one that began last.
    """
    rows = Relationship.objects.filter(type=RelationshipType.HOLDS_OFFICE, object__in=offices or NO_ROW)
    # The last row of a person and office replaces those before it.
    certain_last = Case(When(status=Status.CURRENT, then=1), default=0)
    rows = rows.between_published().on(day).with_status(day).select_related("subject")
    return list({(row.object_id, row.subject_id): row for row in rows.order_by(certain_last, *BY_START)}.values())


def _party_of_leader(terms, offices, day):
    leading = leading_offices(offices)
    leaders = {term.subject_id for term in terms if term.object_id in leading}
    rows = Relationship.objects.filter(type=RelationshipType.MEMBER_OF_PARTY, subject__in=leaders or NO_ROW)
    rows = rows.between_published().current(day).select_related("object").order_by(*BY_START)
    return {row.subject_id: row.object for row in rows}


def _parties(country, day, chambers):
    """Return the parties of the country, and the statuses of those that operate in it on the day.

    The parties have seats or operate in the country. Parties that lost their last seats long ago are left out.
    """
    rows = Relationship.objects.filter(type=RelationshipType.OPERATES_IN_COUNTRY, object=country)
    rows = rows.on(day).dated_or_verified_near(day).with_status(day)
    statuses = dict(rows.values_list("subject_id", "status"))
    seated = {share.party_id for chamber in chambers.values() for share in chamber.shares if share.party_id}
    parties = Entity.objects.published().of_kind(Kind.PARTY).filter(pk__in=seated | set(statuses) or NO_ROW)
    parties = parties.select_related("party_details").with_ideology_name().annotate(last_seated=LAST_SEATED)
    return _without_obsolete(list(parties), seated, day), statuses


def _without_obsolete(parties, seated, day):
    # Sources seldom say that a party has ended; that it no longer wins seats while others do shows it.
    dates = [party.last_seated for party in parties if party.last_seated]
    limit = min([day, *([max(dates)] if dates else [])]) - OBSOLETE_AFTER
    return [row for row in parties if row.pk in seated or not row.last_seated or row.last_seated >= limit]
