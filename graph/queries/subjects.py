"""Find the politicians who have a relationship of a certain type and status: for example, all who currently hold an
office. The lists are cached. After a change, only the changed politicians are read again."""

from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from django.db import connection
from django.utils import timezone

from graph.models import Status
from graph.models.display_order import numbers_of
from graph.queries.cached import JournalHead, journal_head
from graph.queries.sql import as_parameters, fetch_all, read_queries
from graph.queries.statuses import HAS_STATUS, IS_CURRENT, days_left
from graph.queries.totals import published_total
from graph.relations import RelationshipType

DENSE_SHARE = 1 / 10
"""If a list has more than this share of all published entities, only its primary keys are cached. For a page of such a
list, the database reads all entities by slug, and selects those in the list. For a smaller list, the sorted slugs are
cached too. For a list of one country, only the published entities of this country count."""
LISTED_TYPES = (RelationshipType.HOLDS_OFFICE, RelationshipType.MEMBER_OF_PARTY)
MOST_LISTS = 24
"""The largest number of cached lists that have no country as a filter. There are 24 such lists: 2 types of relationship
with 4 statuses on 3 days (yesterday, today and tomorrow)."""
MOST_LISTS_OF_COUNTRIES = 200
MOST_CHANGED = 500
BATCH = 1000

OF_TYPE = "r.display_order BETWEEN %(lowest)s AND %(highest)s AND {}".format
CURRENT_OF_TYPE = f"r.type = %(type)s AND {IS_CURRENT} AND r.current_last > '0001-01-01'"
"""The SQL condition for current relationships of a type. Its last part repeats the condition of the index
`relationship_current`. Without this repetition, the database would not use the index."""

SQL = read_queries(__file__)


class Subjects(NamedTuple):
    """A set of entities. ``pks`` are their primary keys, sorted by number. ``order`` has a pair (slug, primary key) for
    each of them, sorted by slug. If the set has a large share of all entities (`DENSE_SHARE`), ``order`` is None."""

    pks: array
    order: list[tuple[str, int]] | None

    @classmethod
    def of(cls, pks: Iterable[int], country_code: str, head: JournalHead) -> "Subjects":
        found = array("q", sorted(pks))
        is_dense = len(found) > published_total("", country_code, head) * DENSE_SHARE
        return cls(found, None if is_dense else sorted(_slugs(found)))


class SubjectList:
    """A cached list of politicians with a relationship of one type that has a certain status on a day: for example, all
    who hold an office today. The politician and the other entity must both be published. With a country code, only
    politicians of this country are in the list."""

    def __init__(self, relationship_type: str, status: str, day: date, country_code: str = ""):
        lowest, highest = numbers_of(relationship_type)
        sql, self._subject = (SQL.SUBJECTS_IN_COUNTRY, "e.id") if country_code else (SQL.SUBJECTS, "r.subject_id")
        is_of_type = CURRENT_OF_TYPE if status == Status.CURRENT else OF_TYPE(HAS_STATUS[status])
        self._sql = sql.format(status=HAS_STATUS[status], is_of_type=is_of_type)
        self._parameters = {"lowest": lowest, "highest": highest, "day": day.isoformat(), "days_left": days_left(day)}
        self._parameters["type"] = relationship_type
        self._parameters["country_code"] = country_code
        # Store the journal state and its subjects as one tuple. So a thread never combines a state with the subjects of
        # another state.
        self._known: tuple[JournalHead | None, Subjects] = (None, Subjects(array("q"), None))

    def get(self, head: JournalHead) -> Subjects:
        known, subjects = self._known
        if head != known or head.position is None:
            changed = _changed(known, head)
            subjects = self._read_all(head) if changed is None else self._read_changed(changed, subjects)
            self._known = head, subjects
        return subjects

    def _read_all(self, head):
        pks = (pk for (pk,) in fetch_all(self._sql, self._parameters))
        return Subjects.of(pks, self._parameters["country_code"], head)

    def _read_changed(self, changed, subjects):
        names, parameters = as_parameters(changed)
        sql = f"{self._sql} AND {self._subject} IN ({names})"
        found = [pk for (pk,) in fetch_all(sql, self._parameters | parameters)]
        pks = subjects.pks[:]
        for pk in changed:
            index = bisect_left(pks, pk)
            del pks[index : index + (pks[index : index + 1] == array("q", [pk]))]
        for pk in found:
            insort(pks, pk)
        unchanged = (pair for pair in subjects.order or () if pair[1] not in changed)
        return Subjects(pks, None if subjects.order is None else sorted([*unchanged, *_slugs(found)]))


def _changed(known, head):
    """Return the primary keys of the entities that changed between two states of the change journal. ``known`` is the
    earlier state, or None. ``head`` is the newest state. Return None if the caller must read all entities again, for
    example after too many changes."""
    # If the position has not grown, the journal itself was replaced, so the changes are unknown.
    if not known or not known.position or not head.position or head.position <= known.position:
        return None
    rows = fetch_all(SQL.CHANGED, {"position": known.position, "limit": MOST_CHANGED + 1})
    return None if len(rows) > MOST_CHANGED or any(is_other for _, is_other in rows) else {pk for pk, _ in rows}


def _slugs(pks):
    """Return pairs (slug, primary key) of the entities with the primary keys ``pks``."""
    pairs = []
    for start in range(0, len(pks), BATCH):
        names, parameters = as_parameters(pks[start : start + BATCH])
        pairs += fetch_all(SQL.SLUGS.format(pks=names), parameters)
    return pairs


_list, _list_of_country = lru_cache(MOST_LISTS)(SubjectList), lru_cache(MOST_LISTS_OF_COUNTRIES)(SubjectList)


def subject_list(relationship_type: str, status: str, day: date, country_code: str = "") -> SubjectList:
    return (_list_of_country if country_code else _list)(relationship_type, status, day, country_code)


def prepare_lists() -> None:
    """Read and cache the lists of politicians (`SubjectList`) of all countries for today, so that the first request for
    a list is fast. In the last two hours before midnight, also read the lists for tomorrow."""
    head = journal_head()
    for day in sorted({timezone.localdate(), (timezone.now() + timedelta(hours=2)).date()}):
        for relationship_type in LISTED_TYPES:
            for status in Status.values:
                subject_list(relationship_type, status, day).get(head)


def common_subjects(
    lists: Iterable[SubjectList], country_code: str, updated_since: datetime | None, head: JournalHead
) -> Subjects:
    """Return the politicians who are in all of the ``lists``. With ``updated_since``, return only those that changed at
    this time or later. ``country_code`` is the country of the lists, or "" for lists of all countries. ``head`` is the
    current state of the change journal. It names the newest change; lists that were cached before this change are
    updated first."""
    found = set.intersection(*(set(subjects.get(head).pks) for subjects in lists))
    if updated_since:
        value = connection.ops.adapt_datetimefield_value(updated_since)
        found &= {pk for (pk,) in fetch_all(SQL.UPDATED, {"updated_since": value})}
    return Subjects.of(found, country_code, head)
