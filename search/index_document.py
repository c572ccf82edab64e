"""Index documents: what the index stores of an entity, made of its names, context and importance without a database."""

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from graph.kinds import Kind
from search.keys import name_keys
from search.phonetics import name_pair_keys
from search.tokens import tokenise_name
from search.vocabulary import ELECTION_SYNONYMS, IDEOLOGY_ENDINGS, INSTITUTION_SYNONYMS, OFFICE_SYNONYMS, STOP_WORDS

MAIN_NAME, ALIAS, ACRONYM, DEMONYM, TRANSLATION, FOREIGN_SCRIPT = "n", "a", "c", "d", "b", "e"
"""Types of names. The last two are names of countries in other languages with Latin letters, and in other scripts.

Transliterated, a name in another script may equal a surname, so queries in Latin letters ignore it.
"""
WITHOUT_TYPOS = (ACRONYM, TRANSLATION, FOREIGN_SCRIPT)
"""Typing errors are not corrected to words of these names."""
TRANSLITERATED_KINDS = (Kind.POLITICIAN, Kind.PARTY)
"""Other languages transliterate the names of these kinds, and translate the names of all others."""
MAX_IMPORTANCE = 2000
RANKS, RANKS_PER_E_FOLD = 4000, 200
SHORT_WORD = 4
MAX_NAMES, MAX_CONTEXT = 150, 80


@dataclass(slots=True)
class EntityData:
    """What the graph says about an entity that matters for search.

    ``names`` are pairs (name, type); ``related_names`` are names of its parties, offices and chambers; ``detail`` is
    the type of an office or institution, or the kind of an election.
    """

    pk: int
    kind: str
    country_code: str
    names: list[tuple[str, str]]
    related_names: list[str] = field(default_factory=list)
    detail: str = ""
    year: str = ""
    importance: int = 0


class Name(NamedTuple):
    """A name as the index stores it: its type, its tokens, and its text as it is written."""

    type: str
    words: tuple[str, ...]
    text: str


@dataclass(slots=True)
class IndexDocument:
    """What becomes a row of `search.models.IndexedEntity`, with its postings."""

    pk: int
    kind: str
    country_code: str
    importance: int
    names: list[Name]
    context: list[str]

    @property
    def rank_key(self) -> int:
        """An ascending order of this number is a descending order of importance; its lower half is the primary key."""
        rank = RANKS - int(RANKS_PER_E_FOLD * math.log1p(min(self.importance, MAX_IMPORTANCE)))
        return rank << 32 | self.pk

    @property
    def words(self) -> list[str]:
        """Every word that finds the document, each once, and the tags of its country and kind."""
        found = {word for name in self.names for word in (*name.words, *_joined_pairs(name.words))}
        tags = [country_tag(self.country_code)] if self.country_code else []
        return [*sorted(found | set(self.context)), *tags, kind_tag(self.kind)]

    @property
    def correctable_words(self) -> set[str]:
        """The words of its names that typing errors are corrected to."""
        return {word for name in self.names if name.type not in WITHOUT_TYPOS for word in name.words}

    @property
    def keys(self) -> set[int]:
        """The keys of its names, and the phonetic keys of two words of a name if its kind is transliterated."""
        keys = {key for name in self.names for key in name_keys(name.words)}
        if self.kind in TRANSLITERATED_KINDS:
            for name in self.names:
                if name.type != ACRONYM:
                    words = [word for word in name.words if word not in STOP_WORDS]
                    keys |= name_pair_keys(words, self.country_code)
        return keys


def country_tag(code: str) -> str:
    """Return the word by which the index finds everything of a country."""
    return f"xcc{code}"


def kind_tag(kind: str) -> str:
    """Return the word by which the index finds everything of a kind."""
    return f"xt{kind}"


def build_document(entity: EntityData) -> IndexDocument:
    """Build the document of an entity; names that consist of the same words are stored once."""
    names = {}
    for text, name_type in [*entity.names, *_derived_names(entity)]:
        words = tuple(tokenise_name(text))
        if words:
            names.setdefault(words, Name(name_type, words, text))
    context = _context(entity, {word for words in names for word in words})
    return IndexDocument(
        entity.pk,
        entity.kind,
        entity.country_code,
        entity.importance,
        list(names.values())[:MAX_NAMES],
        context[:MAX_CONTEXT],
    )


def _derived_names(entity):
    """Return common names that no source has: "Head of state of France", the supporters of an ideology."""
    name = entity.names[0][0]
    if entity.kind == Kind.OFFICE:
        _, of, country = name.rpartition(" of ")
        return [(f"{role} of {country}", ALIAS) for role in OFFICE_SYNONYMS.get(entity.detail, ()) if of]
    if entity.kind == Kind.IDEOLOGY:
        ending = next((ending for ending in IDEOLOGY_ENDINGS if name.endswith(ending)), None)
        return [(name.removesuffix(ending) + other, ALIAS) for other in IDEOLOGY_ENDINGS.get(ending, ())]
    return []


def _context(entity, words_of_names):
    words = [word for name in entity.related_names for word in tokenise_name(name)]
    if entity.kind == Kind.ELECTION:
        words += [*ELECTION_SYNONYMS.get(entity.detail, ()), "election", entity.year]
    elif entity.kind == Kind.INSTITUTION:
        words += INSTITUTION_SYNONYMS.get(entity.detail, ())
    known = words_of_names | STOP_WORDS
    return [word for word in dict.fromkeys(words) if word and word not in known]


def _joined_pairs(words):
    """Return neighbouring words as one word if one of them is short: ``kim jong`` is also typed ``kimjong``."""
    return [one + other for one, other in pairwise(words) if min(len(one), len(other)) <= SHORT_WORD]
