import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from graph.kinds import Kind
from search.similarity import name_keys, name_pair_keys, name_word_keys
from search.tokens import tokenise_name
from search.vocabulary import (
    ELECTION_SYNONYMS,
    IDEOLOGY_ENDINGS,
    INSTITUTION_SYNONYMS,
    OFFICE_NAMES,
    OFFICE_SYNONYMS,
    STOP_WORDS,
)

MAIN_NAME, ALIAS, ACRONYM, DEMONYM, TRANSLATION, FOREIGN_SCRIPT = "n", "a", "c", "d", "b", "e"
"""The types of names:

- MAIN_NAME: the name of the entity in the graph.
- ALIAS: another name or a nickname.
- ACRONYM: an acronym, or the code of a country.
- DEMONYM: a word for the people or things of a country, such as "Swedish".
- TRANSLATION: the name of a country in another language, in Latin letters.
- FOREIGN_SCRIPT: a nickname, or the name of a country, in another script. It matches no query in Latin letters."""
NAME_FACTORS = {MAIN_NAME: 1.0, ALIAS: 0.97, ACRONYM: 0.97, DEMONYM: 0.93, TRANSLATION: 0.93, FOREIGN_SCRIPT: 0.97}
"""Maps each type of name to a factor. If a query matches a name of this type, the score is multiplied by the factor."""
WITHOUT_TYPOS = (ACRONYM, TRANSLATION, FOREIGN_SCRIPT)
"""Types of names whose words are not proposed as corrections of typing errors."""
TRANSLITERATED_KINDS = (Kind.POLITICIAN, Kind.PARTY)
"""The kinds of entities whose names are indexed by their sound. Other languages imitate the sound of these names, but
translate the names of other kinds."""
MAX_IMPORTANCE, WELL_KNOWN = 2000, 100
"""The importance of an entity is a number from 0 to MAX_IMPORTANCE. Of two hits that match equally, the more important
one comes first. If a politician has at least the importance WELL_KNOWN, the sound of a single word of the name is
enough to find the politician."""
RANKS, RANKS_PER_E_FOLD = 4000, 200
SHORT_WORD = 4
MAX_NAMES, MAX_CONTEXT = 150, 80
country_tag, kind_tag, context_tag = "xcc{}".format, "xt{}".format, "xq{}".format
"""Functions that return an artificial word (tag) for the full-text search: ``xccfr`` for the country ``fr``,
``xtparty`` for the kind ``party``, and ``xqlabour`` for the word ``labour`` in the name of a related entity."""


class Name(NamedTuple):
    type: str
    words: tuple[str, ...]
    text: str


def name_lines(names: Iterable[Name]) -> str:
    """Return the text in which the index stores names, one name a line. A line has the type, the normalised words, and
    the name as written, separated by tabs."""
    return "\n".join(f"{name.type}\t{' '.join(name.words)}\t{name.text}" for name in names)


def parse_names(lines: str) -> list[Name]:
    """Return the names in a text that `name_lines` has made. The text must not be empty."""
    columns = (line.split("\t") for line in lines.split("\n"))
    return [Name(name_type, tuple(words.split(" ")), text) for name_type, words, text in columns]


@dataclass(slots=True)
class IndexDocument:
    pk: int
    kind: str
    country_code: str
    importance: int
    names: list[Name]
    context: list[str]

    @property
    def rank_key(self) -> int:
        """Return a unique number, lower for a more important entity. Its lower 32 bits are the primary key of the
        entity."""
        rank = RANKS - int(RANKS_PER_E_FOLD * math.log1p(min(self.importance, MAX_IMPORTANCE)))
        return rank << 32 | self.pk

    @property
    def words(self) -> list[str]:
        """Return the words by which a full-text search finds the entity:

        - the words of its names,
        - two of these words joined to one, such as ``kimjong``,
        - an artificial word (tag) for its country, such as ``xccfr``,
        - a tag for its kind, such as ``xtparty``,
        - a tag for each word of its context, such as ``xqlabour``. The context has words from the names of related
          entities, and synonyms for the type of an election or institution."""
        found = {word for name in self.names for word in (*name.words, *_joined_pairs(name.words))}
        tags = [country_tag(self.country_code)] if self.country_code else []
        return [*sorted(found), *map(context_tag, sorted(self.context)), *tags, kind_tag(self.kind)]

    @property
    def correctable_words(self) -> set[str]:
        return {word for name in self.names if name.type not in WITHOUT_TYPOS for word in name.words}

    @property
    def keys(self) -> set[int]:
        """Return the hashes by which a search finds the entity, for the table of `NameKey`:

        - for each name, hashes of all its words together,
        - for a politician or party, hashes of the sound of each pair of words in a name (not in acronyms),
        - for a well-known politician, hashes of the sound of each word in the main name."""
        keys = {key for name in self.names for key in name_keys(name.words)}
        if self.kind in TRANSLITERATED_KINDS:
            for name in self.names:
                if name.type != ACRONYM:
                    words = [word for word in name.words if word not in STOP_WORDS]
                    keys |= name_pair_keys(words, self.country_code)
                if name.type == MAIN_NAME and self.kind == Kind.POLITICIAN and self.importance >= WELL_KNOWN:
                    keys |= name_word_keys(name.words, self.country_code)
        return keys


def build_document(
    entity: NamedTuple, importance: int, other_names: list[tuple[str, str]], related: list[str]
) -> IndexDocument:
    """Build the index document of an entity. It has at most 150 names, and at most 80 words of context (words from the
    names of related entities, and synonyms for the type of an election or institution).

    - ``entity`` is a row with fields of an entity. Its ``detail`` is the type of an office or institution, or the kind
      of an election. Its ``year`` is the year of an election, otherwise "".
    - ``other_names`` are pairs (name, type of name).
    - ``related`` are the names of related entities. For a politician, these are offices and parties; for an election,
      they are the offices that it fills."""
    names = {}
    for text, name_type in [(entity.name, MAIN_NAME), *other_names, *_derived_names(entity)]:
        words = tokenise_name(text)
        if words:
            names.setdefault(words, Name(name_type, words, text))
    context = [word for name in related for word in tokenise_name(name)]
    if entity.kind == Kind.ELECTION:
        context += [*ELECTION_SYNONYMS.get(entity.detail, ()), "election", entity.year]
    elif entity.kind == Kind.INSTITUTION:
        context += INSTITUTION_SYNONYMS.get(entity.detail, ())
    known = STOP_WORDS.union({""}, *names)
    context = [word for word in dict.fromkeys(context) if word not in known][:MAX_CONTEXT]
    listed = list(names.values())[:MAX_NAMES]
    return IndexDocument(entity.pk, entity.kind, entity.country_code, importance, listed, context)


def _derived_names(entity):
    name, ending = entity.name, next(filter(entity.name.endswith, IDEOLOGY_ENDINGS), None)
    _, of, country = name.rpartition(" of ")
    if entity.kind == Kind.OFFICE and of:
        roles = (*OFFICE_SYNONYMS.get(entity.detail, ()), *OFFICE_NAMES.get(name.removesuffix(f" of {country}"), ()))
        yield from ((f"{role} of {country}", ALIAS) for role in roles)
    elif entity.kind == Kind.IDEOLOGY and ending:
        yield from ((name.removesuffix(ending) + other, ALIAS) for other in IDEOLOGY_ENDINGS[ending])


def _joined_pairs(words):
    """Join each word with the next one, and return the results: ``["kimjong", "jongun"]`` for ``kim jong un``. People
    write such names with or without blanks. A pair is left out if both words have more than four letters."""
    return [one + other for one, other in pairwise(words) if min(len(one), len(other)) <= SHORT_WORD]
