"""Queries in another script than the Latin one, which are matched by sound: other scripts transliterate names."""

from dataclasses import replace

from search.phonetics import Pronunciations, pronunciations, query_pair_keys, similar_words
from search.query import CountryForms, ParsedQuery, parse
from search.ranking import CORRECTED, DISTANCE_PENALTY, Candidate
from search.transliteration import is_syllabic_name, readings, respell, script_of, split_variants

DISTANCE_OF_ZERO_SCORE = CORRECTED / DISTANCE_PENALTY
COUNTRIES_WITH_SYLLABIC_NAMES = frozenset("cn tw kr kp jp vn sg my th".split())


class PhoneticQuery:
    """A query in another script: the keys that find candidates, and the parsed queries that rank them."""

    def __init__(self, text: str, forms: CountryForms):
        self.script = script_of(text)
        text = respell(text).strip()
        self.is_syllabic = is_syllabic_name(text)
        self.queries = [_parse(variant, forms) for variant in split_variants(text)]

    @property
    def keys(self) -> set[int]:
        """The phonetic keys of each two words that are no country."""
        words = ([term.word for term in query.terms if not term.countries] for query in self.queries)
        return {key for names in words for key in query_pair_keys(names, self.script)}

    def may_mean(self, candidate: Candidate) -> bool:
        """Return whether the candidate may be meant: two to four syllables are a name from some countries only."""
        return not self.is_syllabic or candidate.country_code in COUNTRIES_WITH_SYLLABIC_NAMES

    def with_matches(self, candidates: list[Candidate]) -> list[ParsedQuery]:
        """Return the queries, in which each term has the words of the candidates' names that sound like it."""
        known = pronunciations({word for candidate in candidates for name in candidate.names for word in name.words})
        return [query.with_terms(self._matched(term, known) for term in query.terms) for query in self.queries]

    def _matched(self, term, known: Pronunciations):
        if term.countries:
            return term
        found = similar_words(readings(term.word, self.script), known)
        best_first = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
        alternatives = tuple((word, DISTANCE_OF_ZERO_SCORE * (1 - similarity)) for word, similarity in best_first)
        return replace(term, alternatives=alternatives, is_phonetic=True)


def parse_transliterated(text: str, forms: CountryForms) -> ParsedQuery:
    """Parse a text in another script by the sound of its words."""
    return parse(respell(text), forms, is_phonetic=True)


def _parse(text, forms):
    """A country must be named besides a whole name: the second of two words is a surname and no country."""
    query = parse(text, forms, is_phonetic=True)
    has_name = sum(not term.countries for term in query.terms) > 1
    return query if has_name else parse(text, {}, is_phonetic=True)
