from collections import defaultdict
from difflib import SequenceMatcher, get_close_matches
from string import ascii_lowercase, digits

from graph.kinds import HEADS
from graph.models.entities import AFTER_Z
from graph.queries.cached import CachedValues, journal_head
from graph.queries.sql import as_parameters, fetch_all, read_queries
from graph.text.folding import typed_slug

SHORTEST, LONGEST = 3, 60
MOST_SUGGESTIONS, MOST_SIMILAR = 3, 12
MOST_CANDIDATES = 40
MOST_NAMES = 100
LEAST_SIMILARITY = 0.6
# Names of countries are short, so many of them are slightly similar to any text.
LEAST_SIMILARITY_OF_COUNTRIES = 0.75
# Shorter words such as "of" occur in too many slugs.
SHORTEST_WORD = 3
MANY_WORDS = 3
# A typo in these first letters moves the text far from the correct slug in the alphabet, so it is searched for
# separately. With a later typo, the text and the correct slug are near each other.
LETTERS_WITH_TYPO = 5
# A candidate has the same first SHARED_PREFIX letters as the text, and is in the alphabet at most MOST_NEIGHBOURS slugs
# before or after the text.
SHARED_PREFIX, MOST_NEIGHBOURS = 2, 500
ALPHABET = ascii_lowercase + digits + "-"
# Family names of several words begin with one of these. Other texts of several words are not family names.
PARTICLES = set("al da de del della den der di do dos du el la le van von".split())
# NEAR, FAMILY_NAME and COUNTRY are the numbers of the groups of candidates in the SQL. SIMILAR is the index of the
# similar slugs in the groups that `_ranked` passes to `_best_known_first`.
NEAR, FAMILY_NAME, COUNTRY = 1, 2, 3
SIMILAR = 2
SQL = read_queries(__file__, HEADS=", ".join(f"'{office_type}'" for office_type in HEADS))
_cached = CachedValues()


def similar_slugs(slug: str) -> list[str]:
    """Return up to three published slugs that are similar to this one. The order is: countries with this name, people
    with this family name, the most similar slugs, slugs that begin with this one. Return [] if the slug has fewer than
    3 or more than 60 characters.

    If slugs are equally good by these rules, people who have been head of state or government come first, then the
    entities with the most relationships."""
    return _ranked(slug)[:MOST_SUGGESTIONS]


def similar_covered_elections(slug: str) -> list[str]:
    """Return up to three slugs that are similar to this one and belong to elections with results, the best first."""
    ranked = _ranked(slug)
    if not ranked:
        return []
    names, slugs = as_parameters(ranked)
    covered = {found for (found,) in fetch_all(SQL.COVERED.format(slugs=names), slugs)}
    return [found for found in ranked if found in covered][:MOST_SUGGESTIONS]


def _ranked(slug):
    text = typed_slug(slug) if len(slug) <= LONGEST else ""
    if not SHORTEST <= len(text) <= LONGEST:
        return []
    candidates = _candidates(text)
    near = _most_similar(candidates[NEAR], text)
    similar = get_close_matches(text, near, MOST_SIMILAR, LEAST_SIMILARITY)
    beginning = [slug for slug in near if slug.startswith(f"{text}-")]
    tiers = (sorted(candidates[COUNTRY]), candidates[FAMILY_NAME], similar, beginning)
    return _best_known_first(tiers, text)


def similar_countries(text: str) -> list[str]:
    """Return up to three slugs of countries with this name or with this code of three letters, such as "fra". If there
    are none, return those with a similar name or code. Return [] for texts with more than 60 characters."""
    if len(text) > LONGEST:
        return []
    name = typed_slug(text)
    slugs = _cached.get(journal_head(), "countries", _country_slugs_by_name)
    if name in slugs:
        return sorted(set(slugs[name]))[:MOST_SUGGESTIONS]
    similar = get_close_matches(name, sorted(slugs), MOST_NAMES, LEAST_SIMILARITY_OF_COUNTRIES)
    return list(dict.fromkeys(slug for name in similar for slug in slugs[name]))[:MOST_SUGGESTIONS]


def words_with_one_typo(word: str, letters: int | None = None) -> set[str]:
    """Return the word itself, and all words that differ from it by one typo: one letter is added, removed or replaced,
    or two neighbouring letters are swapped. The letters are a to z, digits and the hyphen. If ``letters`` is given,
    only typos at the positions 0 to ``letters`` of the word are included."""
    halves = [(word[:index], word[index:]) for index in range(len(word) + 1)][: letters and letters + 1]
    deleted = {left + right[1:] for left, right in halves if right}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in halves if len(right) > 1}
    replaced = {left + letter + right[1:] for left, right in halves if right for letter in ALPHABET}
    inserted = {left + letter + right for left, right in halves for letter in ALPHABET}
    return deleted | swapped | replaced | inserted


def _country_slugs_by_name():
    slugs = defaultdict(list)
    for name, slug in sorted(fetch_all(SQL.COUNTRY_NAMES, {}), key=lambda row: row[1]):
        slugs[typed_slug(name)].append(slug)
    return slugs


def _candidates(text):
    """Return {group: slugs that may be suggested for the text}. Group 1 has similar slugs, group 2 the slugs of people
    with this family name, and group 3 the slugs of countries with this name. A slug is similar in two cases:

    - It is the text with one typo in its first letters.
    - It is near the text in alphabetical order, and begins like the text or contains words of the text.
    """
    half = (len(text) + 1) // 2
    _, words = as_parameters((f"%{word}%" for word in _words(text)), "word")
    names, typos = as_parameters(sorted(words_with_one_typo(text, min(half, LETTERS_WITH_TYPO))))
    query = SQL.CANDIDATES.format(slugs=names, is_near=_is_near(words))
    prefix = text[:SHARED_PREFIX]
    bounds = {"text": text, "prefix": prefix, "end": prefix + AFTER_Z, "neighbours": MOST_NEIGHBOURS}
    name = text.replace("-", " ")
    likes = {"first_half": f"{text[:half]}%", "ending": f"%-{text}" if _is_family_name(text) else ""}
    found = defaultdict(set)
    for group, slug in fetch_all(query, {**bounds, **words, **typos, **likes, "name": name}):
        found[group].add(slug)
    return found


def _is_family_name(text):
    first, *others = text.split("-")
    return not others or first in PARTICLES


def _is_near(words):
    """Return an SQL condition for the slugs that are near a text. A slug is near in two cases:

    - It begins with the first half of the text.
    - It contains a word of the text. If the text has three words or more, the slug must contain two of them.

    ``words`` has the name of a query parameter for each word of the text, such as "word0"."""
    common_words = " + ".join(f"CASE WHEN near.slug LIKE %({name})s THEN 1 ELSE 0 END" for name in words) or "0"
    needed = 2 if len(words) >= MANY_WORDS else 1
    return f"near.slug LIKE %(first_half)s OR {common_words} >= {needed}"


def _best_known_first(tiers, text):
    """Return the slugs of all groups in one sorted list, each slug once. ``tiers`` are the groups, the best group
    first. ``text`` is the slug for which the other slugs are suggested. The list is sorted by these rules. If two slugs
    are equal by one rule, the next rule decides.

    1. Slugs of a better group come first.
    2. In the group ``tiers[SIMILAR]``, slugs that are more similar to ``text`` come first.
    3. People who have been head of state or government come first.
    4. Entities with more relationships come first.
    """
    tier_of = {slug: number for number, slugs in reversed(list(enumerate(tiers))) for slug in slugs}
    if len(tier_of) < 2:
        return list(tier_of)
    names, slugs = as_parameters(tier_of)
    rows = fetch_all(SQL.FAME.format(slugs=names), slugs)
    fame = {slug: (not leads, -relationships) for slug, leads, relationships in rows}
    ratio = {slug: _similarity(slug, text) if tiers[tier] is tiers[SIMILAR] else 0 for slug, tier in tier_of.items()}
    return sorted(tier_of, key=lambda slug: (tier_of[slug], -ratio[slug], *fame.get(slug, ()), slug))


def _similarity(slug, text):
    return round(SequenceMatcher(None, slug, text).ratio(), 1)


def _words(text):
    return sorted(word for word in set(text.split("-")) if len(word) >= SHORTEST_WORD)


def _most_similar(slugs, text):
    words = _words(text)
    order = {slug: (-sum(word in slug for word in words), abs(len(slug) - len(text)), slug) for slug in slugs}
    return sorted(sorted(slugs, key=order.__getitem__)[:MOST_CANDIDATES])
