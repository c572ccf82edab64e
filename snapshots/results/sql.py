"""The SQL of election results, valid on PostgreSQL and SQLite. The module `rows` executes it. `State.fetch` replaces
``{state}`` by a subquery: the key of the version that the race ``r`` had in a state. A state is a number of versions of
the election (`STATE`), a time (`STATE_AS_OF`), or one version of the race (`STATE_OF_NUMBER`)."""

from typing import NamedTuple

from graph.queries.cached import JOURNAL_COLUMNS
from graph.queries.seats import IS_DECIDED, SEATS
from graph.results import Phase

SHORT = "{0}.id, {0}.name, {0}.kind, {0}.slug, NULLIF({0}.country_code, ''), {0}.description"
PUBLISHED = "LEFT JOIN graph_entity {0} ON {0}.id = {1} AND {0}.status = 'published'"
# The sequence, read first, holds the queries of one response at one state while versions are recorded.
STATE = """(
    SELECT x.id FROM graph_resultversion x WHERE x.race_id = r.id AND x.sequence <= %(sequence)s
    ORDER BY x.number DESC LIMIT 1
)"""
STATE_OF_NUMBER = """(
    SELECT x.id FROM graph_resultversion x WHERE x.race_id = r.id AND x.number = %(number)s
)"""
STATE_AS_OF = STATE.replace("ORDER BY", "AND x.received_at <= %(as_of)s ORDER BY")
# The name of a party that is no entity of the graph.
LABEL = "CASE WHEN c.party_id IS NULL THEN COALESCE(NULLIF(c.label, ''), c.name) ELSE '' END"

# A rehearsal is a draft, but public at its own address.
PUBLIC_STATUS = "CASE WHEN o.mode = 'test' AND e.status = 'draft' THEN 'published' ELSE e.status END"
ELECTION = f"""
    SELECT {SHORT.format("e")}, {PUBLIC_STATUS}, d.date, d.kind, o.mode, o.level, {{sequence}}, o.comparability,
    o.comparability_reason, o.note, o.follow_interval, CAST(o.followed_at AS text), {JOURNAL_COLUMNS},
    {SHORT.format("p")}
    FROM graph_entity e JOIN graph_coverage o ON o.election_id = e.id
    LEFT JOIN graph_electiondetails d ON d.entity_id = e.id {PUBLISHED.format("p", "o.previous_id")}
    WHERE e.slug = %(slug)s
"""  # noqa: S608 - joins its own constants
SEQUENCE = "o.sequence"
SEQUENCE_AS_OF = """COALESCE((
    SELECT MAX(v.sequence) FROM graph_race r JOIN graph_resultversion v ON v.race_id = r.id
    WHERE r.election_id = e.id AND v.received_at <= %(as_of)s
), 0)"""


class Races(NamedTuple):
    """The races that a query reads, as SQL. The tables are ``r`` for the race and ``v`` for its version."""

    joins: str
    where: str

    def put_into(self, query: str, **parts: str) -> str:
        """Return the query for these races. ``parts`` replace other names in braces in the query."""
        return query.format(joins=self.joins, where=self.where, **parts)


OF_ELECTION = "r.election_id = %(election)s AND NOT r.is_notional"
ALL = Races("graph_race r LEFT JOIN graph_resultversion v ON v.id = {state}", OF_ELECTION)
NOW = Races("graph_race r JOIN graph_resultversion v ON v.id = {state}", OF_ELECTION)
# All races of the previous election.
BEFORE = Races(
    "graph_race r JOIN graph_resultversion v ON v.id = r.current_id",
    "r.election_id = %(previous)s AND NOT r.is_notional",
)
# The earlier races with which those races are compared that have reported.
BEFORE_IN_REPORTING = Races(
    f"""(
        SELECT r.previous_id, {IS_DECIDED} AS is_decided FROM {NOW.joins} WHERE {NOW.where}
        AND v.phase <> '{Phase.SCHEDULED}'
    ) AS n JOIN graph_race r ON r.id = n.previous_id JOIN graph_resultversion v ON v.id = r.current_id""",  # noqa: S608 - joins its own constants
    "1 = 1",
)

COUNTS = f"""
    SELECT COALESCE(v.phase, '{Phase.SCHEDULED}'), COALESCE({IS_DECIDED}, FALSE), COALESCE(v.outcome, 'undecided'),
    r.method, COUNT(*), SUM(r.seats), SUM(v.electorate), SUM(v.ballots), SUM(v.valid), SUM(v.rejected),
    SUM(CASE WHEN v.ballots IS NOT NULL THEN v.electorate END),
    SUM(CASE WHEN v.electorate IS NOT NULL THEN v.ballots END),
    SUM(CASE WHEN v.valid IS NOT NULL THEN v.electorate END),
    SUM(CASE WHEN v.electorate IS NOT NULL THEN v.valid END), CAST(MAX(v.received_at) AS text),
    COUNT(v.two_party) FROM {{joins}} WHERE {{where}} GROUP BY 1, 2, 3, 4
"""  # noqa: S608 - joins its own constants
SEATS_OF_DECIDED = f"CASE WHEN n.is_decided THEN {SEATS} ELSE 0 END"
TOTALS = f"""
    SELECT s.party_id, s.label, s.votes, s.share, s.seats, s.candidacies, {SHORT.format("p")} FROM (
        SELECT c.party_id, {LABEL} AS label, SUM(t.votes) AS votes, CAST(SUM(t.share) AS double precision) AS share,
        SUM({{seats}}) AS seats, COUNT(*) AS candidacies
        FROM {{joins}} JOIN graph_tally t ON t.version_id = v.id AND t.unit_id IS NULL AND t.round = 0
        JOIN graph_candidacy c ON c.id = t.candidacy_id WHERE {{where}} GROUP BY 1, 2
    ) AS s {PUBLISHED.format("p", "s.party_id")}
"""  # noqa: S608 - joins its own constants
# Only races with such a count are read, mostly none.
TWO_PARTY = "SELECT {is_now}, v.two_party FROM {joins} WHERE {where} AND v.two_party IS NOT NULL"

RACE = """
    r.id, r.slug, r.name, r.area_name, NULLIF(r.area_code, ''), NULLIF(r.area_scheme, ''), r.area_level,
    NULLIF(r.region, ''), r.seats, r.method, r.previous_id, r.comparability, NULLIF(r.comparability_reason, ''),
    v.id, COALESCE(v.number, 0), COALESCE(v.phase, 'scheduled'), COALESCE(v.is_called, FALSE), v.units_counted,
    v.units_total, v.electorate, v.ballots, v.valid, v.rejected, v.margin_votes, CAST(v.margin AS double precision),
    COALESCE(v.outcome, 'undecided'), CAST(v.received_at AS text)
"""
# Joins the leader ``l`` with person ``lp`` and party ``p``, and ``k``, who won the race before, with party ``q``.
OF_RACE = f"""
    LEFT JOIN graph_candidacy l ON l.id = v.leader_id {PUBLISHED.format("lp", "l.person_id")}
    {PUBLISHED.format("p", "l.party_id")} LEFT JOIN graph_race b ON b.id = r.previous_id
    LEFT JOIN graph_resultversion w ON w.id = b.current_id LEFT JOIN graph_candidacy k ON k.id = w.leader_id
    {PUBLISHED.format("q", "k.party_id")}
"""
RACE_COLUMNS = f"""
    SELECT {RACE}, l.key, l.name, NULLIF(l.label, ''), {SHORT.format("lp")}, {SHORT.format("p")}, {SHORT.format("q")},
    NULLIF(k.label, '')
"""
RACES_PAGE = f"""
    {RACE_COLUMNS} FROM {ALL.joins} {OF_RACE} WHERE {OF_ELECTION} AND r.slug > %(after)s {{filters}}
    ORDER BY r.slug LIMIT %(limit)s
"""
# The party of the leader or winner. Areas are compared exactly, because the databases fold letters differently.
FILTERS = {
    "phase": "COALESCE(v.phase, 'scheduled') = %(phase)s",
    "outcome": "COALESCE(v.outcome, 'undecided') = %(outcome)s",
    "party": "p.slug = %(party)s",
    "area": "(r.area_code = %(area)s OR r.area_name = %(area)s OR r.region = %(area)s)",
    "changed_since": "v.sequence > %(changed_since)s",
}
RACES_TOTAL = f"""
    SELECT SUM(CASE WHEN 1 = 1 {{filters}} THEN 1 ELSE 0 END), CAST(MAX(v.received_at) AS text)
    FROM {ALL.joins} LEFT JOIN graph_candidacy l ON l.id = v.leader_id {PUBLISHED.format("p", "l.party_id")}
    WHERE {OF_ELECTION}
"""  # noqa: S608 - joins its own constants
SOURCE = "s.name, NULLIF(s.url, ''), CAST(s.retrieved AS text), NULLIF(s.licence, '')"
IN_FULL = f"""
    {RACE_COLUMNS}, v.kind, NULLIF(v.note, ''), CAST(v.valid_from AS text), v.two_party, {SOURCE}, s.slug
    FROM {ALL.joins} {OF_RACE} LEFT JOIN graph_source s ON s.id = v.source_id
    WHERE {OF_ELECTION}
"""
RACE_IN_FULL = f"{IN_FULL} AND r.slug = %(race)s"
RACES_IN_FULL = f"{IN_FULL} AND r.slug > %(after)s ORDER BY r.slug LIMIT %(limit)s"
# The races of a download are read in ranges of slugs.
IN_RANGE = f"{OF_ELECTION} AND r.slug BETWEEN %(first)s AND %(last)s"
CANDIDACIES_OF_RACES = f"""
    SELECT r.id, c.id, c.key, c.name, c.label, n.slug, p.slug, c.position, c.is_incumbent
    FROM graph_race r JOIN graph_candidacy c ON c.race_id = r.id {PUBLISHED.format("n", "c.person_id")}
    {PUBLISHED.format("p", "c.party_id")} WHERE {IN_RANGE} ORDER BY c.id
"""  # noqa: S608 - joins its own constants
UNITS_OF_RACES = f"""
    SELECT r.id, u.id, u.code, u.name, u.level, u.expected_ballots
    FROM graph_race r JOIN graph_reportingunit u ON u.race_id = r.id WHERE {IN_RANGE} ORDER BY u.id
"""  # noqa: S608 - joins its own constants
# Each part has an index of its own. An order in SQL would make SQLite read all tallies.
TALLIES_OF_RACES = " UNION ALL ".join(
    f"""
    SELECT r.id, t.id, t.candidacy_id, t.round, t.unit_id, t.votes, CAST(t.share AS double precision), t.is_elected,
    t.seats FROM {NOW.joins} JOIN graph_tally t ON t.version_id = v.id WHERE {IN_RANGE} AND t.unit_id {condition}
    """  # noqa: S608 - joins its own constants
    for condition in ("IS NULL", "IS NOT NULL")
)
PARTIES = f"SELECT {SHORT.format('e')} FROM graph_entity e WHERE e.status = 'published' AND e.slug IN ({{slugs}})"  # noqa: S608 - joins its own constants
RACE_SLUGS = f"SELECT r.slug FROM graph_race r WHERE {OF_ELECTION} ORDER BY r.slug"  # noqa: S608 - joins its own constants
# The versions that a race had in its state, the state itself included.
VERSIONS = f"""
    SELECT x.number, x.sequence, x.kind, x.phase, x.is_called, CAST(x.received_at AS text), CAST(x.valid_from AS text),
    x.units_counted, x.units_total, x.valid, l.key, x.margin_votes, CAST(x.margin AS double precision), x.outcome,
    NULLIF(x.note, ''), {SOURCE}
    FROM graph_resultversion x LEFT JOIN graph_candidacy l ON l.id = x.leader_id
    LEFT JOIN graph_source s ON s.id = x.source_id
    WHERE x.race_id = %(race)s AND x.number <= %(newest)s AND x.number < %(before)s
    ORDER BY x.number DESC LIMIT %(limit)s
"""  # noqa: S608 - joins its own constants
UNITS = """
    SELECT u.id, u.code, u.name, u.level, u.expected_ballots FROM graph_reportingunit u
    WHERE u.race_id = %(race)s AND u.code > %(after)s ORDER BY u.code LIMIT %(limit)s
"""
UNITS_TOTAL = "SELECT COUNT(*) FROM graph_reportingunit u WHERE u.race_id = %(race)s"
# The units of one page: their codes are a range.
TALLIES_OF_UNITS = """
    SELECT t.unit_id, c.key, t.votes, CAST(t.share AS double precision)
    FROM graph_reportingunit u JOIN graph_tally t ON t.unit_id = u.id AND t.version_id = %(version)s AND t.round = 0
    JOIN graph_candidacy c ON c.id = t.candidacy_id
    WHERE u.race_id = %(race)s AND u.code BETWEEN %(first)s AND %(last)s ORDER BY t.votes DESC, c.id
"""
CANDIDACIES = f"""
    SELECT c.id, c.key, c.name, NULLIF(c.label, ''), {SHORT.format("n")}, {SHORT.format("p")}, c.party_id, {LABEL},
    c.position, c.is_incumbent
    FROM graph_candidacy c {PUBLISHED.format("n", "c.person_id")} {PUBLISHED.format("p", "c.party_id")}
    WHERE c.race_id = %(race)s
"""  # noqa: S608 - joins its own constants
# Without a unit: the whole race.
TALLIES = """
    SELECT t.candidacy_id, t.round, t.votes, CAST(t.share AS double precision), t.is_elected, t.seats
    FROM graph_tally t WHERE t.version_id = %(version)s AND t.unit_id IS NULL ORDER BY t.round, t.candidacy_id
"""
# A race before is shown as it is now: it ended long ago.
ONE = Races("graph_race r JOIN graph_resultversion v ON v.id = r.current_id", "r.id = %(race)s")
RACE_BEFORE = f"""
    SELECT {SHORT.format("e")}, r.slug, r.name, r.is_notional, v.electorate, v.ballots, v.valid, v.two_party
    FROM {ONE.joins} JOIN graph_entity e ON e.id = r.election_id AND e.status = 'published' WHERE {ONE.where}
"""  # noqa: S608 - joins its own constants
# The conditions of the list: filters, modes, and the position of the page.
IN_LIST = {
    "country": "e.country_code = %(country)s",
    "phase": "o.phase = %(phase)s",
    "level": "o.level = %(level)s",
    "from": "d.date_last >= %(from)s",
    "to": "d.date_first <= %(to)s",
    "live": "o.mode = 'live' AND e.status = 'published'",
    "archive": "o.mode = 'archive' AND e.status = 'published'",
    "test": "o.mode = 'test' AND e.status <> 'withdrawn'",
    "": "o.mode <> 'test' AND e.status = 'published'",
    "after": "(d.date_last < %(date)s OR (d.date_last = %(date)s AND e.slug > %(slug)s))",
}
# An election without details has no date to sort by. In a CROSS JOIN, SQLite reads the first table first: the few
# elections that have results.
COVERED = "FROM graph_coverage o CROSS JOIN graph_entity e CROSS JOIN graph_electiondetails d"
JOINED = "e.id = o.election_id AND d.entity_id = e.id"
ELECTIONS = f"""
    SELECT {SHORT.format("e")}, d.date, d.kind, o.mode, o.phase, o.level, o.sequence,
    (SELECT COUNT(*) FROM graph_race r WHERE r.election_id = e.id AND NOT r.is_notional),
    CAST(o.updated_at AS text), CAST(d.date_last AS text)
    {COVERED} WHERE {JOINED} AND {{conditions}} ORDER BY d.date_last DESC, e.slug LIMIT %(limit)s
"""  # noqa: S608 - joins its own constants
ELECTIONS_TOTAL = f"SELECT COUNT(*), {JOURNAL_COLUMNS} {COVERED} WHERE {JOINED} AND {{conditions}}"
