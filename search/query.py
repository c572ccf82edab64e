"""Query parsing: a text becomes terms, which name countries, kinds, titles or are plain words. Needs no database."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from unicodedata import name

from search.index_document import country_tag, kind_tag
from search.tokens import tokenise_query
from search.vocabulary import ABBREVIATIONS, KIND_WORDS, QUESTION_WORDS, STOP_WORDS, TITLES

CountryForms = Mapping[tuple[str, ...], frozenset[str]]
"""From words that name a country, its people or its code to the country codes that they may mean."""
MAX_FORM_WORDS = 7
GREEK_BLOCK = 0x0370
"""The code points below this one are Latin letters and signs."""
SHORT_WORD, MIN_PREFIX = 2, 4
WEIGHT, TITLE_WEIGHT, STOP_WORD_WEIGHT, KIND_WEIGHT, SHORT_WEIGHT = 1.0, 0.25, 0.12, 0.5, 0.6


@dataclass(frozen=True)
class Term:
    """One thing that the query asks for: a word, or the words of a country.

    ``alternatives`` are pairs (other word, distance): spelling corrections, synonyms or phonetic matches.
    ``is_phonetic`` says that only whole words match the term, because the beginning of a sound means nothing.
    """

    words: tuple[str, ...]
    countries: frozenset[str] = frozenset()
    alternatives: tuple[tuple[str, float], ...] = ()
    is_phonetic: bool = False
    word_scores: dict[str, float] = field(default_factory=dict, init=False, compare=False, repr=False)
    """A cache of the scores of words of names: many names have the same words."""

    @cached_property
    def distances(self) -> Mapping[str, float]:
        """The distance of each alternative."""
        return dict(self.alternatives)

    @cached_property
    def word(self) -> str:
        """The first word, which is the only one unless the term is a country."""
        return self.words[0]

    @cached_property
    def kind(self) -> str:
        """The kind of entity that the word names; empty if it names none."""
        return "" if self.countries else KIND_WORDS.get(self.word, "")

    @cached_property
    def is_title(self) -> bool:
        """Whether the word is a title before a name or names a kind."""
        return not self.countries and (self.word in TITLES or self.word in KIND_WORDS)

    @cached_property
    def weight(self) -> float:
        """The share of the term in the score of a name, relative to those of the other terms."""
        if self.countries:
            return WEIGHT
        for words, weight in ((STOP_WORDS, STOP_WORD_WEIGHT), (KIND_WORDS, KIND_WEIGHT), (TITLES, TITLE_WEIGHT)):
            if self.word in words:
                return weight
        return SHORT_WEIGHT if len(self.word) <= SHORT_WORD else WEIGHT


@dataclass(frozen=True)
class ParsedQuery:
    """A query: ``tokens`` are all words as typed, ``terms`` are what to look for.

    ``is_foreign`` says that it was typed in another script than the Latin one. ``rarity`` has a factor from 0 to 1 for
    each term, where the frequency of its word was looked up.
    """

    tokens: tuple[str, ...]
    terms: tuple[Term, ...]
    is_foreign: bool = False
    rarity: Mapping[Term, float] = field(default_factory=dict)

    def weight(self, term: Term) -> float:
        """Return the weight of a term; a rare word weighs more than a common one if the rarity is known."""
        return term.weight * self.rarity.get(term, 1.0) if self.rarity else term.weight

    @cached_property
    def sorted_words(self) -> tuple[list[str], ...]:
        """The tokens in alphabetical order, and the words of all terms in alphabetical order."""
        return sorted(self.tokens), sorted(self.words)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of all terms."""
        return tuple(word for term in self.terms for word in term.words)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds that the query names."""
        return frozenset(term.kind for term in self.terms if term.kind)

    @cached_property
    def countries(self) -> frozenset[str]:
        """The codes of the countries that the query names."""
        return frozenset(code for term in self.terms for code in term.countries)

    def with_terms(self, terms: Iterable[Term]) -> "ParsedQuery":
        """Return the same query with other terms."""
        return replace(self, terms=tuple(terms))


@dataclass(frozen=True, slots=True)
class IndexTerm:
    """A word to find in the index, or the beginning of one."""

    word: str
    is_prefix: bool = True


Clause = list[list[IndexTerm]]
"""Alternatives, one of which a candidate must have; an alternative is a list of words that must all be there."""


def parse(text: str, forms: CountryForms, *, is_phonetic: bool = False) -> ParsedQuery:
    """Parse a text; the query has no terms if there is nothing to search for.

    ``is_phonetic`` says that the words are transliterated sounds, none of which is a stop word.
    """
    tokens = tuple(word for token in tokenise_query(text) for word in ABBREVIATIONS.get(token, (token,)))
    ignored = frozenset() if is_phonetic else STOP_WORDS | QUESTION_WORDS
    # A query of stop words alone, such as "The Who", keeps them.
    words = [token for token in tokens if token not in ignored] or list(tokens)
    return ParsedQuery(tokens, tuple(_terms(words, forms)), is_phonetic or is_foreign(text))


def is_foreign(text: str) -> bool:
    """Return whether the text has a letter of another script than the Latin one."""
    return any(ord(char) >= GREEK_BLOCK and char.isalpha() and "LATIN" not in name(char, "") for char in text)


def _terms(words, forms):
    """The longest run of words that names a country is one term; every other word is one."""
    start = 0
    while start < len(words):
        lengths = range(min(MAX_FORM_WORDS, len(words) - start), 0, -1)
        length = next((length for length in lengths if tuple(words[start : start + length]) in forms), 1)
        term = tuple(words[start : start + length])
        yield Term(term, forms.get(term, frozenset()))
        start += length


def clauses(query: ParsedQuery, *, is_wide: bool = False) -> list[Clause]:
    """Return what the index must have for each term. One-letter words only count if there is nothing else.

    The last word may be unfinished; in a wide search every word may be.
    """
    longer = [term for term in query.terms if len(term.word) > 1 or term.countries]
    last = query.terms[-1]
    return [_clause(term, term is last, is_wide, query.is_foreign) for term in longer or query.terms]


def _clause(term, is_last, is_wide, is_foreign):
    if term.countries:
        tags = [[IndexTerm(country_tag(code), is_prefix=False)] for code in sorted(term.countries)]
        return [[IndexTerm(word, is_prefix=is_last or is_wide) for word in term.words], *tags]
    spellings = [term.word]
    if len(term.word) > 3 and term.word.endswith("s"):
        spellings.append(term.word[:-1])
    # A word for a kind is never a prefix, because more names have it than any other word.
    is_prefix = (is_last or is_wide) and not term.kind
    clause = [[IndexTerm(word, is_prefix)] for word in spellings]
    # Short alternatives are never prefixes: most of the index would match them.
    is_unfinished = is_last and not is_foreign
    clause += [
        [IndexTerm(word, is_prefix=is_unfinished and len(word) >= MIN_PREFIX)]
        for word in term.distances
        if word != term.word
    ]
    return clause + ([[IndexTerm(kind_tag(term.kind), is_prefix=False)]] if term.kind else [])
