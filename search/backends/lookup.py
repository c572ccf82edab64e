"""What both databases are asked in the same words, and as plain rows: a search asks a dozen times."""

from collections.abc import Iterable

from search.backends import backend

MOST_BEARERS = 200
MOST_BEARERS_FILTERED = 2000
"""Of one kind or country among them."""
MOST_VARIANTS = 4000
MOST_KEYS = 400

BEARERS = (
    "SELECT entity_id, kind, country_code, importance, names, context FROM search_entity "
    "WHERE rank_key IN (SELECT DISTINCT rank_key FROM search_name WHERE key {} ORDER BY rank_key LIMIT %s) {} "
    "ORDER BY rank_key LIMIT %s"
)
VARIANTS = (
    "SELECT word, sound, importance FROM search_token "
    "WHERE id IN (SELECT token_id FROM search_variant WHERE key {}) ORDER BY importance DESC, word LIMIT %s"
)
FREQUENCIES = "SELECT word, frequency FROM search_token WHERE word {}"


def bearers(keys: Iterable[int], kind: str = "", country_code: str = "") -> list[tuple]:
    """Rows of the best known entities that bear one of the names, by their keys."""
    wanted = [("kind", kind), ("country_code", country_code)]
    filters = "".join(f" AND {column} = %s" for column, value in wanted if value)
    values = [value for _, value in wanted if value]
    looked_at = MOST_BEARERS_FILTERED if values else MOST_BEARERS
    return _rows(BEARERS, keys, [looked_at, *values, MOST_BEARERS], filters)


def variants(keys: Iterable[int]) -> list[tuple[str, str, int]]:
    """Words that share one of the keys, with their sound and importance."""
    return _rows(VARIANTS, keys, [MOST_VARIANTS])


def frequencies(words: Iterable[str]) -> dict[str, int]:
    """In how many entities each of the words stands; a word that stands in none is left out."""
    return dict(_rows(FREQUENCIES, words, []))


def _rows(statement, values, more, filters=""):
    values = sorted(values)[:MOST_KEYS]
    if not values:
        return []
    condition, parameters = backend().among(values)
    return backend().ask(statement.format(condition, filters), [*parameters, *more])
