"""What both databases are asked in the same words, and as plain rows: a search asks a dozen times."""

from collections.abc import Iterable

from django.db import connection

COLUMNS = ("entity_id", "kind", "country_code", "importance", "names", "context")
"""A candidate's row."""
TIERS = (8_000, 40_000, 200_000)
"""How many entities, the best known first, stand in the first tiers; all others in the last.

What fewer than 150 of a tier answer, few of the next do: no tier is much work, however large the graph.
"""
MOST_CANDIDATES = 150
MOST_BEARERS = 200
MOST_VARIANTS = 4000
MOST_KEYS = 400

TABLES = {
    "search_entity": (
        "rank_key",
        "entity_id",
        "kind",
        "country_code",
        "importance",
        "names",
        "context",
        "body",
        "tier",
    ),
    "search_name": ("key", "entity_id"),
    "search_token": ("word", "sound", "frequency", "importance"),
    "search_variant": ("key", "token_id"),
}
"""The columns of the tables that are written as plain rows, in the order of a row."""

BEARERS = (
    "SELECT entity_id, kind, country_code, importance, names, context FROM search_entity "
    "WHERE entity_id IN (SELECT entity_id FROM search_name WHERE key IN ({})) {} ORDER BY rank_key LIMIT %s"
)
VARIANTS = (
    "SELECT word, sound, importance FROM search_token "
    "WHERE id IN (SELECT token_id FROM search_variant WHERE key IN ({})) LIMIT %s"
)
FREQUENCIES = "SELECT word, frequency FROM search_token WHERE word IN ({})"


def bearers(keys: Iterable[int], kind: str = "", country_code: str = "") -> list[tuple]:
    """Rows of the best known entities that bear one of the names, by their keys."""
    wanted = [("kind", kind), ("country_code", country_code)]
    filters = "".join(f" AND {column} = %s" for column, value in wanted if value)
    values = [value for _, value in wanted if value]
    return _rows(BEARERS, keys, [*values, MOST_BEARERS], filters)


def variants(keys: Iterable[int]) -> list[tuple[str, str, int]]:
    """Words that share one of the keys, with their sound and importance."""
    return _rows(VARIANTS, keys, [MOST_VARIANTS])


def frequencies(words: Iterable[str]) -> dict[str, int]:
    """In how many entities each of the words stands; a word that stands in none is left out."""
    return dict(_rows(FREQUENCIES, words, []))


def _rows(statement, values, more, filters=""):
    values = list(values)[:MOST_KEYS]
    if not values:
        return []
    with connection.cursor() as cursor:
        cursor.execute(statement.format(", ".join(["%s"] * len(values)), filters), [*values, *more])
        return cursor.fetchall()
