"""The parties: those seated in the lower or only chamber by their seats, then the others by name."""

from graph.documents import short_form
from graph.kinds import InstitutionType
from snapshots import certainty
from snapshots.facts import Facts

MOST_SHOWN = 100
HOUSES = (InstitutionType.LOWER_CHAMBER, InstitutionType.LEGISLATURE)


def section(facts: Facts) -> list[dict]:
    """At most a hundred rows; ``seats`` and ``vote_share`` are None where no source tells them."""
    shares = {share.party_id: share for share in _of_the_house(facts) if share.party_id}
    rows = [_party(party, shares.get(party.pk), facts.operating.get(party.pk)) for party in facts.parties]
    return sorted(rows, key=_order)[:MOST_SHOWN]


def _of_the_house(facts):
    """The shares of the chamber that the people elect; where there are two, of the lower one."""
    houses = [row for row in facts.institutions if row.details and row.details.institution_type in HOUSES]
    houses.sort(key=lambda row: HOUSES.index(row.details.institution_type))
    return next((facts.shares[row.pk] for row in houses if row.pk in facts.shares), ())


def _party(party, share, status):
    return {
        "party": short_form(party),
        "ideology": party.ideology_name,
        "founded_year": party.details and party.details.founded_year,
        "seats": share.seats if share else None,
        "vote_share": float(share.vote_share) if share and share.vote_share is not None else None,
        "certainty": certainty.CERTAIN if share else certainty.of_status(status),
    }


def _order(row):
    return -(row["seats"] or 0), row["party"]["name"], row["party"]["slug"]
