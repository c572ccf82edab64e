"""A query in another script, as it sounds: names are written by ear there, however they are spelled at home."""

from dataclasses import replace

from search.countries import Forms
from search.likeness import likenesses, sounds_of
from search.phonetics import pairs_typed
from search.query import ParsedQuery, parse
from search.ranking import CORRECTED, CORRECTED_A_STEP, Candidate
from search.transliteration import is_in_syllables, parted, readings, respelled, script_of

STEPS = CORRECTED / CORRECTED_A_STEP
"""So many slips make a word worth nothing."""
WRITE_SYLLABLES = frozenset("cn tw kr kp jp vn sg my th".split())
"""Countries whose people's names a few Han or Hangul letters spell."""


def by_ear(text: str, forms: Forms) -> ParsedQuery:
    """The query that a text in another script means, its words as they sound."""
    return parse(respelled(text), forms, by_ear=True)


class Heard:
    """What was typed in another script: who may be meant by it, and the queries that rank them."""

    def __init__(self, text: str, forms: Forms):
        self.script = script_of(text)
        text = respelled(text).strip()
        self.is_in_syllables = is_in_syllables(text)
        self.queries = [_parsed(part, forms) for part in parted(text)]

    @property
    def keys(self) -> set[int]:
        """The keys of each two words that sound so."""
        spoken = ([unit.word for unit in query.units if not unit.countries] for query in self.queries)
        return {key for words in spoken for key in pairs_typed(words, self.script)}

    def may_mean(self, found: Candidate) -> bool:
        """Whether the candidate may be written so."""
        return not self.is_in_syllables or found.country_code in WRITE_SYLLABLES

    def among(self, candidates: list[Candidate]) -> list[ParsedQuery]:
        """The queries, with the words of the candidates' names that sound like the ones that were typed."""
        sounds = sounds_of({word for found in candidates for _, words, _ in found.names for word in words})
        return [query.of(self._likened(unit, sounds) for unit in query.units) for query in self.queries]

    def _likened(self, unit, sounds):
        if unit.countries:
            return unit
        found = likenesses(readings(unit.word, self.script), sounds)
        best_first = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
        return replace(
            unit, corrections=tuple((word, STEPS * (1 - alike)) for word, alike in best_first), is_heard=True
        )


def _parsed(text, forms):
    """A country is told by a word of its own, beside a name: of two words, the second is no country but a surname."""
    query = parse(text, forms, by_ear=True)
    names = [unit for unit in query.units if not unit.countries]
    return query if len(names) > 1 else parse(text, {}, by_ear=True)
