"""The queries of election results, which are in ``results.sql``. `State.fetch` replaces ``{state}`` in them by a
subquery: the key of the version that the race ``r`` had in a state. A state is a number of versions of the election
(`SQL.STATE`), a time (`SQL.STATE_AS_OF`), or one version of the race (`SQL.STATE_OF_NUMBER`)."""

from pathlib import Path
from typing import NamedTuple

from graph.queries.cached import JOURNAL_COLUMNS
from graph.queries.seats import IS_DECIDED, SEATS
from graph.queries.sql import read_queries

# The columns from which `states.short` makes the short form of an entity.
SHORT = "{0}.id, {0}.name, {0}.kind, {0}.slug, NULLIF({0}.country_code, ''), {0}.description"
SQL = read_queries(
    Path(__file__).with_name("results.sql"),
    JOURNAL_COLUMNS=JOURNAL_COLUMNS,
    # The derived facts of elections are computed with the same two, so that they agree with the results.
    IS_DECIDED=IS_DECIDED,
    SEATS=SEATS,
    **{f"SHORT_{table.upper()}": SHORT.format(table) for table in ("e", "p", "n", "lp", "q")},
)


class Races(NamedTuple):
    """The races that a query reads, as SQL. The tables are ``r`` for the race and ``v`` for its version. The condition
    ``gives_seats`` says whose seats count: those of an earlier race only if its successor is decided too."""

    joins: str
    where: str
    gives_seats: str = "TRUE"

    def put_into(self, query: str, **parts: str) -> str:
        """Return ``query`` with the SQL of these races in place of ``{joins}``, ``{where}`` and ``{gives_seats}``.
        ``parts`` replace other names in braces."""
        return query.format(joins=self.joins, where=self.where, gives_seats=self.gives_seats, **parts)


# A race that has not reported yet has no version.
ALL = Races(SQL.ALL_RACES, SQL.OF_ELECTION)
NOW = Races(SQL.RACES_WITH_VERSION, SQL.OF_ELECTION)
# All races of the previous election.
BEFORE = Races(SQL.RACES_AT_THE_END, "r.election_id = %(previous)s AND NOT r.is_notional")
# The earlier races with which those races are compared that have reported.
BEFORE_IN_REPORTING = Races(SQL.RACES_BEFORE_REPORTING, "1 = 1", "n.is_decided")
# The party of the leader or winner. Areas are compared exactly, because the databases fold letters differently.
FILTERS = {
    "phase": "COALESCE(v.phase, 'scheduled') = %(phase)s",
    "outcome": "COALESCE(v.outcome, 'undecided') = %(outcome)s",
    "party": "p.slug = %(party)s",
    "area": "(r.area_code = %(area)s OR r.area_name = %(area)s OR r.region = %(area)s)",
    "changed_since": "v.sequence > %(changed_since)s",
}
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
