"""Translate party names to English: the query ``partia pracy`` finds labour parties.

``party_words.csv`` has a row for each meaning: English words, the country of a region that the words
name, and stems in many languages. A stem is the beginning of a word; one that ends with a full stop is a whole word.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from graph.kinds import Kind
from search.countries import DEMONYMS, CountryNames
from search.query import ParsedQuery, Term
from search.tokens import MAX_QUERY_TOKENS, tokenise_query
from search.transliteration import HAN, script_of
from search.vocabulary import STOP_WORDS

FILE = Path(__file__).with_name("party_words.csv")
WHOLE_WORD = "."
MAX_ENDING = 6
"""At most this many letters may follow a stem, as ``ische`` follows ``sozialdemokrat``."""
SYNONYM_DISTANCE = 0.5
MAX_HAN_COUNTRY = 8
FILLERS = STOP_WORDS | frozenset("fur von van het voor pour per para por pri za na w z ja ve dan yr of tou tis".split())
PUNCTUATION = re.compile(r"[\W_]+")
Translated = tuple[Term, bool]
"""A pair: a term, and True if its word could be translated or names a country."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """An English word with its synonyms. If it names a region, ``country_code`` is the country of the region."""

    words: tuple[str, ...]
    country_code: str = ""


@dataclass(frozen=True, slots=True)
class Translation:
    """The query in English, and the same query with only the terms that could be translated."""

    query: ParsedQuery
    understood: ParsedQuery


def translate(text: str, query: ParsedQuery, countries: CountryNames) -> Translation | None:
    """Translate a query to English. Return None if it does not look like the name of a party in another language."""
    if script_of(text) == HAN:
        translated = _translate_han(PUNCTUATION.sub("", text), countries)
    else:
        translated = _translate_words(query.tokens, countries)
    translated = list(islice(translated, MAX_QUERY_TOKENS))
    understood = [term for term, is_known in translated if is_known]
    unknown = len(translated) - len(understood)
    # One unknown word is accepted in the name of a party; other names may be of something else, such as a parliament.
    is_party = any(term.kind == Kind.PARTY for term in understood) and len(understood) > 1
    says_more = any(not (term.countries or term.kind) for term in understood)
    if len(translated) < 2 or unknown > is_party or not says_more:
        return None
    return Translation(query.with_terms(term for term, _ in translated), query.with_terms(understood))


def _translate_words(tokens, countries) -> Iterator[Translated]:
    for token in tokens:
        codes = countries.named(token)
        meanings = [] if codes else meanings_of(token)
        if not meanings and token not in FILLERS:
            codes = codes or countries.derived(token)
        if meanings:
            yield from map(_meaning_term, meanings)
        elif codes:
            yield _country_term(codes)
        elif token not in FILLERS:
            yield Term((token,)), False


def _translate_han(text, countries) -> Iterator[Translated]:
    """Yield the longest country or known word at each position of a Han text, because Han text has no blanks."""
    start = 0
    while start < len(text):
        length, term = _longest_han(text, start, countries)
        yield term
        start += length


def _longest_han(text, start, countries):
    for length in range(min(MAX_HAN_COUNTRY, len(text) - start), 0, -1):
        part = text[start : start + length]
        codes = countries.foreign.get(tuple(tokenise_query(part))) if length > 1 else None
        if codes:
            return length, _country_term(codes)
        meanings = meanings_of(part)
        if len(meanings) == 1:
            return length, _meaning_term(meanings[0])
    return 1, (Term((text[start],)), False)


def _meaning_term(meaning) -> Translated:
    """Return a term with the synonyms of a meaning; for a region, a term with its country and without synonyms."""
    if meaning.country_code:
        return Term(meaning.words[:1], frozenset({meaning.country_code})), True
    return Term(meaning.words[:1], alternatives=tuple((word, SYNONYM_DISTANCE) for word in meaning.words[1:])), True


def _country_term(codes) -> Translated:
    """Return a term for countries. Its word is a demonym such as "polish", because names of parties have demonyms."""
    demonyms = [demonym for code in sorted(codes) for demonym in DEMONYMS.get(code, ())]
    name = demonyms[0] if demonyms else min(codes)
    return Term(tuple(name.split()), frozenset(codes)), True


def meanings_of(word: str) -> list[Meaning]:
    """Return the meaning of each part of a word, such as "arbeiter" and "partei". Empty if any part is unknown."""
    whole = _whole_words().get(word)
    return [whole] if whole else _parts(word, *_stems(script_of(word) == HAN))


def _parts(word, pattern, meanings, max_ending):
    found, position, ending = [], 0, 0
    while position < len(word):
        stem = pattern.match(word, position)
        if stem:
            found.append(meanings[stem[0]])
            position, ending = stem.end(), 0
        elif found and ending < max_ending:
            position, ending = position + 1, ending + 1
        else:
            return []
    return found


@cache
def _whole_words():
    """Map each English word, and each stem that is marked as a whole word, to its meaning."""
    found = {}
    for meaning, stems in _rows():
        whole = (stem.removesuffix(WHOLE_WORD) for stem in stems if stem.endswith(WHOLE_WORD))
        found.update(dict.fromkeys([*meaning.words, *whole], meaning))
    return found


@cache
def _stems(is_han):
    """Return a pattern that matches any stem, the meaning of each stem, and how many letters may follow a stem."""
    pairs = ((stem, meaning) for meaning, stems in _rows() for stem in stems if not stem.endswith(WHOLE_WORD))
    meanings = {stem: meaning for stem, meaning in pairs if stem.isascii() != is_han}
    longest_first = sorted(meanings, key=lambda stem: (-len(stem), stem))
    return re.compile("|".join(longest_first)), meanings, 0 if is_han else MAX_ENDING


@cache
def _rows():
    with FILE.open(encoding="utf-8", newline="") as file:
        return [
            (Meaning(tuple(row["english"].split(";")), row["country"]), row["stems"].split(";"))
            for row in csv.DictReader(file)
        ]
