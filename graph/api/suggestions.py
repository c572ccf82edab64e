from collections import defaultdict
from difflib import SequenceMatcher, get_close_matches
from string import ascii_lowercase, digits

from graph.models.entities import AFTER_Z
from graph.queries.cached import CachedValues, journal_head
from graph.queries.sql import fetch_all, read_queries
from graph.text.folding import fold

SHORTEST, LONGEST = 3, 60
MOST_SUGGESTIONS, MOST_SIMILAR = 3, 12
MOST_CANDIDATES = 40
MOST_NAMES = 100
LEAST_SIMILARITY = 0.6
# Names of countries are short, so that many of them are a little similar to any text.
LEAST_SIMILARITY_OF_COUNTRIES = 0.75
# Shorter words such as "of" occur in too many slugs.
SHORTEST_WORD = 3
MANY_WORDS = 3
# A typo after so many letters leaves the slug near the text in the alphabet.
LETTERS_WITH_TYPO = 5
# Candidates share so many first letters with the text, and are at most so many slugs before or after it.
SHARED_PREFIX, MOST_NEIGHBOURS = 2, 500
ALPHABET = ascii_lowercase + digits + "-"
SQL = read_queries(__file__)
_cached = CachedValues()


def similar_slugs(slug: str) -> list[str]:
    """Return up to three published slugs that are similar to this one, the most similar first. If slugs are about
    equally similar, the entity with the most relationships comes first."""
    if len(slug) > LONGEST:
        return []
    text = _hyphenated(slug)
    if not SHORTEST <= len(text) <= LONGEST:
        return []
    candidates = _most_similar(_candidates(text), text)
    similar = get_close_matches(text, candidates, MOST_SIMILAR, LEAST_SIMILARITY)
    return _best_known_first(similar, text)[:MOST_SUGGESTIONS]


def similar_countries(text: str) -> list[str]:
    """Return up to three slugs of countries with this name or code or, if there are none, with a similar name."""
    if len(text) > LONGEST:
        return []
    name = _hyphenated(text)
    slugs = _cached.get(journal_head(), "countries", _country_slugs_by_name)
    if name in slugs:
        return sorted(set(slugs[name]))[:MOST_SUGGESTIONS]
    similar = get_close_matches(name, sorted(slugs), MOST_NAMES, LEAST_SIMILARITY_OF_COUNTRIES)
    return list(dict.fromkeys(slug for name in similar for slug in slugs[name]))[:MOST_SUGGESTIONS]


def words_with_one_typo(word: str, letters: int | None = None) -> set[str]:
    """Return all words that differ from this word by one typo: a letter is added, removed or replaced, or two are
    swapped. If ``letters`` is given, the typo is within that number of letters at the beginning."""
    halves = [(word[:index], word[index:]) for index in range(len(word) + 1)][: letters and letters + 1]
    deleted = {left + right[1:] for left, right in halves if right}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in halves if len(right) > 1}
    replaced = {left + letter + right[1:] for left, right in halves if right for letter in ALPHABET}
    inserted = {left + letter + right for left, right in halves for letter in ALPHABET}
    return deleted | swapped | replaced | inserted


def _hyphenated(text):
    # This calls the function behind the cache of `fold`: text from requests would push the names out of it.
    return fold.__wrapped__(text).replace(" ", "-")


def _country_slugs_by_name():
    slugs = defaultdict(list)
    for name, slug in sorted(fetch_all(SQL.COUNTRY_NAMES, {}), key=lambda row: row[1]):
        slugs[_hyphenated(name)].append(slug)
    return slugs


def _candidates(text):
    """Return slugs that may be similar: near the text in the alphabet, or with a typo in the first letters."""
    half = (len(text) + 1) // 2
    words = {f"word{number}": f"%{word}%" for number, word in enumerate(_words(text))}
    variants = words_with_one_typo(text, min(half, LETTERS_WITH_TYPO))
    typos = {f"variant{number}": variant for number, variant in enumerate(sorted(variants))}
    with_typo = SQL.WITH_TYPO.format(slugs=_names(typos))
    near = SQL.NEIGHBOURS.format(is_near=_is_near(words))
    prefix = text[:SHARED_PREFIX]
    bounds = {"text": text, "prefix": prefix, "end": prefix + AFTER_Z, "neighbours": MOST_NEIGHBOURS}
    parameters = {**bounds, **words, **typos, "first_half": f"{text[:half]}%"}
    return {slug for (slug,) in fetch_all(f"{with_typo} UNION ALL {near}", parameters)}


def _is_near(words):
    """Return an SQL condition for slugs that begin with the first half of the text, or contain words of it. ``words``
    are the names of the query parameters with these words. If there are many words, a slug must contain two of them."""
    common_words = " + ".join(f"CASE WHEN near.slug LIKE %({name})s THEN 1 ELSE 0 END" for name in words) or "0"
    needed = 2 if len(words) >= MANY_WORDS else 1
    return f"near.slug LIKE %(first_half)s OR {common_words} >= {needed}"


def _best_known_first(slugs, text):
    if len(slugs) < 2:
        return slugs
    parameters = {f"slug{number}": slug for number, slug in enumerate(slugs)}
    relationships = dict(fetch_all(SQL.RELATIONSHIPS.format(slugs=_names(parameters)), parameters))
    similarity = {slug: round(SequenceMatcher(None, slug, text).ratio(), 1) for slug in slugs}
    return sorted(slugs, key=lambda slug: (-similarity[slug], -relationships.get(slug, 0)))


def _names(parameters):
    return ", ".join(f"%({name})s" for name in parameters)


def _words(text):
    return sorted(word for word in set(text.split("-")) if len(word) >= SHORTEST_WORD)


def _most_similar(slugs, text):
    words = _words(text)
    order = {slug: (-sum(word in slug for word in words), abs(len(slug) - len(text)), slug) for slug in slugs}
    return sorted(sorted(slugs, key=order.__getitem__)[:MOST_CANDIDATES])
