"""Queries in scripts other than Latin. They are matched by sound, because these scripts transliterate names."""

from dataclasses import replace

from search.phonetics import Pronunciations, pronunciations, query_pair_keys, similar_words
from search.query import CountryForms, ParsedQuery, parse
from search.ranking import CORRECTED, DISTANCE_PENALTY, Candidate
from search.transliteration import is_syllabic_name, readings, respell, script_of, split_variants

DISTANCE_OF_ZERO_SCORE = CORRECTED / DISTANCE_PENALTY
COUNTRIES_WITH_SYLLABIC_NAMES = frozenset("cn tw kr kp jp vn sg my th".split())


class PhoneticQuery:
    """A query in a script other than Latin: ``keys`` find entities by sound, and parsed ``queries`` rank them."""

    def __init__(self, text: str, forms: CountryForms):
        self.script = script_of(text)
        text = respell(text).strip()
        self.is_syllabic = is_syllabic_name(text)
        self.queries = [_parse(variant, forms) for variant in split_variants(text)]

    @property
    def keys(self) -> set[int]:
        """Return hashes of the sounds of every two words of the query that do not name a country."""
        words = ([term.word for term in query.terms if not term.countries] for query in self.queries)
        return {key for names in words for key in query_pair_keys(names, self.script)}

    def may_mean(self, candidate: Candidate) -> bool:
        """Return False for two to four Han or Hangul characters if the candidate is not from East or Southeast Asia."""
        return not self.is_syllabic or candidate.country_code in COUNTRIES_WITH_SYLLABIC_NAMES

    def with_matches(self, candidates: list[Candidate]) -> list[ParsedQuery]:
        """Return the parsed queries. Words of the candidates' names that sound like a term become its alternatives."""
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
    """Parse a text in a script other than Latin, transliterated. Its terms only match whole words."""
    return parse(respell(text), forms, is_phonetic=True)


def _parse(text, forms):
    """Parse a text. Recognise countries only next to two other terms, because a second word is usually a surname."""
    query = parse(text, forms, is_phonetic=True)
    has_name = sum(not term.countries for term in query.terms) > 1
    return query if has_name else parse(text, {}, is_phonetic=True)
