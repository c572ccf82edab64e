"""Parse queries into terms: countries, kinds of entity, titles and other words. No database is needed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from unicodedata import name

from search.index_document import country_tag, kind_tag
from search.tokens import tokenise_query
from search.vocabulary import ABBREVIATIONS, KIND_WORDS, QUESTION_WORDS, STOP_WORDS, TITLES

CountryForms = Mapping[tuple[str, ...], frozenset[str]]
"""Maps the words of a country's name, demonym or code to the codes of all countries that they may mean."""
MAX_FORM_WORDS = 7
GREEK_BLOCK = 0x0370
"""All letters with lower code points than this one are Latin."""
SHORT_WORD, MIN_PREFIX = 2, 4
WEIGHT, TITLE_WEIGHT, STOP_WORD_WEIGHT, KIND_WEIGHT, SHORT_WEIGHT = 1.0, 0.25, 0.12, 0.5, 0.6


@dataclass(frozen=True)
class Term:
    """One thing to search for: a single word, or the words that name a country, with the codes of that country.

    ``alternatives`` are pairs (other word, distance): spelling corrections, synonyms or phonetic matches.
    If ``is_phonetic`` is True, the term matches whole words of names only, not the beginning of a word.
    """

    words: tuple[str, ...]
    countries: frozenset[str] = frozenset()
    alternatives: tuple[tuple[str, float], ...] = ()
    is_phonetic: bool = False
    word_scores: dict[str, float] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Caches how well each word of a name matches this term, because many names have the same words."""

    @cached_property
    def distances(self) -> Mapping[str, float]:
        """Return a mapping from each alternative word to its distance from this term."""
        return dict(self.alternatives)

    @cached_property
    def word(self) -> str:
        """Return the first word of the term. Only a term that names a country may have more words."""
        return self.words[0]

    @cached_property
    def kind(self) -> str:
        """Return the kind of entity that the term names, such as "party"; empty if it names a country or no kind."""
        return "" if self.countries else KIND_WORDS.get(self.word, "")

    @cached_property
    def is_title(self) -> bool:
        """Return whether the term is a title (``minister``) or a kind (``party``), and not the name of a country."""
        return not self.countries and (self.word in TITLES or self.word in KIND_WORDS)

    @cached_property
    def weight(self) -> float:
        """Return how much the term counts in the score of a name: 1 for most words, less for stop words and titles."""
        if self.countries:
            return WEIGHT
        for words, weight in ((STOP_WORDS, STOP_WORD_WEIGHT), (KIND_WORDS, KIND_WEIGHT), (TITLES, TITLE_WEIGHT)):
            if self.word in words:
                return weight
        return SHORT_WEIGHT if len(self.word) <= SHORT_WORD else WEIGHT


@dataclass(frozen=True)
class ParsedQuery:
    """A query: ``tokens`` are all its normalised words, ``terms`` are what to search for.

    ``is_foreign`` is True if it was typed in a script other than Latin. ``rarity`` maps each term to a factor up to 1,
    which is higher for rare words; it is empty if the frequencies of the words were not read.
    """

    tokens: tuple[str, ...]
    terms: tuple[Term, ...]
    is_foreign: bool = False
    rarity: Mapping[Term, float] = field(default_factory=dict)

    def weight(self, term: Term) -> float:
        """Return how much a term counts in a score, multiplied by its factor in ``rarity`` if it has one there."""
        return term.weight * self.rarity.get(term, 1.0) if self.rarity else term.weight

    @cached_property
    def sorted_words(self) -> tuple[list[str], ...]:
        """Return the tokens in alphabetical order, and the words of all terms in alphabetical order."""
        return sorted(self.tokens), sorted(self.words)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Return the words of all terms, in the order of the terms."""
        return tuple(word for term in self.terms for word in term.words)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Return the kinds of entity that the terms name, such as "party"."""
        return frozenset(term.kind for term in self.terms if term.kind)

    @cached_property
    def countries(self) -> frozenset[str]:
        """Return the codes of the countries that the terms name."""
        return frozenset(code for term in self.terms for code in term.countries)

    def with_terms(self, terms: Iterable[Term]) -> "ParsedQuery":
        """Return a copy of the query with these terms instead of its own."""
        return replace(self, terms=tuple(terms))


@dataclass(frozen=True, slots=True)
class IndexTerm:
    """A word to find in the index. If ``is_prefix`` is True, every word that begins with it is found too."""

    word: str
    is_prefix: bool = True


Clause = list[list[IndexTerm]]
"""A list of alternatives: an entity matches if it has all words of at least one of the alternatives."""


def parse(text: str, forms: CountryForms, *, is_phonetic: bool = False) -> ParsedQuery:
    """Parse a text that somebody typed. The query has no terms if the text has no letters or digits.

    ``is_phonetic`` says that the text is transliterated; words in it that look like stop words are then not left out.
    """
    tokens = tuple(word for token in tokenise_query(text) for word in ABBREVIATIONS.get(token, (token,)))
    ignored = frozenset() if is_phonetic else STOP_WORDS | QUESTION_WORDS
    # A query of stop words alone, such as "The Who", keeps them.
    words = [token for token in tokens if token not in ignored] or list(tokens)
    return ParsedQuery(tokens, tuple(_terms(words, forms)), is_phonetic or is_foreign(text))


def is_foreign(text: str) -> bool:
    """Return whether the text has at least one letter that is not Latin."""
    return any(ord(char) >= GREEK_BLOCK and char.isalpha() and "LATIN" not in name(char, "") for char in text)


def _terms(words, forms):
    """Yield a term for each longest sequence of words that names a country, and a term for every other word."""
    start = 0
    while start < len(words):
        lengths = range(min(MAX_FORM_WORDS, len(words) - start), 0, -1)
        length = next((length for length in lengths if tuple(words[start : start + length]) in forms), 1)
        term = tuple(words[start : start + length])
        yield Term(term, forms.get(term, frozenset()))
        start += length


def clauses(query: ParsedQuery, *, is_wide: bool = False) -> list[Clause]:
    """Return a clause for each term; an entity must match all clauses. The query must have at least one term.

    Words of one letter are left out if there are longer words or countries. The last word is searched as a prefix,
    because its typing may be unfinished; if ``is_wide`` is True, other words are searched as prefixes too.
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
