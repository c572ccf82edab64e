"""Find the politicians who have an office or a party with a status, such as current. The result is cached; after a
change, only the changed politicians are read again."""

from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable
from datetime import date, datetime

from django.db import connection

from graph.models.display_order import numbers_of
from graph.queries.cached import JournalHead
from graph.queries.sql import fetch_all, read_queries
from graph.queries.statuses import HAS_STATUS, days_left

FEW = 10_000
"""Up to this many slugs are cached. If there are more, a page finds its rows quickly without them."""
MOST_LISTS = 16
MOST_CHANGED = 500
BATCH = 1000

SQL = read_queries(__file__)


class SubjectList:
    """The subjects of relationships that have a type and, on a day, a status: for example all current holders of
    offices. Both the subject and the object must be published."""

    def __init__(self, relationship_type: str, status: str, day: date):
        lowest, highest = numbers_of(relationship_type)
        self._sql = SQL.SUBJECTS.format(status=HAS_STATUS[status])
        self._parameters = {"lowest": lowest, "highest": highest, "day": day.isoformat(), "days_left": days_left(day)}
        # One attribute holds all, so that another thread never sees the subjects of another state.
        self._known: tuple[JournalHead | None, array, dict[int, str] | None, list[str] | None]
        self._known = None, array("q"), None, None

    def get(self, head: JournalHead) -> tuple[int, list[str] | None]:
        """Return (number of subjects, their sorted slugs). If there are more than `FEW`, the slugs are None."""
        pks, slugs_sorted = self._read(head)
        return len(pks), [] if not pks else slugs_sorted

    def pks(self, head: JournalHead) -> array:
        return self._read(head)[0]

    def _read(self, head):
        known, pks, slugs, slugs_sorted = self._known
        if head != known or head.position is None:
            changed = _changed(known, head)
            pks, slugs = self._read_all() if changed is None else self._read_changed(changed, pks, slugs)
            slugs_sorted = slugs and sorted(slugs.values())
            self._known = head, pks, slugs, slugs_sorted
        return pks, slugs_sorted

    def _read_all(self):
        pks = array("q", sorted(pk for (pk,) in fetch_all(self._sql, self._parameters)))
        return pks, _slugs(pks) if len(pks) <= FEW else None

    def _read_changed(self, changed, pks, slugs):
        names, parameters = _as_parameters(changed)
        found = [pk for (pk,) in fetch_all(f"{self._sql} AND r.subject_id IN ({names})", self._parameters | parameters)]
        pks = pks[:]
        for pk in changed:
            index = bisect_left(pks, pk)
            del pks[index : index + (pks[index : index + 1] == array("q", [pk]))]
        for pk in found:
            insort(pks, pk)
        if slugs is not None:
            slugs = {pk: slug for pk, slug in slugs.items() if pk not in changed} | _slugs(found)
        return pks, slugs


def _changed(known, head):
    """Return the keys of entities that changed after the journal state ``known``; None to read all again."""
    # Without new positions, the journal was replaced.
    if not known or not known.position or not head.position or head.position <= known.position:
        return None
    rows = fetch_all(SQL.CHANGED, {"position": known.position, "limit": MOST_CHANGED + 1})
    return None if len(rows) > MOST_CHANGED or any(is_other for _, is_other in rows) else {pk for pk, _ in rows}


def _slugs(pks):
    slugs = {}
    for start in range(0, len(pks), BATCH):
        names, parameters = _as_parameters(pks[start : start + BATCH])
        slugs |= fetch_all(SQL.SLUGS.format(pks=names), parameters)
    return slugs


def _as_parameters(pks: Iterable[int]):
    parameters = {f"pk{number}": pk for number, pk in enumerate(pks)}
    return ", ".join(f"%({name})s" for name in parameters), parameters


_lists: dict[tuple, SubjectList] = {}


def subject_list(relationship_type: str, status: str, day: date) -> SubjectList:
    key = relationship_type, status, day
    if key not in _lists and len(_lists) >= MOST_LISTS:
        _lists.clear()
    return _lists.setdefault(key, SubjectList(*key))


def common_subjects(
    statuses: Iterable[tuple[str, str]], day: date, updated_since: datetime | None, head: JournalHead
) -> tuple[int, list[str] | None]:
    """Return (number, sorted slugs) of the entities that have all these pairs (type, status) of relationships. If there
    are more than `FEW`, the slugs are None."""
    found = set.intersection(*(set(subject_list(*status, day).pks(head)) for status in statuses))
    if updated_since:
        value = connection.ops.adapt_datetimefield_value(updated_since)
        found &= {pk for (pk,) in fetch_all(SQL.UPDATED, {"updated_since": value})}
    return len(found), sorted(_slugs(list(found)).values()) if len(found) <= FEW else None
