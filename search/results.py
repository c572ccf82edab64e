"""The answer to a search as plain JSON values, and as bytes that are cached as long as they are true."""

from collections import defaultdict
from dataclasses import dataclass
from hashlib import blake2b

import orjson
from django.db import connection

from config.http.cache import get_cached, set_cached
from graph.documents import ShortEntity
from graph.kinds import KINDS
from graph.models import Entity
from search.backends import backend
from search.countries import country_forms
from search.documents import MOST_IN_GROUP, SearchEntry, SearchGroup, SearchResults
from search.index import refresh
from search.pipeline import Found, find_entities, share_of_perfect
from search.query import is_foreign
from search.tokens import LONGEST_QUERY, words_typed
from search.transliteration import respelled

MOST_FOLLOWED = 100
"""More changes than these are indexed by whoever made them; a search does not wait for it."""
SHOWN = ("id", "name", "kind", "slug", "country_code", "description")
"""Of an entity, in its short form; instances of the model would cost more than they are worth."""
STATE = """
SELECT version, changed_at, (SELECT COUNT(*) FROM search_stale WHERE NOT is_followed),
    EXISTS (SELECT 1 FROM search_stale WHERE entity_id = 0 AND NOT is_followed)
FROM search_state
"""


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What is searched for, of which kind and country, and how many results at most."""

    q: str
    kind: str
    country_code: str
    limit: int


@dataclass(frozen=True, slots=True)
class SearchResponse:
    """The JSON document, and the second since 1970 in which the index last changed."""

    body: bytes
    modified: int


def search_response(query: SearchQuery) -> SearchResponse:
    """The answer, from the cache where nothing has changed since it was made."""
    version, changed_at = _state()
    key = _key(query, version)
    body = get_cached(key)
    if body is None:
        body = orjson.dumps(document(query, version))
        set_cached(key, body)
    return SearchResponse(body, changed_at)


def document(query: SearchQuery, version: int) -> dict:
    """``count``, ``results`` over all kinds, ``groups`` by kind in the order of their best result."""
    if not query.q:
        return {"count": _number(query), "results": [], "groups": []}
    with backend().time_limit():
        found = find_entities(query.q, country_forms(version), kind=query.kind, country_code=query.country_code)
        return _document(found, query.limit)


def _state():
    """Version of the index and the second of its last change; the few that are marked are indexed first."""
    row = _row()
    if row is None or _can_be_followed(*row[2:]):
        refresh()
        row = _row() or (0, 0, 0, False)
    return row[:2]


def _can_be_followed(marks, is_everything):
    return 0 < marks <= MOST_FOLLOWED and not is_everything


def _row():
    with connection.cursor() as cursor:
        cursor.execute(STATE)
        return cursor.fetchone()


def _number(query):
    entities = Entity.objects.published()
    entities = entities.of_kind(query.kind) if query.kind else entities
    return (entities.in_country(query.country_code) if query.country_code else entities).count()


def _key(query, version):
    """Equal for questions that have one answer: another script is heard letter by letter, Latin words are folded."""
    words = words_typed(query.q) if query.q else ["*"]
    heard = respelled(query.q[:LONGEST_QUERY]) if is_foreign(query.q) else ""
    told = repr((words, heard, query.kind, query.country_code, query.limit))
    return f"{version}:{blake2b(told.encode(), digest_size=16).hexdigest()}"


def _document(found: Found, limit):
    by_kind = defaultdict(list)
    for hit in found.hits:
        by_kind[hit.candidate.kind].append(hit)
    shown = found.hits[:limit] + [hit for hits in by_kind.values() for hit in hits[:MOST_IN_GROUP]]
    rows = _rows({hit.candidate.pk for hit in shown})
    return SearchResults.render(
        None,
        count=len(found.hits),
        results=[_entry(hit, rows) for hit in found.hits[:limit] if hit.candidate.pk in rows],
        groups=[_group(kind, hits, rows) for kind, hits in by_kind.items()],
        capped=found.is_capped or None,
        corrected=found.corrected or None,
    )


def _rows(pks):
    rows = Entity.objects.published().filter(pk__in=pks).values_list(*SHOWN, named=True)
    return {row.id: row for row in rows}


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
