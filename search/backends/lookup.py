"""Find rows of the search index with fixed SQL, because Django needs more time to build the queries."""

from collections.abc import Iterable

from search.backends import backend

MAX_ROWS, MAX_ROWS_BEFORE_FILTERS = 200, 2000
MAX_WORDS, MAX_KEYS = 1000, 200
MAX_ROWS_BY_SOUND = 60

BY_NAME_KEY = (
    "SELECT entity_id, kind, country_code, importance, names, context FROM search_entity "
    "WHERE rank_key IN (SELECT DISTINCT rank_key FROM search_name WHERE key {} ORDER BY rank_key LIMIT %s) "
    "AND %s IN ('', kind) AND %s IN ('', country_code) ORDER BY rank_key LIMIT %s"
)
BY_SOUND = (
    "SELECT entity_id, kind, country_code, importance, names, context FROM search_entity WHERE rank_key IN ("
    "SELECT rank_key FROM {} JOIN search_name ON search_name.key = given.key AND rank_key <= COALESCE(("
    "SELECT rank_key FROM search_name WHERE key = given.key ORDER BY rank_key LIMIT 1 OFFSET 200"
    "), 9223372036854775807) GROUP BY rank_key ORDER BY COUNT(*) DESC, rank_key LIMIT %s) "
    "AND %s IN ('', kind) AND %s IN ('', country_code) ORDER BY rank_key LIMIT %s"
)
"""The query reads only the 201 most important entities with each hash, so a larger graph does not slow it down."""
WORDS_BY_KEY = (
    "SELECT word, phonetic_code, importance FROM search_token "
    "WHERE id IN (SELECT token_id FROM search_variant WHERE key {}) ORDER BY importance DESC, word LIMIT %s"
)
FREQUENCIES = "SELECT word, frequency FROM search_token WHERE word {}"


def rows_by_name_key(keys: Iterable[int], kind: str = "", country_code: str = "") -> list[tuple]:
    """Return up to 200 index rows of entities with a name that has one of the hashes, most important first."""
    return _entities(BY_NAME_KEY, backend().is_one_of, keys, kind, country_code, MAX_ROWS)


def rows_by_sound(keys: Iterable[int], kind: str = "", country_code: str = "") -> list[tuple]:
    """Return up to 60 index rows of the entities that have the most of the hashes, most important first."""
    return _entities(BY_SOUND, backend().keys_of, keys, kind, country_code, MAX_ROWS_BY_SOUND)


def _entities(query, to_sql, keys, kind, country_code, limit):
    before_filters = MAX_ROWS_BEFORE_FILTERS if kind or country_code else limit
    return _fetch(query, to_sql, keys, [before_filters, kind, country_code, limit])


def words_by_key(keys: Iterable[int]) -> list[tuple[str, str, int]]:
    """Return (word, phonetic code, importance) of words that have one of the hashes, most important first."""
    return _fetch(WORDS_BY_KEY, backend().is_one_of, keys, [MAX_WORDS])


def frequencies(words: Iterable[str]) -> dict[str, int]:
    return dict(_fetch(FREQUENCIES, backend().is_one_of, words, []))


def _fetch(query, to_sql, values, parameters):
    values = sorted(values)[:MAX_KEYS]
    if not values:
        return []
    keys, first = to_sql(values)
    return backend().fetch(query.format(keys), [*first, *parameters])
