"""Show the legislature, chambers, cabinet and courts of a country. Chambers show how many seats each party has."""

from config.http.documents import COUNT, DAY, PARTIAL_DATE, STRING, Document, Member, one_of
from graph.documents import ShortEntity
from graph.kinds import InstitutionType, NoParty
from graph.models.freshness import stale_before
from snapshots.countries.facts import CountryFacts
from snapshots.countries.rows import short_entity
from snapshots.countries.standing import DATES_MEMBER, STATUS, Standing

ORDER = {institution_type.value: rank for rank, institution_type in enumerate(InstitutionType)}
# Seats with these names belong to no party. The response lists them after all parties.
REMAINING_SEATS = (NoParty.OTHERS, NoParty.VACANT)


class PartySeats(Document):
    # ``name`` is the name that the party had in the source at that time. ``party`` is the party in the graph, with its
    # name of today.
    party = Member(ShortEntity, null=True, description="The party today; null where it is no entity of the graph")
    name = Member(STRING, description="The name at the time; or Independents, Others, Vacant")
    seats = Member(COUNT, minimum=1, description="Number of seats")


class SnapshotInstitution(Document):
    institution = Member(ShortEntity, description="The institution")
    institution_type = Member(one_of(InstitutionType), null=True, description="What the institution is")
    seats = Member(COUNT, null=True, description="Number of seats; null is unknown")
    composition = Member(
        PartySeats,
        many=True,
        description="Sums up to `seats`; empty where no source says how the chamber is composed now",
    )
    composition_date = Member(
        PARTIAL_DATE,
        null=True,
        description="The day the composition begins: the election, or the day it was counted",
    )
    status = Member(STATUS | {"description": "Of the composition; without one, of the institution"})
    verified_at = Member(
        DAY, null=True, description="The day a source last confirmed the composition; without one, the institution"
    )
    dates = DATES_MEMBER


def section(facts: CountryFacts) -> list[dict]:
    return [_institution(row, facts) for row in sorted(facts.institutions, key=_order)]


def _order(institution):
    return ORDER.get(institution.institution_type, len(ORDER)), institution.name, institution.pk


def _institution(institution, facts):
    chamber = facts.chambers.get(institution.pk)
    composition = chamber and chamber.composition
    return SnapshotInstitution.render(
        institution,
        institution=short_entity(institution),
        seats=composition.total if composition else _seats(institution, chamber, facts.day),
        composition=_party_seats(chamber.shares if chamber else ()),
        composition_date=(composition.start_date or composition.verified_at.isoformat()) if composition else None,
        **(chamber.standing if composition else Standing.of_row(institution))._asdict(),
    )


def _seats(institution, chamber, day):
    """Return the number of seats of an institution on ``day``, or None if it is unknown. The graph has only one number
    for all days, and a source confirmed it on ``chamber.verified_at``. Return this number for days after the
    confirmation, and for the two years before it. Return None for earlier days, or if ``chamber.verified_at`` is None.
    If ``chamber`` is None, return the number for any day."""
    is_fresh = chamber is None or (chamber.verified_at is not None and day >= stale_before(chamber.verified_at))
    return institution.seats if is_fresh else None


def _party_seats(shares):
    seated = sorted((share for share in shares if share.seats), key=_by_seats)
    return [PartySeats.from_values((_published(share.party), share.name, share.seats)) for share in seated]


def _published(party):
    return short_entity(party) if party and party.is_published else None


def _by_seats(share):
    return share.party is None and share.name in REMAINING_SEATS, -share.seats, share.name
