"""Translate the names of parties to English, so that the query ``partia pracy`` finds labour parties. Each row of
``party_words.csv`` has English words, and stems with the same meaning in many languages. A stem matches all words that
begin with it. A stem that ends with a full stop matches only the whole word. If the words of a row mean a country, the
row also has the country code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from graph.kinds import Kind
from search.countries import CountryNames
from search.query import ParsedQuery, Term
from search.tokens import MAX_QUERY_TOKENS, tokenise_query
from search.transliteration import HAN, script_of
from search.vocabulary import DEMONYMS, PARTY_WORDS, STOP_WORDS

WHOLE_WORD = "."
MAX_ENDING = 6
"""At most this many letters may follow a stem (the beginning of a word), as ``ische`` follows ``sozialdemokrat``."""
SYNONYM_DISTANCE = 0.5
MAX_HAN_COUNTRY = 8
FILLERS = STOP_WORDS | frozenset(
    "fur von van het voor degli dello dell nel nella pour per para por pri za na w z ja ve dan yr of tou tis".split()
)
PUNCTUATION = re.compile(r"[\W_]+")
Translated = tuple[Term, bool]
"""A pair (term, whether the word is known). The term of a known word is in English. The term of an unknown word is the
word itself."""

# WHOLE_WORDS maps words, and STEMS maps beginnings of words, to English terms.
WHOLE_WORDS, STEMS = {}, {}
for row in PARTY_WORDS:
    english, stems = row["english"].split(";"), row["stems"].split(";")
    if row["country"]:
        meaning = Term((english[0],), frozenset({row["country"]}))
    else:
        meaning = Term((english[0],), alternatives=tuple((word, SYNONYM_DISTANCE) for word in english[1:]))
    WHOLE_WORDS |= dict.fromkeys(english, meaning)
    for stem in stems:
        (WHOLE_WORDS if stem.endswith(WHOLE_WORD) else STEMS)[stem.removesuffix(WHOLE_WORD)] = meaning
ANY_STEM = re.compile("|".join(sorted(STEMS, key=len, reverse=True)))
"""Matches the longest known stem (beginning of a word) at a position in a word."""


@dataclass(frozen=True, slots=True)
class Translation:
    query: ParsedQuery
    understood: ParsedQuery


def translate(text: str, query: ParsedQuery, countries: CountryNames) -> Translation | None:
    if script_of(text) == HAN:
        translated = _translate_han(PUNCTUATION.sub("", text), countries)
    else:
        translated = _translate_words(query.tokens, countries)
    translated = list(translated)[:MAX_QUERY_TOKENS]
    understood = [term for term, is_known in translated if is_known]
    unknown = len(translated) - len(understood)
    # One unknown word is allowed if the query names a party. Otherwise, it may mean something else, such as a
    # parliament.
    is_party = any(term.kind == Kind.PARTY for term in understood) and len(understood) > 1
    says_more = any(not (term.countries or term.kind) for term in understood)
    if len(translated) < 2 or unknown > is_party or not says_more:
        return None
    return Translation(query.with_terms(term for term, _ in translated), query.with_terms(understood))


def _translate_words(tokens, countries) -> Iterator[Translated]:
    for token in tokens:
        codes = countries.named(token)
        if not codes and (meanings := meanings_of(token)):
            yield from ((term, True) for term in meanings)
        elif codes or (token not in FILLERS and (codes := countries.derived(token))):
            yield _country_term(codes)
        elif token not in FILLERS:
            yield Term((token,)), False


def _translate_han(text, countries) -> Iterator[Translated]:
    while text:
        length, term = _longest_han(text, countries)
        yield term
        text = text[length:]


def _longest_han(text, countries):
    for length in range(min(MAX_HAN_COUNTRY, len(text)), 0, -1):
        part = text[:length]
        codes = countries.foreign.get(tuple(tokenise_query(part))) if length > 1 else None
        if codes:
            return length, _country_term(codes)
        meanings = meanings_of(part)
        if len(meanings) == 1:
            return length, (meanings[0], True)
    return 1, (Term((text[0],)), False)


def _country_term(codes) -> Translated:
    """Return (term, True) for the country with these codes. The term is its demonym, such as "polish", because the
    names of parties contain demonyms. If it has no demonym, the term is its code. True means that the word is known."""
    name = next((DEMONYMS[code][0] for code in sorted(codes) if code in DEMONYMS), min(codes))
    return Term(tuple(name.split()), frozenset(codes)), True


def meanings_of(word: str) -> list[Term]:
    """Return English terms for the parts of a word such as "arbeiterpartei", or an empty list if any part is
    unknown."""
    if word in WHOLE_WORDS:
        return [WHOLE_WORDS[word]]
    # Only words in Latin letters have endings after a stem.
    max_ending = MAX_ENDING if word.isascii() else 0
    found, position, ending = [], 0, 0
    while position < len(word):
        if stem := ANY_STEM.match(word, position):
            found.append(STEMS[stem[0]])
            position, ending = stem.end(), 0
        elif found and ending < max_ending:
            position, ending = position + 1, ending + 1
        else:
            return []
    return found
