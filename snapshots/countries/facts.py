"""Load the facts that the snapshot of a country shows. The number of queries is the same for small and for large
countries."""

from dataclasses import dataclass, field
from datetime import date, datetime

from graph.queries.cached import CachedValues
from graph.queries.entities import EntityRecord
from snapshots.countries import rows
from snapshots.countries.chambers import Chamber, load_chambers
from snapshots.countries.standing import Standing

# Only the counts are cached: the time to compute them depends on the number of people in the country.
_cached = CachedValues()


@dataclass
class CountryFacts:
    """The facts about a country on a day, from which its snapshot is made. ``is_past`` is True if the client asked for
    a past day. If that day is before all elections and terms of the country, only ``counts`` and ``updated_at`` have
    values. ``counts`` has the number of entities of each kind today.

    ``terms`` are the terms of office. The keys of these dictionaries are primary keys:

    - ``party_of_leader`` maps a politician to the columns of a party: primary key, name, kind, slug, country code and
      description.
    - ``chambers`` maps an institution to its `Chamber`.
    - ``party_standings`` maps a party to its `Standing`, which has a status such as "current". The status is that of
      the party's relationship with the country. A party whose relationship is missing or was not read has
      the status of the composition (the seats of a chamber by party) in which the party has seats."""

    country: EntityRecord
    day: date
    counts: dict[str, int]
    updated_at: datetime
    is_past: bool = False
    offices: list[rows.OfficeRow] = field(default_factory=list)
    institutions: list[rows.InstitutionRow] = field(default_factory=list)
    elections: list[rows.ElectionRow] = field(default_factory=list)
    terms: list[rows.TermRow] = field(default_factory=list)
    party_of_leader: dict[int, tuple] = field(default_factory=dict)
    parties: list[rows.PartyRow] = field(default_factory=list)
    party_standings: dict[int, Standing] = field(default_factory=dict)
    chambers: dict[int, Chamber] = field(default_factory=dict)

    @property
    def foreign_slugs(self) -> set[str]:
        """Return the slugs of the people and parties in these facts that do not belong to this country."""
        shares = [share.party for chamber in self.chambers.values() for share in chamber.shares if share.party]
        entities = [row[1 : rows.END_OF_SHORT] for row in (*self.terms, *self.parties, *shares)]
        entities += [party[1:] for party in self.party_of_leader.values()]
        return {slug for _, _, slug, country_code, _ in entities if country_code != self.country.country_code}


def load_country_facts(country: EntityRecord, day: date, *, is_past: bool) -> CountryFacts:
    """Load the facts about a country on a day. ``is_past`` is True if the client asked for a past day. If that day is
    before all elections and terms of the country, only the number of its entities by kind is loaded. This number is
    always that of today. It is cached until the graph changes."""
    selection = rows.Selection(country, day)
    # The counts are those of today's graph, so the snapshots of all days share them.
    counts = _cached.get(country.journal, country.country_code, lambda: rows.counts(selection))
    facts = CountryFacts(country, day, *counts, is_past=is_past)
    elections = selection.rows(rows.ElectionRow, rows.SQL.ELECTIONS)
    began = any(row.date_first <= day for row in elections)
    if is_past and not began and not selection.fetch(rows.SQL.DATED_TERM):
        return facts
    facts.elections = elections
    facts.offices = _last_of_each(selection.rows(rows.OfficeRow, rows.SQL.OFFICES))
    facts.institutions = _last_of_each(selection.rows(rows.InstitutionRow, rows.SQL.INSTITUTIONS))
    facts.terms = _terms(selection)
    # If a person has several rows, the last one has the party that the person joined last.
    facts.party_of_leader = {politician: party for politician, *party in selection.fetch(rows.SQL.PARTIES_OF_LEADERS)}
    facts.chambers = load_chambers(selection, facts.offices, elections)
    # Show a party with seats even if no source says that it operates in the country.
    facts.parties, facts.party_standings = _parties(selection, facts.chambers)
    return facts


def _last_of_each(found):
    return list({row.pk: row for row in found}.values())


def _terms(selection):
    """Return the terms of office on the day of the ``selection``, at most one for each pair of person and office. If a
    pair has several, prefer a term that certainly includes the day, then the term that began last."""
    terms = {}
    for row in rows.terms(selection):
        terms[row.office, row.politician] = max(terms.get((row.office, row.politician), row), row, key=_preference)
    return list(terms.values())


def _preference(term):
    return bool(term.is_current), term.start_last, term.pk


def _parties(selection, chambers):
    """Return (parties, standings). ``parties`` has all parties with seats in one of the ``chambers``. It also has
    parties that operate in the country, but only about the first hundred by name. ``standings`` maps the primary key of
    each party to its `Standing`, as described at `CountryFacts.party_standings`."""
    operating = rows.operating_parties(selection)
    # A party with votes but without seats may have ended since the election.
    shares = [
        (chamber.standing, share.party) for chamber in chambers.values() for share in chamber.shares if share.seats != 0
    ]
    seated = {party.pk: party for _, party in shares if party and party.is_published}
    parties = {party.pk: party for _, party in operating} | seated
    return list(parties.values()), {party.pk: standing for standing, party in shares + operating if party}
