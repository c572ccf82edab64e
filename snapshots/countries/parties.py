"""Make the list of parties in a country's snapshot."""

from config.http.documents import COUNT, NUMBER, STRING, Document, Member
from graph.documents import ShortEntity
from graph.kinds import InstitutionType
from snapshots.countries.facts import CountryFacts
from snapshots.countries.rows import MOST_PARTIES, short_entity
from snapshots.countries.standing import DATES_MEMBER, STATUS_MEMBER, VERIFIED_AT_MEMBER

# The types of the chamber that the people elect: the lower of two chambers, or the only chamber.
CHAMBERS = (InstitutionType.LOWER_CHAMBER, InstitutionType.LEGISLATURE)


class SnapshotParty(Document):
    party = Member(ShortEntity, description="The party")
    ideology = Member(STRING, null=True, description="The first of its ideologies")
    founded_year = Member({"type": "integer"}, null=True, description="Year of foundation")
    seats = Member(COUNT, null=True, description="In the lower or only chamber; null where no source has them")
    vote_share = Member(NUMBER, null=True, description="Per cent of the valid votes at the election of that chamber")
    status, verified_at, dates = STATUS_MEMBER, VERIFIED_AT_MEMBER, DATES_MEMBER


def section(facts: CountryFacts) -> list[dict]:
    """Return at most 100 parties, sorted by their seats in the lower or only chamber (most first), then by name."""
    chamber = _elected_chamber(facts)
    shares = {share.party.pk: share for share in chamber.shares if share.party} if chamber else {}
    parties = sorted(facts.parties, key=lambda party: _order(party, shares.get(party.pk)))[:MOST_PARTIES]
    return [_party(party, shares.get(party.pk), chamber, facts.party_standings) for party in parties]


def _elected_chamber(facts):
    rows = [row for row in facts.institutions if row.institution_type in CHAMBERS]
    rows.sort(key=lambda row: CHAMBERS.index(row.institution_type))
    chambers = (facts.chambers.get(row.pk) for row in rows)
    return next((chamber for chamber in chambers if chamber and chamber.composition), None)


def _party(party, share, chamber, standings):
    # A party with seats has the status of the composition. Other parties have the status of their relationship
    # "operates in country".
    standing = chamber.standing if share and share.seats else standings[party.pk]
    return SnapshotParty.render(
        party,
        party=short_entity(party),
        seats=share.seats if share else None,
        vote_share=share.vote_share if share else None,
        **standing._asdict(),
    )


def _order(party, share):
    return -((share and share.seats) or 0), party.name, party.slug
