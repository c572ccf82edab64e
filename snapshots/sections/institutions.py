"""Legislature, chambers, cabinet and courts; chambers with their seats by party."""

from graph.documents import short_form
from graph.kinds import InstitutionType
from graph.models.relationships import stale_before
from snapshots import certainty
from snapshots.facts import Facts

ORDER = {institution_type.value: place for place, institution_type in enumerate(InstitutionType)}
NOBODYS = ("Others", "Vacant")
"""What is left of the seats when the parties are told."""


def section(facts: Facts) -> list[dict]:
    """The legislature first, then its chambers, the cabinet and the highest courts."""
    return [_institution(row, facts) for row in sorted(facts.institutions, key=_order)]


def _order(institution):
    details = institution.details
    return ORDER.get(details.institution_type if details else "", len(ORDER)), institution.name, institution.pk


def _institution(institution, facts):
    composition = facts.compositions.get(institution.pk)
    told = {
        "institution": short_form(institution),
        "institution_type": (institution.details and institution.details.institution_type) or None,
        "seats": composition.total if composition else _seats(institution, facts),
        "composition": _composition(facts.shares.get(institution.pk, ())),
        "composition_date": None,
    }
    return told | (_dated(composition, facts.day) if composition else {})


def _dated(composition, day):
    return {
        "composition_date": composition.start_date or composition.verified_at.isoformat(),
        "certainty": certainty.of_end(composition.start_last, day),
    }


def _seats(institution, facts):
    """The number known today, unless the day asked about is longer ago than a number stays fresh."""
    verified = facts.verified.get(institution.pk)
    is_near = verified is None or facts.day >= stale_before(verified)
    return institution.details.seats if institution.details and is_near else None


def _composition(shares):
    seated = [share for share in shares if share.seats]
    return [_share(share) for share in sorted(seated, key=_by_seats)]


def _by_seats(share):
    return share.party_id is None and share.name in NOBODYS, -share.seats, share.name


def _share(share):
    party = share.party if share.party and share.party.status == "published" else None
    return {
        "party": party and short_form(party),
        "name": party.name if party else share.name,
        "seats": share.seats,
    }
