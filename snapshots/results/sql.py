"""Load the queries for election results from ``results.sql``.

A `State` says which result version of each race a response shows. In the text of a query, ``{state}`` means the primary
key of this version, for a race ``r``. `State.fetch` replaces ``{state}`` by one of three subqueries:

- `SQL.STATE` finds the newest of the first ``sequence`` result versions of the election (of all races together).
- `SQL.STATE_AS_OF` finds the newest version that was received until a time.
- `SQL.STATE_OF_NUMBER` finds the version with a number within the race, such as the third version of this race."""

from pathlib import Path

from graph.queries.cached import JOURNAL_COLUMNS
from graph.queries.seats import SQL as OF_SEATS
from graph.queries.sql import read_queries
from graph.queries.subjects import SQL as SUBJECTS

# The columns from which `states.short` makes the short form of an entity.
SHORT = "{0}.id, {0}.name, {0}.kind, {0}.slug, NULLIF({0}.country_code, ''), {0}.description"
# The columns of `rows.SumRow` for a table of result versions and that of their races. Both may have been joined by LEFT
# JOIN.
SUMS = """
    COUNT({0}.id), CASE WHEN COUNT({1}.seats) = COUNT({1}.id) THEN COALESCE(SUM({1}.seats), 0) END,
    COUNT({0}.two_party), {complete_sums},
    SUM(CASE WHEN {0}.ballots IS NOT NULL THEN {0}.electorate END),
    SUM(CASE WHEN {0}.electorate IS NOT NULL THEN {0}.ballots END),
    SUM(CASE WHEN {0}.valid IS NOT NULL THEN {0}.electorate END),
    SUM(CASE WHEN {0}.electorate IS NOT NULL THEN {0}.valid END),
    CAST({{json_array_of_rows}}({0}.id) FILTER (WHERE {0}.id IS NOT NULL) AS text)
"""
# A sum over some of the versions only would look like that of all, so it is NULL if a version lacks the number.
COMPLETE_SUM = "CASE WHEN COUNT({{0}}.{0}) = COUNT({{0}}.id) THEN SUM({{0}}.{0}) END"
SUMS = SUMS.replace(
    "{complete_sums}", ", ".join(map(COMPLETE_SUM.format, ("electorate", "ballots", "valid", "rejected")))
)
SQL = read_queries(
    Path(__file__).with_name("results.sql"),
    JOURNAL_COLUMNS=JOURNAL_COLUMNS,
    # graph.actions uses IS_DECIDED and SEATS too, to derive facts of elections, so that the facts agree with the
    # results.
    IS_DECIDED=OF_SEATS.IS_DECIDED,
    SEATS=OF_SEATS.SEATS,
    SUMS_V=SUMS.format("v", "r"),
    SUMS_W=SUMS.format("w", "b"),
    **{f"SHORT_{table.upper()}": SHORT.format(table) for table in ("e", "p", "n", "lp", "q")},
)
# ``party`` is the party of the leader or winner. An area must match in upper and lower case, because the two databases
# ignore case in different ways.
FILTERS = {
    "phase": "COALESCE(v.phase, 'scheduled') = %(phase)s",
    "outcome": "COALESCE(v.outcome, 'undecided') = %(outcome)s",
    "party": "p.slug = %(party)s",
    "area": "(r.area_code = %(area)s OR r.area_name = %(area)s OR r.region = %(area)s)",
    "changed_since": "v.sequence > %(changed_since)s",
}
IS_PUBLISHED = f"d.entity_id NOT IN ({SUBJECTS.UNPUBLISHED})"
# Conditions of the list of elections: filters, modes, and the start of the page.
IN_LIST = {
    "country": "d.entity_id IN (SELECT id FROM graph_entity WHERE kind = 'election' AND country_code = %(country)s)",
    "phase": "o.phase = %(phase)s",
    "kind": "d.kind = %(kind)s",
    "general": "d.kind <> 'by-election'",
    "level": "o.level = %(level)s",
    "from": "d.date_last >= %(from)s",
    "to": "d.date_first <= %(to)s",
    "live": f"o.mode = 'live' AND {IS_PUBLISHED}",
    "archive": f"o.mode = 'archive' AND {IS_PUBLISHED}",
    "test": f"o.mode = 'test' AND d.entity_id NOT IN ({SUBJECTS.UNPUBLISHED} AND status = 'withdrawn')",
    "": f"o.mode <> 'test' AND {IS_PUBLISHED}",
    "after": f"(d.date_last < %(date)s OR (d.date_last = %(date)s AND {SQL.SLUG_OF_ELECTION} > %(slug)s))",
}
