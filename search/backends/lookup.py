"""Find rows of the search index with prepared SQL text. Django would need too much time to build the queries."""

from collections.abc import Collection, Iterable

from graph.queries.sql import fetch_all, read_queries
from search.backends import backend

MAX_ROWS, MAX_ROWS_BEFORE_FILTERS = 200, 2000
MAX_WORDS, MAX_KEYS = 1000, 200
MAX_ROWS_BY_SOUND = 60

SQL = read_queries(__file__)


def rows_by_name_key(keys: Iterable[int], kind: str = "", country_code: str = "") -> list[tuple]:
    """Find the entities that have a name with one of the hashes ``keys`` (see `NameKey`). Return up to 200 rows, the
    most important entity first. Each row has the columns `CANDIDATE_COLUMNS`; `make_candidate` converts it to a
    `Candidate`. ``kind``, such as "party", and ``country_code``, such as "fr", are filters; "" means all.

    Of the ``keys``, only the 200 lowest numbers are used. The filters are applied only to the 2000 most important
    entities with these hashes."""
    return _entities(SQL.BY_NAME_KEY, backend().is_one_of, keys, kind, country_code, MAX_ROWS)


def rows_by_sound(keys: Iterable[int], kind: str = "", country_code: str = "") -> list[tuple]:
    """Find entities by the sound of their names, in three steps:

    - For each of the hashes ``keys`` (see `NameKey`), consider the 201 most important entities that have this hash.
    - Select the entities that share the most hashes with ``keys``: 60 entities, or 2000 if there is a filter.
    - Of the selected entities, return those that match the filters: up to 60 rows, the most important entity first.

    The columns and the filters are the same as in `rows_by_name_key`."""
    return _entities(SQL.BY_SOUND, backend().keys_of, keys, kind, country_code, MAX_ROWS_BY_SOUND)


def _entities(query, to_sql, keys, kind, country_code, limit):
    before_filters = MAX_ROWS_BEFORE_FILTERS if kind or country_code else limit
    return _fetch(query, to_sql, keys, [before_filters, kind, country_code, limit])


def words_by_key(keys: Iterable[int]) -> list[tuple[str, str, int]]:
    """Return up to 1000 indexed words that have one of the hashes ``keys`` (see `Variant`), the most important first.
    Each is a tuple: (word, its `phonetic_code`, importance of the best-known entity with this word)."""
    return _fetch(SQL.WORDS_BY_KEY, backend().is_one_of, keys, [MAX_WORDS])


def frequencies(words: Iterable[str]) -> dict[str, int]:
    return dict(_fetch(SQL.FREQUENCIES, backend().is_one_of, words, []))


def has_unknown(words: Collection[str]) -> bool:
    """Return True if at least one of these words is not in the table of indexed words, `Token`. Such a word may be
    unfinished, contain a typing error, or be an acronym. ``words`` must not repeat a word."""
    return len(frequencies(words)) < len(words)


def _fetch(query, to_sql, values, parameters):
    values = sorted(values)[:MAX_KEYS]
    if not values:
        return []
    keys, first = to_sql(values)
    return fetch_all(query.format(keys=keys), [*first, *parameters])
