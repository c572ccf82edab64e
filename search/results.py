from collections import defaultdict, namedtuple
from dataclasses import replace

from config.http.database import time_limit
from graph.documents import ShortEntity
from graph.kinds import KINDS
from graph.models import Entity
from graph.queries.sql import fetch_all, read_queries
from graph.queries.totals import published_total
from search.backends import backend
from search.countries import country_names
from search.documents import MOST_IN_GROUP, RaceMatch, SearchEntry, SearchGroup, SearchResults
from search.index import refresh
from search.pipeline import find_entities
from search.races import RaceHit, find_races
from search.ranking import PERFECT, Hit, RankedHits
from search.statuses import filter_by_status

MAX_REFRESHED = 100
"""If at most this many changes are waiting to be indexed, and no change concerns all entities, a search first updates
the index."""
ShortForm = namedtuple("ShortForm", "id name kind slug country_code description")
SQL = read_queries(__file__)


def index_version() -> tuple[int, int]:
    """First update the index if it is missing, or if a few changes of entities (at most `MAX_REFRESHED`) are waiting.
    If all entities must be indexed again, an existing index is not updated. Then return (version of the index, time of
    its last change in seconds since 1970), or (0, 0) if there is still no index."""
    row = read_state()
    if row is None or (0 < row[2] <= MAX_REFRESHED and not row[3]):
        with time_limit.unlimited():
            refresh()
        row = read_state() or (0, 0)
    return row[:2]


def prepare() -> None:
    """Read and cache the names of all countries, which every search needs, so that the first search is fast. Do nothing
    if there is no index yet."""
    if state := read_state():
        country_names(state[0])


def read_state() -> tuple | None:
    """Return None if there is no index yet, otherwise a tuple:

    - the version of the search index,
    - the time of its last change, in seconds since 1970,
    - the number of changes of entities that are not indexed yet,
    - whether all entities must be indexed again."""
    return next(iter(fetch_all(SQL.STATE)), None)


def document(text: str, version: int, *, limit: int, offset=0, kind="", country_code="", status="") -> dict:
    """Return the search results for the query ``text`` as JSON data: up to ``limit`` results after the first
    ``offset``. ``version`` is the version of the index. ``kind``, ``country_code`` and ``status`` (a key of `STATUSES`)
    are filters; "" means all. The data also have the races that match the text, ``kind`` and ``country_code``; the
    other parameters do not apply to races. If ``text`` is empty, there are no results, and ``count`` is the number of
    published entities of this kind and country."""
    if not text:
        return {"count": published_total(kind, country_code), "results": [], "groups": []}
    with backend().planned():
        filters = {"kind": kind, "country_code": country_code}
        found = find_entities(text, country_names(version), **filters)
        found = replace(found, hits=filter_by_status(found.hits, status))
        races = find_races(text, country_names(version), **filters)
        return _document(found, races, found.hits[offset : offset + limit])


def _document(found: RankedHits, races: list[RaceHit], page: list[Hit]):
    by_kind = defaultdict(list)
    for hit in found.hits:
        by_kind[hit.candidate.kind].append(hit)
    shown = page + [hit for hits in by_kind.values() for hit in hits[:MOST_IN_GROUP]]
    rows = _short_forms({hit.candidate.pk for hit in shown})
    return SearchResults.render(
        None,
        count=len(found.hits),
        results=[_entry(rows[hit.candidate.pk], hit) for hit in page if hit.candidate.pk in rows],
        groups=[_group(kind, hits, rows) for kind, hits in by_kind.items()],
        capped=found.is_capped or None,
        corrected=found.spelling or None,
        races=[RaceMatch.render(hit) for hit in races] or None,
    )


def _short_forms(pks):
    if not pks:
        return {}
    condition, parameters = backend().is_one_of(sorted(pks))
    rows = fetch_all(SQL.SHORT_FORMS.format(condition), [Entity.Status.PUBLISHED.value, *parameters])
    return {row[0]: ShortForm._make(row) for row in rows}


def _entry(row, hit):
    return SearchEntry.render(row, matched=hit.matched, score=round(min(1.0, hit.score / PERFECT), 3))


def _group(kind, hits, rows):
    shown = [rows[hit.candidate.pk] for hit in hits[:MOST_IN_GROUP] if hit.candidate.pk in rows]
    return SearchGroup.render(
        None,
        type=kind,
        label=KINDS[kind].label_plural,
        count=len(hits),
        results=[ShortEntity.render(row) for row in shown],
    )
