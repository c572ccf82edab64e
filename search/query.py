import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from unicodedata import name

from search.index_document import context_tag, country_tag, kind_tag
from search.tokens import tokenise_query
from search.vocabulary import ABBREVIATIONS, KIND_WORDS, QUESTION_WORDS, STOP_WORDS, TITLES

CountryForms = Mapping[tuple[str, ...], frozenset[str]]
"""Maps names, demonyms and codes of countries, as tuples of words, to the codes of all countries that they may mean."""
MAX_FORM_WORDS = 7
YEAR = re.compile(r"(1[89]|20)\d\d")
GREEK_BLOCK = 0x0370
"""The code point at which Greek letters begin in Unicode. All letters below it are Latin."""
SHORT_WORD, MIN_PREFIX, LONGEST_ACRONYM = 2, 4, 5
WEIGHT, SHORT_WEIGHT = 1.0, 0.6
WORD_WEIGHTS = {**dict.fromkeys(TITLES, 0.25), **dict.fromkeys(KIND_WORDS, 0.5), **dict.fromkeys(STOP_WORDS, 0.12)}


@dataclass(frozen=True)
class Term:
    """One thing to search for: a word, or the words of a country's name.

    - ``alternatives`` are similar words that the user may mean, as pairs (word, distance). A low distance means a
      likely word.
    - ``other_forms`` are other words for the same country, such as ``swedish`` for ``sweden``.
    - By default, a term also finds longer words that begin with the term. The term must have at least the fraction
      ``min_share`` of the letters of the longer word: with 0.5, ``zele`` does not find ``zelenskyy``.
    - A term that ``is_phonetic`` finds only whole words."""

    words: tuple[str, ...]
    countries: frozenset[str] = frozenset()
    alternatives: tuple[tuple[str, float], ...] = ()
    is_phonetic: bool = False
    min_share: float = 0.0
    other_forms: frozenset[str] = field(default=frozenset(), compare=False)

    @cached_property
    def distances(self) -> Mapping[str, float]:
        return dict(self.alternatives)

    @cached_property
    def shortest(self) -> int:
        return min(map(len, self.distances), default=0)

    @cached_property
    def word(self) -> str:
        return self.words[0]

    @cached_property
    def kind(self) -> str:
        return "" if self.countries else KIND_WORDS.get(self.word, "")

    @cached_property
    def is_title(self) -> bool:
        """Return True if the term is a person's title, such as ``minister``, or a word for a kind of entity, such as
        ``party``. The name of a country is never a title, even if it begins with such a word."""
        return not self.countries and (self.word in TITLES or self.word in KIND_WORDS)

    @cached_property
    def weight(self) -> float:
        """Return how much the term counts in the score of a name: 1 for countries and most words, less for short words,
        stop words, titles, and words for a kind such as ``party``."""
        if self.countries:
            return WEIGHT
        return WORD_WEIGHTS.get(self.word, SHORT_WEIGHT if len(self.word) <= SHORT_WORD else WEIGHT)


@dataclass(frozen=True)
class ParsedQuery:
    """A query. ``tokens`` are all its words in normalised form, and ``terms`` are what to search for. ``is_foreign`` is
    True if a letter is not Latin. ``rarity`` maps each term to a factor from 0 to 1, low for a common word. ``rarity``
    is empty if the factors have not been computed."""

    tokens: tuple[str, ...]
    terms: tuple[Term, ...]
    is_foreign: bool = False
    rarity: Mapping[Term, float] = field(default_factory=dict)
    word_scores: dict[str, tuple[float, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)
    """A cache of scores. It maps a word in the name of an entity to a tuple with a score for each term of the query, or
    to () if the word matches no term. Many names have the same words."""
    ranked: set[int] = field(default_factory=set, init=False, compare=False, repr=False)
    """The primary keys of the entities that already have a score for this query. If the search finds such an entity
    again, it skips the entity."""

    @cached_property
    def weights(self) -> tuple[float, ...]:
        return tuple(term.weight * self.rarity.get(term, 1.0) if self.rarity else term.weight for term in self.terms)

    @cached_property
    def total_weight(self) -> float:
        return sum(self.weights)

    @cached_property
    def joined(self) -> str:
        return "".join(self.tokens)

    @cached_property
    def sorted_words(self) -> tuple[list[str], ...]:
        return sorted(self.tokens), sorted(self.words)

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(word for term in self.terms for word in term.words)

    @cached_property
    def kinds(self) -> frozenset[str]:
        return frozenset(term.kind for term in self.terms if term.kind)

    @cached_property
    def name_words(self) -> frozenset[str]:
        return frozenset(word for term in self.terms if not term.countries for word in term.words)

    @cached_property
    def surnames(self) -> frozenset[tuple[str, str]]:
        """Return the pairs (stop word, next word) in the query, such as ("le", "pen"). They may be surnames. Return an
        empty set for a query in another script than Latin."""
        pairs = () if self.is_foreign else pairwise(self.tokens)
        return frozenset(pair for pair in pairs if pair[0] in STOP_WORDS and pair[1] in self.untitled)

    @cached_property
    def untitled(self) -> frozenset[str]:
        """Return the words of the query that may be in the name of a politician: all except countries, titles such as
        "minister", words for a kind such as "party", and stop words."""
        return frozenset(term.word for term in self.terms if not (term.countries or term.is_title)) - STOP_WORDS

    @cached_property
    def is_person(self) -> bool:
        """Return True if the query has the title of a person, such as "Queen". Such a query means a politician, even if
        its other words match a party."""
        return any(term.word in TITLES and not term.kind for term in self.terms)

    @cached_property
    def is_guess(self) -> bool:
        """Return True if some term of the query has alternatives, for example corrections of typing errors."""
        return any(term.alternatives for term in self.terms)

    @cached_property
    def countries(self) -> frozenset[str]:
        return frozenset(code for term in self.terms for code in term.countries)

    def with_terms(self, terms: Iterable[Term]) -> "ParsedQuery":
        return replace(self, terms=tuple(terms))


@dataclass(frozen=True, slots=True)
class IndexTerm:
    """A word to find in the search index. If ``is_prefix`` is True, it also finds all words that begin with it."""

    word: str
    is_prefix: bool = True


Clause = list[list[IndexTerm]]
"""A search condition, as a list of alternatives. Each alternative is a list of words. An entity matches the condition
if it has all words of at least one alternative."""


def parse(text: str, forms: CountryForms, *, is_phonetic: bool = False) -> ParsedQuery:
    """Parse a text that a user typed. A text without letters or digits gives no terms.

    - Only the first eight words count. Stop words and question words become terms only if there are no other words.
    - ``forms`` maps names of countries, as tuples of words, to country codes.
    - ``is_phonetic`` is True for a text in another script, which is searched by the sound of its words. Then stop words
      become terms, too, because a name may look like "the" in Latin letters."""
    tokens = tuple(word for token in tokenise_query(text) for word in ABBREVIATIONS.get(token, (token,)))
    ignored = frozenset() if is_phonetic else STOP_WORDS | QUESTION_WORDS
    # If a query has only stop words, as "The Who" has, search for all its words.
    words = [token for token in tokens if token not in ignored] or list(tokens)
    # Repeated terms are removed: they take time, and find nothing new.
    return ParsedQuery(tokens, tuple(dict.fromkeys(_terms(words, forms))), is_phonetic or is_foreign(text))


def is_acronym(text: str) -> bool:
    """Return True if the text is one to five capital letters from A to Z. An acronym is searched for as a whole word
    only."""
    return text.isupper() and text.isascii() and text.isalpha() and len(text) <= LONGEST_ACRONYM


def is_foreign(text: str) -> bool:
    return any(ord(char) >= GREEK_BLOCK and char.isalpha() and "LATIN" not in name(char, "") for char in text)


def _terms(words, forms):
    """Yield the `Term` objects of a query in order. The words of a country's name are one term. Each other word is a
    term. ``forms`` maps the names of countries, as tuples of words, to country codes."""
    start = 0
    while start < len(words):
        lengths = range(min(MAX_FORM_WORDS, len(words) - start), 0, -1)
        length = next((length for length in lengths if tuple(words[start : start + length]) in forms), 1)
        term = tuple(words[start : start + length])
        codes = forms.get(term, frozenset())
        yield Term(term, codes, other_forms=_other_forms(codes, forms))
        start += length


def _other_forms(codes, forms):
    """Return all names of one word that the countries ``codes`` have: ``sweden`` and ``swedish`` for Sweden. ``forms``
    maps all names, as tuples of words, to country codes. If ``codes`` is empty, return an empty set."""
    return frozenset(form[0] for form, named in forms.items() if codes & named and len(form) == 1) if codes else codes


def clauses(query: ParsedQuery, *, is_wide: bool = False, has_context: bool = True) -> list[Clause]:
    """Return one search condition (`Clause`) for each term of the query. An entity must match all conditions. The query
    must have at least one term. Words of one letter are left out if there are longer words.

    - The last word also finds longer words that begin with it. With ``is_wide``, each word does so. A word for a kind,
      such as "party", never does.
    - With ``has_context``, a term may match a name of the entity, its country, its kind, or the name of a related
      entity. Otherwise, only a name of the entity counts."""
    longer = [term for term in query.terms if len(term.word) > 1 or term.countries]
    last = query.terms[-1]
    found = [_name_clause(term, term is last, is_wide, query.is_foreign) for term in longer or query.terms]
    if not has_context:
        return found
    return [[*clause, *_context_clause(term)] for clause, term in zip(found, longer or query.terms, strict=True)]


def _context_clause(term):
    tags = [country_tag(code) for code in sorted(term.countries)] or [kind_tag(term.kind)] * bool(term.kind)
    words = () if term.countries else (term.word, term.word[:-1]) if term.word.endswith("s") else (term.word,)
    return [[IndexTerm(tag, is_prefix=False)] for tag in (*tags, *map(context_tag, words))]


def _name_clause(term, is_last, is_wide, is_foreign):
    if term.countries:
        return [[IndexTerm(word, is_prefix=is_last or is_wide) for word in term.words]]
    # A word for a kind, such as "party", is never a prefix, because too many names have a word that begins like this.
    is_prefix = (is_last or is_wide) and not term.kind
    clause = [[IndexTerm(term.word, is_prefix)]]
    if len(term.word) > 3 and term.word.endswith("s"):
        clause.append([IndexTerm(term.word[:-1], is_prefix)])
    others = (word for word in term.distances if word != term.word)
    # Short alternatives are never prefixes: they would match most of the index.
    is_unfinished = is_last and not is_foreign
    return clause + [[IndexTerm(word, is_prefix=is_unfinished and len(word) >= MIN_PREFIX)] for word in others]
