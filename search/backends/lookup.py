"""Find rows of the search index by a word, or by the hash of a name. The SQL runs on SQLite and on PostgreSQL.

One search makes about twelve of these queries, and the ORM would take longer to build them than to run them.
"""

from collections.abc import Iterable

from search.backends import backend

MAX_ROWS, MAX_ROWS_BEFORE_FILTERS = 200, 2000
MAX_WORDS, MAX_KEYS = 4000, 400

BY_NAME_KEY = (
    "SELECT entity_id, kind, country_code, importance, names, context FROM search_entity "
    "WHERE rank_key IN (SELECT DISTINCT rank_key FROM search_name WHERE key {} ORDER BY rank_key LIMIT %s) {} "
    "ORDER BY rank_key LIMIT %s"
)
WORDS_BY_KEY = (
    "SELECT word, phonetic_code, importance FROM search_token "
    "WHERE id IN (SELECT token_id FROM search_variant WHERE key {}) ORDER BY importance DESC, word LIMIT %s"
)
FREQUENCIES = "SELECT word, frequency FROM search_token WHERE word {}"


def rows_by_name_key(keys: Iterable[int], kind: str = "", country_code: str = "") -> list[tuple]:
    """Return index rows of entities whose names have one of the hashes: at most 200, most important first."""
    filters = {column: value for column, value in (("kind", kind), ("country_code", country_code)) if value}
    condition = "".join(f" AND {column} = %s" for column in filters)
    before_filters = MAX_ROWS_BEFORE_FILTERS if filters else MAX_ROWS
    return _fetch(BY_NAME_KEY, keys, [before_filters, *filters.values(), MAX_ROWS], condition)


def words_by_key(keys: Iterable[int]) -> list[tuple[str, str, int]]:
    """Return words that have one of the hashes, most important first, each with phonetic code and importance."""
    return _fetch(WORDS_BY_KEY, keys, [MAX_WORDS])


def frequencies(words: Iterable[str]) -> dict[str, int]:
    """Map each word to the number of entities that have it in a name; words that are in no name are left out."""
    return dict(_fetch(FREQUENCIES, words, []))


def _fetch(query, values, parameters, filters=""):
    values = sorted(values)[:MAX_KEYS]
    if not values:
        return []
    condition, first = backend().is_one_of(values)
    return backend().fetch(query.format(condition, filters), [*first, *parameters])
