"""Find and count the entries of work lists. A work list shows editors the entities in which a check finds a problem. An
entry is such an entity, with a sentence about its problem.

The lists in STORED take long to compute. So the command `count_work` computes their entries and stores them. An editor
can also start this. All other lists are computed when an editor opens them, and only their numbers of entries are
cached."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from graph.batches import batches
from graph.checks import CHECKS, FETCHED, Check, Finding, entity_of, findings, read_exceptions, without_exceptions
from graph.models import Entity, NotDuplicate, WorkList

CACHE_KEY = "graph.worklists"
CACHE_SECONDS = 5 * 60
MAXIMUM_STORED_ROWS = 10_000
DUPLICATES = "duplicates"


class Row(NamedTuple):
    """An entry of a work list: an entity, and a sentence about its problem. ``other`` is the possible duplicate of the
    entity, or None."""

    entity: Entity
    sentence: str
    other: Entity | None = None


class Count(NamedTuple):
    """The number of entries of a work list, and the time at which they were counted. ``list`` is the check that finds
    the entries. Before the first count, ``number`` and ``at`` are None."""

    list: Check
    number: int | None
    at: datetime | None


ALL_ERRORS = Check(
    "checks",
    "Findings of the checks",
    lambda day: ((row.slug, row.sentence) for row in sorted(without_exceptions(findings(day), read_exceptions()))),
    about="What `check_graph` finds, without the exceptions that are listed with their reasons.",
)
LISTS = {ALL_ERRORS.name: ALL_ERRORS} | {name: check for name, check in CHECKS.items() if "list" in check.use}
STORED = (ALL_ERRORS.name, DUPLICATES)


def counts(kinds: Collection[str]) -> list[Count]:
    """Return a `Count` for each work list. Only entries about entities of these kinds are counted."""
    stored = {row.name: (row.at, row.counts) for row in WorkList.objects.defer("rows")}
    known = stored | (cache.get(CACHE_KEY) or _count_queried())
    found = [(check, *known.get(check.name, (None, {}))) for check in LISTS.values()]
    return [Count(check, at and sum(numbers.get(kind, 0) for kind in kinds), at) for check, at, numbers in found]


def count_again(check: Check) -> None:
    """Count the entries of a work list again. ``check`` is the check that finds them. For a list in STORED, store the
    number and the entries, but at most MAXIMUM_STORED_ROWS entries. All other lists are counted together: if the list
    is one of them, count them all, and cache their numbers."""
    if check.name not in STORED:
        _count_queried()
        return
    found = [Finding(check.name, *parts) for parts in check.function(timezone.localdate())]
    slugs = (Entity.objects.filter(slug__in=batch) for batch in batches({finding.slug for finding in found}))
    kinds = {slug: kind for batch in slugs for slug, kind in batch.values_list("slug", "kind")}
    rows = [[kinds[row.slug], row.slug, row.sentence, row.other] for row in found if row.slug in kinds]
    values = {"at": timezone.now(), "counts": Counter(kind for kind, *_ in rows), "rows": rows[:MAXIMUM_STORED_ROWS]}
    WorkList.objects.update_or_create(name=check.name, defaults=values)


def rows(check: Check, kinds: Collection[str], day: date) -> Sequence:
    """Return the entries of a work list on the day that are about entities of these kinds. ``check`` is the check that
    finds them. An entry is either a tuple (slug of an entity, sentence, …) or the primary key of an entity or
    relationship with a problem. `describe` converts the entries of one page to `Row` objects.

    For a list in STORED, return the stored entries, whatever the day is. If nothing is stored, return []."""
    if check.name in STORED:
        stored = WorkList.objects.filter(name=check.name).values_list("rows", flat=True).first() or []
        return [parts for kind, *parts in stored if kind in kinds]
    found = check.rows(day, kinds)
    # Return only the primary keys. The database sorts them fast, so a late page is as fast as the first one.
    return found.values_list("pk", flat=True) if isinstance(found, QuerySet) else found


def describe(check: Check, page: Sequence, day: date) -> list[Row]:
    """Convert entries of a work list to `Row` objects, which can be shown. ``page`` has the entries: a slice of what
    `rows` returned for the ``check``. An entry is either a tuple (slug of an entity, sentence, …) or the primary key of
    an entity or relationship with a problem. Tuples about merged or withdrawn entities are left out. Primary keys are
    left out if the check no longer finds the problem."""
    if isinstance(page, QuerySet):
        found = check.function(day).filter(pk__in=list(page)).select_related(*FETCHED[page.model])
        return [Row(entity_of(row), check.describe(row)) for row in found]
    parts = [(slug, sentence, *other, "")[:3] for slug, sentence, *other in page]
    slugs = {slug for one, _, other in parts for slug in (one, other)}
    shown = Entity.objects.exclude(status=Entity.Status.WITHDRAWN).filter(slug__in=slugs)
    known = {entity.slug: entity for entity in shown} | {"": None}
    return [Row(known[one], text, known[other]) for one, text, other in parts if one in known and other in known]


@transaction.atomic
def mark_as_not_duplicate(*, one: Entity, other: Entity, by) -> None:
    """Store that two entities are not duplicates, as the editor ``by`` has found. The pair is also removed from the
    stored work list of duplicates."""
    one, other = sorted((one, other), key=lambda row: row.pk)
    NotDuplicate.objects.get_or_create(one=one, other=other, defaults={"by": by})
    stored = WorkList.objects.select_for_update().filter(name=DUPLICATES).first()
    if stored:
        stored.rows = [row for row in stored.rows if {row[1], row[3]} != {one.slug, other.slug}]
        stored.counts = Counter(kind for kind, *_ in stored.rows)
        stored.save(update_fields=["rows", "counts"])


def _count_queried():
    day, now = timezone.localdate(), timezone.now()
    found = {name: (now, check.count(day)) for name, check in LISTS.items() if name not in STORED}
    cache.set(CACHE_KEY, found, CACHE_SECONDS)
    return found
