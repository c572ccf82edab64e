"""The answer to a search as plain JSON values, and as bytes that are cached as long as they are true."""

from collections import defaultdict
from dataclasses import dataclass
from hashlib import blake2b

import orjson
from django.db import connection

from config.http.cache import get_cached, set_cached
from graph.documents import short_form
from graph.kinds import KINDS
from graph.models import Entity
from search.backends import backend
from search.find import Found, find, share_of_perfect
from search.forms import forms
from search.index import refresh
from search.query import is_foreign
from search.scripts import respelled
from search.words import LONGEST_QUERY, words_typed

MOST_IN_GROUP = 8
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
class Asked:
    """What is searched for, of which kind and country, and how many results at most."""

    q: str
    kind: str
    country_code: str
    limit: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The JSON document, and the second since 1970 in which the index last changed."""

    body: bytes
    modified: int


def answer(asked: Asked) -> Answer:
    """The answer, from the cache where nothing has changed since it was made."""
    version, changed_at = _state()
    key = _key(asked, version)
    body = get_cached(key)
    if body is None:
        body = orjson.dumps(document(asked, version))
        set_cached(key, body)
    return Answer(body, changed_at)


def document(asked: Asked, version: int) -> dict:
    """``count``, ``results`` over all kinds, ``groups`` by kind in the order of their best result."""
    if not asked.q:
        return {"count": _number(asked), "results": [], "groups": []}
    with backend().time_limit():
        found = find(asked.q, forms(version), kind=asked.kind, country_code=asked.country_code)
        return _document(found, asked.limit)


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


def _number(asked):
    entities = Entity.objects.published()
    entities = entities.of_kind(asked.kind) if asked.kind else entities
    return (entities.in_country(asked.country_code) if asked.country_code else entities).count()


def _key(asked, version):
    """Equal for questions that have one answer: another script is heard letter by letter, Latin words are folded."""
    words = words_typed(asked.q) if asked.q else ["*"]
    heard = respelled(asked.q[:LONGEST_QUERY]) if is_foreign(asked.q) else ""
    told = repr((words, heard, asked.kind, asked.country_code, asked.limit))
    return f"{version}:{blake2b(told.encode(), digest_size=16).hexdigest()}"


def _document(found: Found, limit):
    by_kind = defaultdict(list)
    for hit in found.hits:
        by_kind[hit.candidate.kind].append(hit)
    shown = found.hits[:limit] + [hit for hits in by_kind.values() for hit in hits[:MOST_IN_GROUP]]
    forms = _short_forms({hit.candidate.pk for hit in shown})
    told = {
        "count": len(found.hits),
        "results": [_result(hit, forms) for hit in found.hits[:limit] if hit.candidate.pk in forms],
        "groups": [_group(kind, hits, forms) for kind, hits in by_kind.items()],
    }
    told |= {"capped": True} if found.is_capped else {}
    return told | ({"corrected": found.corrected} if found.corrected else {})


def _short_forms(pks):
    rows = Entity.objects.published().filter(pk__in=pks).values_list(*SHOWN, named=True)
    return {row.id: short_form(row) for row in rows}


def _result(hit, forms):
    return forms[hit.candidate.pk] | {"matched": hit.matched, "score": share_of_perfect(hit.score)}


def _group(kind, hits, forms):
    return {
        "type": kind,
        "label": KINDS[kind].label_plural,
        "count": len(hits),
        "results": [forms[hit.candidate.pk] for hit in hits[:MOST_IN_GROUP] if hit.candidate.pk in forms],
    }
