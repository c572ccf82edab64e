"""The parties: those seated in the lower or only chamber by their seats, then the others by name."""

from graph.documents import short_form
from graph.kinds import InstitutionType
from snapshots.countries import certainty
from snapshots.countries.facts import CountryFacts

MOST_SHOWN = 100
HOUSES = (InstitutionType.LOWER_CHAMBER, InstitutionType.LEGISLATURE)


def section(facts: CountryFacts) -> list[dict]:
    """At most a hundred rows; ``seats`` and ``vote_share`` are None where no source tells them."""
    house = _house(facts)
    shares = {share.party_id: share for share in house.shares if share.party_id} if house else {}
    rows = [
        _party(party, shares.get(party.pk), _certainty(party, house, shares, facts.operating))
        for party in facts.parties
    ]
    return sorted(rows, key=_order)[:MOST_SHOWN]


def _house(facts):
    """The composed chamber that the people elect; where there are two, the lower one."""
    houses = [row for row in facts.institutions if row.details and row.details.institution_type in HOUSES]
    houses.sort(key=lambda row: HOUSES.index(row.details.institution_type))
    known = (facts.chambers.get(row.pk) for row in houses)
    return next((chamber for chamber in known if chamber and chamber.composition), None)


def _certainty(party, house, shares, operating):
    """That of the seats; where a party has none there, whether it operates in the country."""
    if party.pk in shares and shares[party.pk].seats:
        return house.certainty
    return certainty.of_status(operating[party.pk]) if party.pk in operating else certainty.CERTAIN


def _party(party, share, certainty):
    return {
        "party": short_form(party),
        "ideology": party.ideology_name,
        "founded_year": party.details and party.details.founded_year,
        "seats": share.seats if share else None,
        "vote_share": float(share.vote_share) if share and share.vote_share is not None else None,
        "certainty": certainty,
    }


def _order(row):
    return -(row["seats"] or 0), row["party"]["name"], row["party"]["slug"]
