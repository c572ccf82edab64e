"""Legislature, chambers, cabinet and courts; chambers with their seats by party."""

from graph.documents import short_form
from graph.kinds import InstitutionType, NoParty
from graph.models import Entity
from graph.models.freshness import stale_before
from snapshots.countries.facts import CountryFacts

ORDER = {institution_type.value: place for place, institution_type in enumerate(InstitutionType)}
NOBODYS = (NoParty.OTHERS, NoParty.VACANT)
"""What is left of the seats when the parties are told."""


def section(facts: CountryFacts) -> list[dict]:
    """The legislature first, then its chambers, the cabinet and the highest courts."""
    return [_institution(row, facts) for row in sorted(facts.institutions, key=_order)]


def _order(institution):
    details = institution.details
    return ORDER.get(details.institution_type if details else "", len(ORDER)), institution.name, institution.pk


def _institution(institution, facts):
    details, chamber = institution.details, facts.chambers.get(institution.pk)
    composition = chamber and chamber.composition
    told = {
        "institution": short_form(institution),
        "institution_type": (details and details.institution_type) or None,
        "seats": composition.total if composition else _seats(details, chamber, facts.day),
        "composition": _composition(chamber.shares if chamber else ()),
        "composition_date": None,
    }
    return told | (_dated(composition, chamber.certainty) if composition else {})


def _dated(composition, certainty):
    return {
        "composition_date": composition.start_date or composition.verified_at.isoformat(),
        "certainty": certainty,
    }


def _seats(details, chamber, day):
    """The number known today, unless the day asked about is longer ago than a number stays fresh."""
    is_near = chamber is None or day >= stale_before(chamber.verified_at)
    return details.seats if details and is_near else None


def _composition(shares):
    seated = [share for share in shares if share.seats]
    return [_share(share) for share in sorted(seated, key=_by_seats)]


def _by_seats(share):
    return share.party_id is None and share.name in NOBODYS, -share.seats, share.name


def _share(share):
    """The name is the one the party had in the source, which may be of its time; the party is told as it is today."""
    is_shown = share.party and share.party.status == Entity.Status.PUBLISHED
    return {"party": short_form(share.party) if is_shown else None, "name": share.name, "seats": share.seats}
