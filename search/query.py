"""What was typed, taken apart: countries, kinds, titles and the words that remain. Asks no database."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from unicodedata import name

from search.index_document import country_tag, kind_tag
from search.tokens import words_typed
from search.vocabulary import KIND_WORDS, QUESTION_WORDS, SPELLED_OUT, STOP_WORDS, TITLES

Forms = Mapping[tuple[str, ...], frozenset[str]]
"""Words that name a country, its people, or a code of it; and the codes of the countries so called."""
LONGEST_FORM = 7
FIRST_FOREIGN = 0x0370
SHORT = 2
SHORTEST_BEGINNING = 4
WEIGHT, WEIGHT_OF_TITLE, WEIGHT_OF_STOP_WORD, WEIGHT_OF_KIND, WEIGHT_OF_SHORT = 1.0, 0.25, 0.12, 0.5, 0.6


@dataclass(frozen=True)
class Unit:
    """One thing that was asked for: a word, or the words of a country.

    ``corrections`` are pairs of another spelling and its distance. ``is_heard`` says that it is a sound of another
    script, of which a beginning tells nothing.
    """

    words: tuple[str, ...]
    countries: frozenset[str] = frozenset()
    corrections: tuple[tuple[str, float], ...] = ()
    is_heard: bool = False
    worths: dict[str, float] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What words of names were found to be worth for it: the same stand in many names."""

    @cached_property
    def steps(self) -> Mapping[str, float]:
        """The corrections to look a word up in: of twenty, nearly always none is it."""
        return dict(self.corrections)

    @cached_property
    def word(self) -> str:
        return self.words[0]

    @cached_property
    def kind(self) -> str:
        """The kind of entity that the word names; empty when it names none."""
        return "" if self.countries else KIND_WORDS.get(self.word, "")

    @cached_property
    def is_title(self) -> bool:
        """Whether the word stands before names, or says what kind of thing is asked for."""
        return not self.countries and (self.word in TITLES or self.word in KIND_WORDS)

    @cached_property
    def weight(self) -> float:
        if self.countries:
            return WEIGHT
        if self.word in STOP_WORDS:
            return WEIGHT_OF_STOP_WORD
        if self.word in KIND_WORDS:
            return WEIGHT_OF_KIND
        if self.word in TITLES:
            return WEIGHT_OF_TITLE
        return WEIGHT_OF_SHORT if len(self.word) <= SHORT else WEIGHT


@dataclass(frozen=True)
class ParsedQuery:
    """``typed`` are all words as they were typed, ``units`` what is looked for.

    ``is_foreign`` says that it was typed in another script than names are folded to; ``rarity`` leads from
    a unit to a factor between 0 and 1.
    """

    typed: tuple[str, ...]
    units: tuple[Unit, ...]
    is_foreign: bool = False
    rarity: Mapping[Unit, float] = field(default_factory=dict)

    def weight(self, unit: Unit) -> float:
        """What the unit counts for: rarer words more, where their rarity was looked up."""
        return unit.weight * self.rarity.get(unit, 1.0) if self.rarity else unit.weight

    @cached_property
    def sorted_words(self) -> tuple[list[str], ...]:
        """The words typed, and the words looked for, in the alphabet's order."""
        return sorted(self.typed), sorted(self.words)

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(word for unit in self.units for word in unit.words)

    @cached_property
    def kinds(self) -> frozenset[str]:
        return frozenset(unit.kind for unit in self.units if unit.kind)

    @cached_property
    def countries(self) -> frozenset[str]:
        return frozenset(code for unit in self.units for code in unit.countries)

    def of(self, units) -> "ParsedQuery":
        """The same query with other units."""
        return replace(self, units=tuple(units))


@dataclass(frozen=True, slots=True)
class Atom:
    """A word to find in the index, or the beginning of one."""

    word: str
    is_prefix: bool = True


Group = list[list[Atom]]
"""Alternatives, of which one must be found; all atoms of an alternative together."""


def parse(text: str, forms: Forms, *, by_ear: bool = False) -> ParsedQuery:
    """The query that a text means; without units when there is nothing to search for in it.

    ``by_ear`` says that its words are sounds of another script, of which none is a stop word.
    """
    typed = tuple(word for typed in words_typed(text) for word in SPELLED_OUT.get(typed, (typed,)))
    telling = [word for word in typed if by_ear or (word not in STOP_WORDS and word not in QUESTION_WORDS)]
    # "The Who" is what was typed, after all.
    return ParsedQuery(typed, tuple(_units(telling or list(typed), forms)), by_ear or is_foreign(text))


def is_foreign(text: str) -> bool:
    """Whether any letter is neither Latin nor a form of it."""
    return any(ord(letter) >= FIRST_FOREIGN and letter.isalpha() and "LATIN" not in name(letter, "") for letter in text)


def _units(words, forms):
    place = 0
    while place < len(words):
        length, countries = _longest_form(words, place, forms)
        yield Unit(tuple(words[place : place + length]), countries)
        place += length


def _longest_form(words, place, forms):
    for length in range(min(LONGEST_FORM, len(words) - place), 0, -1):
        countries = forms.get(tuple(words[place : place + length]))
        if countries:
            return length, countries
    return 1, frozenset()


def groups(query: ParsedQuery, *, is_wide: bool = False) -> list[Group]:
    """What a candidate must hold for each unit; one-letter words only where there is nothing else.

    The last word may be the beginning of one; in a wide search any.
    """
    telling = [unit for unit in query.units if len(unit.word) > 1 or unit.countries]
    last = query.units[-1]
    return [_group(unit, unit is last, is_wide, query.is_foreign) for unit in telling or query.units]


def _group(unit, is_last, is_wide, is_foreign):
    is_unfinished = is_last and not is_foreign
    if unit.countries:
        tags = [[Atom(country_tag(code), is_prefix=False)] for code in sorted(unit.countries)]
        return [[Atom(word, is_prefix=is_last or is_wide) for word in unit.words], *tags]
    singular = [unit.word[:-1]] if len(unit.word) > 3 and unit.word.endswith("s") else []
    # What names a kind is a whole word, and stands in more names than any other.
    is_begun = (is_last or is_wide) and not unit.kind
    found = [[Atom(word, is_prefix=is_begun)] for word in (unit.word, *singular)]
    # What a slip or a sound may stand for is meant whole: as beginnings, short words would let everything in.
    found += [
        [Atom(word, is_prefix=is_unfinished and len(word) >= SHORTEST_BEGINNING)]
        for word in unit.steps
        if word != unit.word
    ]
    return found + ([[Atom(kind_tag(unit.kind), is_prefix=False)]] if unit.kind else [])
