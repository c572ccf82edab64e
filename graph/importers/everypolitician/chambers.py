"""The chamber and the office of its members as records."""

import re
from collections.abc import Iterator

from graph.importers.everypolitician.house import House
from graph.importers.everypolitician.index import Legislature
from graph.importers.everypolitician.text import clean
from graph.importers.records import EntityRecord, IdentifierRecord, Record, RelationshipRecord, country_key
from graph.kinds import InstitutionType, Kind, OfficeType
from graph.relations import RelationshipType
from graph.text.grammar import with_article

UPPER_CHAMBERS = frozenset({("Namibia", "Council")})
UPPER_SLUG = "Senate"

# The source names the legislature where it has the members of one chamber, or another country's chamber.
NAMES = {
    ("Chile", "Deputies"): "Chamber of Deputies",
    ("Italy", "House"): "Chamber of Deputies",
    ("New-Zealand", "House"): "House of Representatives",
    ("Nigeria", "Assembly"): "House of Representatives",
    ("Panama", "Assembly"): "National Assembly",
}
IDENTIFIER_IS_OF_THE_LEGISLATURE = frozenset({"Chile", "New-Zealand", "Nigeria"})

# Seat numbers that differ more from the members of a term are of another chamber, of both or of an older law.
FEWEST_MEMBERS_PER_SEAT = 0.6
MOST_MEMBERS_PER_SEAT = 1.3


def records(legislature: Legislature, house: House) -> Iterator[Record]:
    """The chamber, its office of legislator, and how the two and the country belong together."""
    line = f"countries.json#{legislature.country_slug}/{legislature.slug}"
    yield _institution(legislature, house, line)
    yield _office(legislature, line)
    country = country_key(legislature.country.code)
    for kind, subject, target in (
        (RelationshipType.INSTITUTION_IN_COUNTRY, legislature.key, country),
        (RelationshipType.CONTAINS_OFFICE, legislature.key, legislature.office_key),
        (RelationshipType.OFFICE_IN_COUNTRY, legislature.office_key, country),
    ):
        yield RelationshipRecord(type=kind, subject=subject, object=target, line=line)


def _institution(legislature, house, line):
    is_upper = legislature.slug == UPPER_SLUG or (legislature.country_slug, legislature.slug) in UPPER_CHAMBERS
    kind = InstitutionType.UPPER_CHAMBER if is_upper else InstitutionType.LOWER_CHAMBER
    seats = {"seats": legislature.seats} if _is_plausible(legislature, house) else {}
    return EntityRecord(
        key=legislature.key,
        kind=Kind.INSTITUTION,
        name=chamber_name(legislature),
        country_code=legislature.country.code,
        details={"institution_type": kind} | seats,
        identifiers=_identifiers(legislature),
        evidence={"only_chamber": True} if legislature.is_only_chamber else {},
        line=line,
    )


def _office(legislature, line):
    name = f"Member of the {chamber_name(legislature)} of {with_article(legislature.country.name)}"
    return EntityRecord(
        key=legislature.office_key,
        kind=Kind.OFFICE,
        name=name,
        country_code=legislature.country.code,
        details={"office_type": OfficeType.LEGISLATOR},
        evidence={"institution": legislature.key},
        line=line,
    )


def chamber_name(legislature: Legislature) -> str:
    """The chamber's name without its country: ``Parliament``, not ``Parliament of Georgia``."""
    name = NAMES.get((legislature.country_slug, legislature.slug), clean(legislature.name))
    return re.sub(rf" of {re.escape(legislature.country.name)}$", "", name)


def _identifiers(legislature):
    own = IdentifierRecord(scheme="everypolitician-legislature", value=f"{legislature.country_slug}/{legislature.slug}")
    if not legislature.wikidata or legislature.country_slug in IDENTIFIER_IS_OF_THE_LEGISLATURE:
        return (own,)
    return (own, IdentifierRecord(scheme="wikidata", value=legislature.wikidata))


def _is_plausible(legislature, house):
    latest = max(legislature.terms.values(), key=lambda term: term.start, default=None)
    members = len({seat.person for seat in house.seats if latest and seat.term == latest.id})
    least, most = legislature.seats * FEWEST_MEMBERS_PER_SEAT, legislature.seats * MOST_MEMBERS_PER_SEAT
    return legislature.seats > 0 and least <= members <= most
