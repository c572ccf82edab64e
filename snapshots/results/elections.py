"""List the elections that have results in the service, the newest first."""

from datetime import date
from typing import NamedTuple

from config.http.documents import COUNT, NEXT_PAGE, TOTAL, Document, Member
from graph.documents import ELECTION_DATE, ELECTION_KIND, RESULTS_LINK, ShortEntity, results_path
from graph.queries.cached import JournalHead
from graph.queries.sql import fetch_all
from snapshots.results import members, sql, states
from snapshots.results.sql import SQL


class CoveredElection(Document):
    election = Member(ShortEntity, description="The election")
    date = Member(ELECTION_DATE)
    kind = Member(ELECTION_KIND)
    mode = Member(members.MODE)
    phase = Member(members.PHASE)
    level = Member(members.LEVEL)
    version = Member(COUNT, description="How many result versions all its races have")
    races = Member(COUNT, description="Number of races")
    updated_at = Member(members.UPDATED_AT)
    results = Member(RESULTS_LINK)


class CoveredElectionsResponse(Document, component="ResultsAnswer"):
    count = Member(TOTAL)
    next = Member(NEXT_PAGE, null=True)
    results = Member(CoveredElection, many=True, description="Covered elections, newest first")


class ElectionPage(NamedTuple):
    """One page of the list of elections. ``documents`` are the rows as JSON data, and ``total`` counts the rows of all
    pages. ``last`` is the sort key of the last row on this page, (last possible day of the election, slug), or None on
    the last page. ``journal`` was read together with the page, and says when the graph last changed."""

    documents: list[dict]
    total: int
    last: tuple[date, str] | None
    journal: JournalHead


def covered_elections(filters: dict, mode: str, limit: int, after: tuple | None) -> ElectionPage:
    """Return one page of the elections that have results, with at most ``limit`` rows. ``filters`` maps names of
    conditions in `sql.IN_LIST`, such as "country", to values. ``mode`` is "live", "archive", "test" (only rehearsals,
    which are test elections) or "" (all except rehearsals). ``after`` is the field ``last`` of the previous page, or
    None for the first page."""
    # The SQL of the conditions is constant. The values from clients are parameters of the query.
    conditions = [sql.IN_LIST[name] for name in (*filters, mode)]
    ((total, *journal),) = fetch_all(_query(SQL.ELECTIONS_TOTAL, conditions), filters)
    position = {"date": after[0].isoformat(), "slug": after[1]} if after else {}
    # Add the condition after the count, because the total counts the rows of all pages.
    conditions += [sql.IN_LIST["after"]] if after else []
    found = fetch_all(_query(SQL.ELECTIONS, conditions), filters | position | {"limit": limit + 1})
    last = found[limit - 1] if len(found) > limit else None
    documents = [_document(row) for row in found[:limit]]
    return ElectionPage(documents, total, last and (date.fromisoformat(last[-1]), last[3]), JournalHead(*journal))


def _query(query, conditions):
    return query.replace("{conditions}", " AND ".join(conditions))


def _document(row):
    day, kind, *values, races, updated_at, _ = row[states.SHORT :]
    path = results_path(row[3])
    return CoveredElection.from_values((states.short(row), day, kind, *values, races, states.moment(updated_at), path))
