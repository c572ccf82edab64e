"""Suggest published slugs that are similar to an unknown slug, with the same result on both databases."""

from collections import defaultdict
from difflib import get_close_matches
from string import ascii_lowercase, digits

from django.db.models import Case, Value, When
from django.db.models.functions import Abs, Length

from graph.kinds import Kind
from graph.models import Entity
from graph.models.entities import AFTER_Z
from graph.text.folding import fold

SHORTEST, LONGEST = 3, 60
MOST_SUGGESTIONS = 3
MOST_CANDIDATES = 100
LEAST_SIMILARITY = 0.6
# Names of countries are short, so that many of them are a little similar to any text.
LEAST_SIMILARITY_OF_COUNTRIES = 0.75
ALPHA_3 = "iso3166-1-alpha-3"
# Shorter words such as "of" occur in too many slugs.
SHORTEST_WORD = 3
# Candidates share so many first letters with the text; the query reads their range of the index alone.
SHARED_PREFIX = 2
ALPHABET = ascii_lowercase + digits + "-"


def similar_slugs(slug: str) -> list[str]:
    """Return up to three published slugs that are similar to ``slug``, the most similar first.

    Return an empty list if no slug is similar, or if ``slug`` has fewer than 3 or more than 60 characters.
    """
    if len(slug) > LONGEST:
        return []
    text = _hyphenated(slug)
    if not SHORTEST <= len(text) <= LONGEST:
        return []
    published = Entity.objects.published().order_by("slug")
    # A typo in the first letters is found by the first query, any other difference by the second.
    candidates = {*_slugs_with_one_typo(published, text), *_slugs_with_same_words(published, text)}
    return get_close_matches(text, sorted(candidates), MOST_SUGGESTIONS, LEAST_SIMILARITY)


def similar_countries(text: str) -> list[str]:
    """Return up to three slugs of countries with this name or code, or if there are none, a similar name."""
    if len(text) > LONGEST:
        return []
    name = _hyphenated(text)
    slugs = _country_slugs_by_name()
    if name in slugs:
        return sorted(set(slugs[name]))[:MOST_SUGGESTIONS]
    similar = get_close_matches(name, sorted(slugs), MOST_CANDIDATES, LEAST_SIMILARITY_OF_COUNTRIES)
    return list(dict.fromkeys(slug for name in similar for slug in slugs[name]))[:MOST_SUGGESTIONS]


def words_with_one_typo(word: str) -> set[str]:
    """Return ``word`` and its variants: one letter added, removed or replaced, or two adjacent ones swapped."""
    halves = [(word[:index], word[index:]) for index in range(len(word) + 1)]
    deleted = {left + right[1:] for left, right in halves if right}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in halves if len(right) > 1}
    replaced = {left + letter + right[1:] for left, right in halves if right for letter in ALPHABET}
    inserted = {left + letter + right for left, right in halves for letter in ALPHABET}
    return deleted | swapped | replaced | inserted


def _hyphenated(text):
    # This calls the function behind the cache of `fold`: text from requests would push the names out of it.
    return fold.__wrapped__(text).replace(" ", "-")


def _country_slugs_by_name():
    """Return lists of country slugs by name: slugs, other names and three-letter codes in the form of slugs."""
    countries = Entity.objects.published().of_kind(Kind.COUNTRY).order_by("slug")
    named = list(countries.values_list("slug", "slug"))
    named += countries.values_list("other_names__name", "slug")
    named += countries.filter(identifiers__scheme=ALPHA_3).values_list("identifiers__value", "slug")
    slugs = defaultdict(list)
    for name, slug in named:
        if name:
            slugs[fold(name).replace(" ", "-")].append(slug)
    return slugs


def _slugs_with_one_typo(entities, text):
    return entities.filter(slug__in=words_with_one_typo(text)).values_list("slug", flat=True)[:MOST_CANDIDATES]


def _slugs_with_same_words(entities, text):
    """Return slugs with the same first two letters and a common part between hyphens, the most similar first."""
    words = {word for word in text.split("-") if len(word) >= SHORTEST_WORD} or {text}
    prefix = text[:SHARED_PREFIX]
    common_words = sum(Case(When(slug__contains=word, then=1), default=0) for word in sorted(words))
    return (
        entities.filter(slug__gte=prefix, slug__lt=prefix + AFTER_Z)
        .annotate(common_words=common_words, difference=Abs(Length("slug") - Value(len(text))))
        .filter(common_words__gt=0)
        .order_by("-common_words", "difference", "slug")
        .values_list("slug", flat=True)[:MOST_CANDIDATES]
    )
