"""Find an election with results, and choose which of its results a response shows: the newest, or those of an earlier
time. Also convert columns of the result queries to JSON data."""

from datetime import datetime
from typing import NamedTuple

import orjson
from django.db import connection

from graph.documents import ShortEntity
from graph.queries.cached import JournalHead
from graph.queries.sql import fetch_all, moment_of
from graph.results import Comparability
from snapshots.results.sql import SQL

NO_EARLIER_RESULTS = "No results of an earlier election are covered."
SHORT = 6
"""The number of columns that a query reads for an entity in short form: the primary key, name, kind, slug, country code
and description."""


class Election(NamedTuple):
    """An election with results. Times are texts. ``updated_at`` is the time when its newest result version was
    recorded, or when one of its races changed later. ``previous`` has columns of the previous election: primary key,
    name, kind, slug, country code and description. All of them are None if no previous election is published."""

    pk: int
    name: str
    kind: str
    slug: str
    country_code: str | None
    description: str
    status: str
    date: str | None
    election_kind: str | None
    mode: str
    level: str
    sequence: int
    comparability: str
    comparability_reason: str
    note: str
    follow_interval: int | None
    followed_at: str | None
    updated_at: str
    journal: JournalHead
    previous: tuple


START_OF_JOURNAL = Election._fields.index("journal")


class State(NamedTuple):
    """An election, and which of its results a response shows. A result version is the results of one race, as a source
    reported them at one time.

    - ``sequence`` is a number, such as 7: the response shows the results after the first 7 result versions of the
      election. The versions of all races count together.
    - ``as_of`` is a time or None. If it is set, versions that were received after this time are left out, too.
    - ``number`` is a number, such as 3, or None. If it is set, the response shows only one race, with the third result
      version of this race."""

    election: Election
    sequence: int
    as_of: datetime | None = None
    number: int | None = None

    def fetch(self, query: str, **parameters) -> list[tuple]:
        """Run an SQL query on the results that this `State` chooses, and return the rows. In the query, the text
        ``{state}`` is replaced by a subquery. This subquery finds the chosen result version of a race ``r``.
        ``parameters`` are further parameters of the query."""
        return fetch_all(query.replace("{state}", self._version_of_race), self.parameters | parameters)

    @property
    def _version_of_race(self):
        # All queries of a response read the versions up to the same ``sequence``. Otherwise, a version that arrives
        # between two queries would be in one part of the response only.
        if self.number is not None:
            return SQL.STATE_OF_NUMBER
        return SQL.STATE_AS_OF if self.as_of else SQL.STATE

    @property
    def parameters(self) -> dict:
        numbers = {"election": self.election.pk, "previous": self.election.previous[0], "sequence": self.sequence}
        return numbers | {"as_of": _text_of(self.as_of), "number": self.number}


def find_election(slug: str, as_of: datetime | None = None) -> Election | None:
    """Return the election with this slug, or None if it has no results. The election may be unpublished: the caller
    must check its ``status``. A rehearsal (test election) is a draft, but its ``status`` here is "published".

    The ``sequence`` of the returned election is the number of its result versions. If ``as_of`` is given, only versions
    that were received until this time are counted."""
    # A rehearsal is a draft, but public for those who know its URL. Only this query finds it.
    query = SQL.ELECTION.replace("{sequence}", SQL.SEQUENCE_AS_OF if as_of else SQL.SEQUENCE)
    for row in fetch_all(query, {"slug": slug, "as_of": _text_of(as_of)}):
        # The row has the columns of the coverage, then of the journal, then of the previous election.
        start, end = START_OF_JOURNAL, START_OF_JOURNAL + len(JournalHead._fields)
        return Election(*row[:start], JournalHead(*row[start:end]), row[end:])
    return None


def _text_of(time):
    # SQLite stores times as text.
    return time and connection.ops.adapt_datetimefield_value(time)


def short(row) -> dict | None:
    """Convert a database row to a JSON object (see `ShortEntity`). The first columns are the primary key, name, kind,
    slug, country code and description of an entity. All further columns are ignored. Return None if the primary key is
    None."""
    return None if row[0] is None else ShortEntity.from_values(row[1:SHORT])


def reason(comparability: str, own: str | None, of_election: str | None = None) -> str | None:
    """Return the text that says why an election or race cannot be compared with the previous one, or only in part.
    ``own`` is the stored text of this election or race. ``of_election`` is the stored text of the whole election.

    If ``comparability`` is "not-comparable", return the first text that is not empty: ``own``, ``of_election``, or a
    standard text. Otherwise, return ``own``, or None if it is empty."""
    if comparability != Comparability.NONE:
        return own or None
    return own or of_election or NO_EARLIER_RESULTS


def list_of(value: str | list | None) -> list:
    """Return the list in a JSON column. SQLite returns such a column as text, PostgreSQL as a list. None becomes []."""
    return (orjson.loads(value) if isinstance(value, str) else value) or []


def moment(text: str | None) -> datetime | None:
    return moment_of(text) if text else None
