"""Near slugs for one that nobody has: two bounded queries, the same answer on both databases."""

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
LEAST_LIKENESS = 0.6
LEAST_LIKENESS_OF_COUNTRIES = 0.75
ALPHA_3 = "iso3166-1-alpha-3"
MOST_CANDIDATES = 100
SHORTEST_TELLING_WORD = 3
LETTERS_TAKEN_AS_RIGHT = 2
ALPHABET = ascii_lowercase + digits + "-"


def near_slugs(slug: str) -> list[str]:
    """Up to three published slugs, the nearest first; none for a text that no slip of the pen makes a slug."""
    if len(slug) > LONGEST:
        return []
    # Past the cache of `fold`: what strangers type would fill it.
    asked = fold.__wrapped__(slug).replace(" ", "-")
    if not SHORTEST <= len(asked) <= LONGEST:
        return []
    published = Entity.objects.published().order_by("slug")
    candidates = {*_one_slip_away(published, asked), *_sharing_a_word(published, asked)}
    return get_close_matches(asked, sorted(candidates), MOST_SUGGESTIONS, LEAST_LIKENESS)


def near_countries(asked: str) -> list[str]:
    """Up to three slugs of countries that go by the name or code asked for; where none does, nearly so."""
    if len(asked) > LONGEST:
        return []
    wanted = fold.__wrapped__(asked).replace(" ", "-")
    slugs = _countries_by_name()
    if wanted in slugs:
        return sorted(set(slugs[wanted]))[:MOST_SUGGESTIONS]
    near = get_close_matches(wanted, sorted(slugs), MOST_CANDIDATES, LEAST_LIKENESS_OF_COUNTRIES)
    return list(dict.fromkeys(slug for name in near for slug in slugs[name]))[:MOST_SUGGESTIONS]


def _countries_by_name():
    """Every name, other name and code of a country, hyphenated, with the slugs of those that bear it."""
    countries = Entity.objects.published().of_kind(Kind.COUNTRY).order_by("slug")
    named = list(countries.values_list("slug", "slug"))
    named += countries.values_list("other_names__name", "slug")
    named += countries.filter(identifiers__scheme=ALPHA_3).values_list("identifiers__value", "slug")
    slugs = defaultdict(list)
    for name, slug in named:
        if name:
            slugs[fold(name).replace(" ", "-")].append(slug)
    return slugs


def one_slip(word: str) -> set[str]:
    """The word itself and every word with one letter more, less, another, or two neighbours swapped."""
    halves = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    less = {left + right[1:] for left, right in halves if right}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in halves if len(right) > 1}
    others = {left + letter + right[1:] for left, right in halves if right for letter in ALPHABET}
    more = {left + letter + right for left, right in halves for letter in ALPHABET}
    return less | swapped | others | more


def _one_slip_away(entities, asked):
    return entities.filter(slug__in=one_slip(asked)).values_list("slug", flat=True)[:MOST_CANDIDATES]


def _sharing_a_word(entities, asked):
    """Slugs that begin alike and hold words of it whole: those of the most words first, then of nearly its length."""
    words = {word for word in asked.split("-") if len(word) >= SHORTEST_TELLING_WORD} or {asked}
    beginning = asked[:LETTERS_TAKEN_AS_RIGHT]
    held = sum(Case(When(slug__contains=word, then=1), default=0) for word in sorted(words))
    alike = entities.filter(slug__gte=beginning, slug__lt=beginning + AFTER_Z)
    return (
        alike.annotate(held=held, apart=Abs(Length("slug") - Value(len(asked))))
        .filter(held__gt=0)
        .order_by("-held", "apart", "slug")
        .values_list("slug", flat=True)[:MOST_CANDIDATES]
    )
