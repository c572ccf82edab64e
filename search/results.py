"""Build the response to a search: a JSON document, which is cached until the index changes."""

from collections import defaultdict
from dataclasses import astuple, dataclass
from hashlib import blake2b

import orjson
from django.db import connection

from config.http.cache import get_cached, set_cached
from graph.documents import ShortEntity
from graph.kinds import KINDS
from graph.models import Entity
from search.backends import backend
from search.countries import country_names
from search.documents import MOST_IN_GROUP, SearchEntry, SearchGroup, SearchResults
from search.index import refresh
from search.pipeline import RankedHits, find_entities, share_of_perfect
from search.query import is_foreign
from search.tokens import MAX_QUERY_LENGTH, tokenise_query
from search.transliteration import respell

MAX_REFRESHED = 100
"""A search first updates the index if at most this many marks for stale entities are waiting."""
SHORT_FORM_FIELDS = ("id", "name", "kind", "slug", "country_code", "description")
STATE = """
SELECT version, changed_at, (SELECT COUNT(*) FROM search_stale WHERE NOT is_indexed),
    EXISTS (SELECT 1 FROM search_stale WHERE entity_id = 0 AND NOT is_indexed)
FROM search_state
"""


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """The text to search for, the kind and country of the results (empty for any), and the maximum of results."""

    q: str
    kind: str
    country_code: str
    limit: int


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """The JSON document in ``body``, and the time of the last change of the index, in seconds since 1970."""

    body: bytes
    modified: int


def search_response(query: SearchQuery) -> SearchResponse:
    """Return the response to a search; it comes from the cache if the index did not change since it was cached."""
    version, changed_at = _index_version()
    key = _cache_key(query, version)
    body = get_cached(key)
    if body is None:
        body = orjson.dumps(document(query, version))
        set_cached(key, body)
    return SearchResponse(body, changed_at)


def document(query: SearchQuery, version: int) -> dict:
    """Return the JSON document of a search. For an empty text, it counts the published entities and has no results."""
    if not query.q:
        return {"count": _count_entities(query), "results": [], "groups": []}
    with backend().time_limit():
        found = find_entities(query.q, country_names(version), kind=query.kind, country_code=query.country_code)
        return _document(found, query.limit)


def _index_version():
    """Return the version of the index and the time of its last change. If few entities are stale, update it first."""
    row = _read_state()
    if row is None or (0 < row[2] <= MAX_REFRESHED and not row[3]):
        refresh()
        row = _read_state() or (0, 0)
    return row[:2]


def _read_state():
    with connection.cursor() as cursor:
        cursor.execute(STATE)
        return cursor.fetchone()


def _count_entities(query):
    entities = Entity.objects.published()
    entities = entities.of_kind(query.kind) if query.kind else entities
    return (entities.in_country(query.country_code) if query.country_code else entities).count()


def _cache_key(query, version):
    """Return the cache key of a query. Latin queries with equal normalised words and equal filters share a key."""
    words = tokenise_query(query.q) if query.q else ["*"]
    respelled = respell(query.q[:MAX_QUERY_LENGTH]) if is_foreign(query.q) else ""
    text = repr((words, respelled, *astuple(query)[1:]))
    return f"{version}:{blake2b(text.encode(), digest_size=16).hexdigest()}"


def _document(found: RankedHits, limit):
    by_kind = defaultdict(list)
    for hit in found.hits:
        by_kind[hit.candidate.kind].append(hit)
    shown = found.hits[:limit] + [hit for hits in by_kind.values() for hit in hits[:MOST_IN_GROUP]]
    published = Entity.objects.published().filter(pk__in={hit.candidate.pk for hit in shown})
    # Named tuples instead of instances of the model, which cost more time than the rest.
    rows = {row.id: row for row in published.values_list(*SHORT_FORM_FIELDS, named=True)}
    return SearchResults.render(
        None,
        count=len(found.hits),
        results=[_entry(hit, rows) for hit in found.hits[:limit] if hit.candidate.pk in rows],
        groups=[_group(kind, hits, rows) for kind, hits in by_kind.items()],
        capped=found.is_capped or None,
        corrected=found.spelling or None,
    )


def _entry(hit, rows):
    return SearchEntry.render(rows[hit.candidate.pk], matched=hit.matched, score=share_of_perfect(hit.score))


def _group(kind, hits, rows):
    shown = [rows[hit.candidate.pk] for hit in hits[:MOST_IN_GROUP] if hit.candidate.pk in rows]
    return SearchGroup.render(
        None,
        type=kind,
        label=KINDS[kind].label_plural,
        count=len(hits),
        results=[ShortEntity.render(row) for row in shown],
    )
