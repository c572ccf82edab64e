"""The name of a party as another language has it, in English: ``partia pracy`` is a labour party."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from graph.kinds import Kind
from search.countries import CountryForms
from search.country_words import DEMONYMS
from search.party_words import in_english
from search.query import ParsedQuery, Unit
from search.tokens import MOST_WORDS, words_typed
from search.transliteration import HAN, script_of
from search.vocabulary import STOP_WORDS

A_SYNONYM = 0.5
"""In slips: so much less is another English word for the same worth."""
MOST_UNKNOWN = 1
LONGEST_COUNTRY = 8
"""In Han letters."""
FILLING = STOP_WORDS | frozenset("fur von van het voor pour per para por pri za na w z ja ve dan yr of tou tis".split())
"""Words between the others in many languages."""
Read = tuple[Unit, bool]
"""A unit, and whether it was understood."""
SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Translated:
    """The query in English, and the same with nothing but what was understood of it."""

    query: ParsedQuery
    understood: ParsedQuery


def translated(text: str, query: ParsedQuery, forms: CountryForms) -> Translated | None:
    """The query in English; None when it is not a party's name in another language, as far as its words tell."""
    parts = _han(SIGNS.sub("", text), forms) if script_of(text) == HAN else _words(query.typed, forms)
    read = list(islice(parts, MOST_WORDS))
    understood = [unit for unit, is_known in read if is_known]
    if len(read) < 2 or len(read) - len(understood) > _most_unknown(understood):
        return None
    if all(unit.countries or unit.kind for unit in understood):
        return None
    return Translated(query.of(unit for unit, _ in read), query.of(understood))


def _most_unknown(understood):
    """Of a name that says nothing of a party, all must be understood: national assemblies are not parties."""
    is_of_party = any(unit.kind == Kind.PARTY for unit in understood)
    return min(MOST_UNKNOWN, len(understood) - 1) if is_of_party else 0


def _words(typed, forms) -> Iterator[Read]:
    for word in typed:
        codes = forms.called(word)
        english = [] if codes else in_english(word)
        if not english and word not in FILLING:
            codes = codes or forms.meant_by(word)
        if english:
            yield from map(_meaning, english)
        elif codes:
            yield _country(codes)
        elif word not in FILLING:
            yield Unit((word,)), False


def _han(text, forms) -> Iterator[Read]:
    """Han letters stand without blanks: countries and words in turn, the longest first."""
    place = 0
    while place < len(text):
        length, read = _longest(text, place, forms)
        yield from read
        place += length


def _longest(text, place, forms):
    for length in range(min(LONGEST_COUNTRY, len(text) - place), 0, -1):
        part = text[place : place + length]
        codes = forms.foreign.get(tuple(words_typed(part))) if length > 1 else None
        if codes:
            return length, [_country(codes)]
        english = in_english(part)
        if len(english) == 1:
            return length, [_meaning(english[0])]
    return 1, [(Unit((text[place],)), False)]


def _meaning(meaning) -> Read:
    """A unit of a country has no synonyms: whoever lives there is meant, however called."""
    if meaning.country_code:
        return Unit(meaning.words[:1], frozenset({meaning.country_code})), True
    return Unit(meaning.words[:1], corrections=tuple((word, A_SYNONYM) for word in meaning.words[1:])), True


def _country(codes) -> Read:
    """Called as its people are: parties are."""
    demonyms = [demonym for code in sorted(codes) for demonym in DEMONYMS.get(code, ())]
    called = demonyms[0] if demonyms else min(codes)
    return Unit(tuple(called.split()), frozenset(codes)), True
