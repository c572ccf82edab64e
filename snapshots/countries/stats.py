"""The country in numbers."""

from graph.documents import moment
from graph.kinds import InstitutionType, Kind
from snapshots.countries.facts import CountryFacts

COUNTED = {
    "politicians": Kind.POLITICIAN,
    "parties": Kind.PARTY,
    "elections": Kind.ELECTION,
    "offices": Kind.OFFICE,
    "institutions": Kind.INSTITUTION,
}
CHAMBERS = (InstitutionType.LOWER_CHAMBER, InstitutionType.UPPER_CHAMBER)


def section(facts: CountryFacts, institutions: list[dict], elections: dict) -> dict:
    """Counts are of all entities of the country in the graph, whatever the day; the dates are as of the day."""
    details = facts.country.details
    return {
        **{name: facts.counts.get(kind, 0) for name, kind in COUNTED.items()},
        "legislature_seats": legislature_seats(institutions),
        "population": details and details.population,
        "last_election": next((row["date"] for row in elections["recent"]), None),
        "next_election": next((row["date"] for row in elections["upcoming"] if not row["overdue"]), None),
        "updated_at": moment(facts.updated_at),
    }


def legislature_seats(institutions: list[dict]) -> int | None:
    """The seats of both chambers together, or of the only one; None when those of one are unknown."""
    chambers = [row["seats"] for row in institutions if row["institution_type"] in CHAMBERS]
    whole = [row["seats"] for row in institutions if row["institution_type"] == InstitutionType.LEGISLATURE]
    seats = chambers or whole
    return sum(seats) if seats and all(seats) else None
