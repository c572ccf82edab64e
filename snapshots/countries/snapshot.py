"""Build the snapshot of a country: one JSON document that shows the country on one day."""

from config.http.documents import COUNT, DAY, PARTIAL_DATE, TIMESTAMP, Document, Member
from graph.documents import EntityDocument, entity_document
from graph.kinds import InstitutionType, Kind
from snapshots.countries import elections, institutions, offices, parties
from snapshots.countries.facts import CountryFacts
from snapshots.countries.rows import MOST_PARTIES

# The chambers whose seats are added up. A legislature with only one chamber has the type LEGISLATURE.
CHAMBERS = (InstitutionType.LOWER_CHAMBER, InstitutionType.UPPER_CHAMBER)


def _count(kind, plural):
    def count(facts):
        return None if facts.is_past else facts.counts.get(kind, 0)

    return Member(COUNT, count, null=True, description=f"{plural} of the country in the graph; null for a chosen day")


class Stats(Document, component="SnapshotStats"):
    """Numbers about the country on the snapshot's day. The numbers of entities are null for a past day, because only
    those of today are known."""

    politicians = _count(Kind.POLITICIAN, "Politicians")
    parties = _count(Kind.PARTY, "Parties")
    elections = _count(Kind.ELECTION, "Elections")
    offices = _count(Kind.OFFICE, "Offices")
    institutions = _count(Kind.INSTITUTION, "Institutions")
    legislature_seats = Member(COUNT, null=True, description="Of both chambers together")
    population = Member(
        COUNT,
        lambda facts: facts.country.details and facts.country.details.population,
        null=True,
        description="The sources of the country say of which year",
    )
    last_election = Member(PARTIAL_DATE, null=True, description="Date of the newest election that was held")
    next_election = Member(PARTIAL_DATE, null=True, description="Date of the first election that is due")
    updated_at = Member(TIMESTAMP, description="When anything that the snapshot shows last changed")


class Snapshot(Document):
    as_of = Member(DAY, "day", description="The day that the snapshot shows: `at`, otherwise today (UTC)")
    country = Member(EntityDocument, description="The country in full")
    stats = Member(Stats)
    current_leaders = Member(
        offices.Leader, many=True, description="Head of state, then head of government, then the others"
    )
    elections = Member(elections.Elections)
    parties = Member(parties.SnapshotParty, many=True, maxItems=MOST_PARTIES, description="By seats, then by name")
    institutions = Member(
        institutions.SnapshotInstitution, many=True, description="Legislature, chambers, cabinet and highest court"
    )
    offices = Member(offices.SnapshotOffice, many=True, description="By importance, then by name")


def country_snapshot(facts: CountryFacts, base_url: str) -> dict:
    """Return the snapshot of a country as JSON data. The details, names and sources of ``facts.country`` must be loaded
    already. ``base_url`` is the start of URLs, such as "https://example.org".

    For the country, the snapshot has the description in ``facts.country``. For other entities, it has the descriptions
    of today. But in a snapshot of a past day, upcoming elections have descriptions of that day."""
    # Compute the numbers from the rows that the snapshot shows, so that readers can check them.
    institution_rows, election_rows = institutions.section(facts), elections.section(facts)
    return Snapshot.render(
        facts,
        country=entity_document(facts.country, facts.day, base_url),
        stats=stats_section(facts, institution_rows, election_rows),
        current_leaders=offices.leaders_section(facts),
        elections=election_rows,
        parties=parties.section(facts),
        institutions=institution_rows,
        offices=offices.section(facts),
    )


def stats_section(facts, institution_rows: list[dict], election_rows: dict) -> dict:
    chambers = [row["seats"] for row in institution_rows if row["institution_type"] in CHAMBERS]
    whole = [row["seats"] for row in institution_rows if row["institution_type"] == InstitutionType.LEGISLATURE]
    seats = chambers or whole
    return Stats.render(
        facts,
        # The sum is unknown if there is no chamber, or if the seats of one chamber are unknown.
        legislature_seats=sum(seats) if seats and all(seats) else None,
        last_election=next((row["date"] for row in election_rows["recent"]), None),
        next_election=next((row["date"] for row in election_rows["upcoming"] if not row["overdue"]), None),
    )
