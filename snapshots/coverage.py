"""Compute which data the graph has about each country, and how recently sources confirmed these data. The computation
takes seconds for all countries, so a command stores the result."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime, timedelta

from django.db.models import Count, Max, Q
from django.utils import timezone

from config.http.cache import Validity
from config.http.documents import COUNT, DAY, NUMBER, PARTIAL_DATE, STRING, TIMESTAMP, Document, Member
from graph.documents import SLUG, ShortEntity
from graph.kinds import KINDS, Kind
from graph.models import Entity, Relationship, Status, WorkList
from graph.models.freshness import stale_before
from graph.queries.entities import find_entity
from snapshots.countries.facts import load_country_facts
from snapshots.countries.snapshot import country_snapshot
from snapshots.countries.standing import STATUS, STATUS_MEMBER, VERIFIED_AT_MEMBER

NAME = "coverage"
"""The name of the row of the table `WorkList` that stores the computed coverage."""
OUTDATED, MISSING = "the composition may be out of date", "no composition is known"


class LeaderFreshness(Document):
    office = Member(STRING, description="Name of the office")
    name = Member(STRING, description="Name of the person")
    status, verified_at = STATUS_MEMBER, VERIFIED_AT_MEMBER


class ChamberFreshness(Document):
    name = Member(STRING, description="Name of the chamber")
    composition_date = Member(
        PARTIAL_DATE, null=True, description="When the known composition begins; null if none is known"
    )
    status = Member(STATUS, null=True, description="Of the composition; null without one")


ENTITY_COUNTS = {kind.value: COUNT | {"description": row.label_plural} for kind, row in KINDS.items()}


class CountryCoverage(Document):
    country = Member(ShortEntity, description="The country")
    entities = Member(
        {"type": "object", "properties": ENTITY_COUNTS, "required": list(ENTITY_COUNTS)},
        description="Published entities by type",
    )
    relationships = Member(COUNT, description="Relationships of these entities")
    verified = Member(NUMBER, null=True, description="Per cent of the relationships verified within two years")
    last_verified = Member(DAY, null=True, description="The last day for which a source confirmed any of them")
    leaders = Member(LeaderFreshness, many=True, description="Heads of state and government, and other leaders")
    chambers = Member(ChamberFreshness, many=True, description="Institutions whose seats are known")
    overdue_elections = Member(SLUG, many=True, description="Elections whose date passed without a known result")


class CoverageResponse(Document, component="CoverageAnswer"):
    computed_at = Member(TIMESTAMP, null=True, description="null if it has not been computed yet")
    countries = Member(CountryCoverage, many=True, description="By name")


def compute_coverage(day: date) -> Iterator[dict]:
    """Yield the JSON data of a `CountryCoverage` for each published country, sorted by name. ``day`` is today."""
    # Run two queries for all countries together. Two queries for each country would take ten times as long.
    entities = defaultdict(dict)
    grouped = Entity.objects.published().values_list("country_code", "kind").annotate(number=Count("pk"))
    for code, kind, number in grouped.order_by():
        entities[code][kind] = number
    relationships = Relationship.objects.filter(subject__status=Entity.Status.PUBLISHED)
    fresh = Count("pk", filter=Q(verified_at__gte=stale_before(day)))
    grouped = relationships.values_list("subject__country_code").order_by()
    grouped = grouped.annotate(total=Count("pk"), fresh=fresh, last=Max("verified_at"))
    verified = {code: numbers for code, *numbers in grouped}
    for country in Entity.objects.published().of_kind(Kind.COUNTRY).order_by("name"):
        code = country.country_code
        yield _coverage(country, day, entities[code], *verified.get(code, (0, 0, None)))


def _coverage(country, day, entities, total, fresh, last):
    snapshot = country_snapshot(load_country_facts(find_entity(country.slug, day), day, is_past=False), "")
    return CountryCoverage.from_values(
        (
            ShortEntity.render(country),
            {kind.value: entities.get(kind, 0) for kind in KINDS},
            total,
            round(100 * fresh / total, 1) if total else None,
            last and last.isoformat(),
            [_leader(row) for row in snapshot["current_leaders"]],
            # Courts and cabinets have no seats of parties.
            [_chamber(row) for row in snapshot["institutions"] if row["seats"]],
            [row["election"]["slug"] for row in snapshot["elections"]["upcoming"] if row["overdue"]],
        )
    )


def _leader(row):
    return LeaderFreshness.from_values(
        (row["office"]["name"], row["politician"]["name"], row["status"], row["verified_at"])
    )


def _chamber(row):
    # Without a composition, ``status`` is the status of the institution, so leave it out.
    status = row["status"] if row["composition"] else None
    return ChamberFreshness.from_values((row["institution"]["name"], row["composition_date"], status))


def store_coverage(rows: list[dict]) -> None:
    WorkList.objects.update_or_create(name=NAME, defaults={"at": timezone.now(), "rows": rows})


def stored_coverage() -> tuple[datetime | None, list[dict]]:
    """Return (time of the computation, list with a `CountryCoverage` of each country as JSON data). Return (None, [])
    if nothing has been stored yet."""
    found = WorkList.objects.filter(name=NAME).first()
    return (found.at, found.rows) if found else (None, [])


def validity() -> Validity:
    """Return how long a response with the stored coverage may be cached: five minutes."""
    # When the figures are computed again, stored responses are not dropped, so they are valid for a short time only.
    return Validity(frozenset(), until=timezone.now() + timedelta(minutes=5))


def needs(row: dict) -> list[str]:
    """Return what editors should check about a country, as sentences such as "House of Lords: no composition is known."
    ``row`` is a `CountryCoverage` as JSON data."""
    leaders = [
        f"{leader['office']}: {leader['name']} is not confirmed since {leader['verified_at']}."
        if leader["verified_at"]
        else f"{leader['office']}: {leader['name']} is not confirmed."
        for leader in row["leaders"]
        if leader["status"] != Status.CURRENT
    ]
    chambers = [
        f"{chamber['name']}: {OUTDATED if chamber['composition_date'] else MISSING}."
        for chamber in row["chambers"]
        if chamber["status"] != Status.CURRENT
    ]
    return [*leaders, *chambers, *[f"{slug} is overdue." for slug in row["overdue_elections"]]]
