"""Build index documents: what the index stores of an entity, from its names, context and importance. No database."""

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
"""Types of names. `TRANSLATION` is for names of countries in other languages with Latin letters.

`FOREIGN_SCRIPT` is for names of countries in other scripts. Queries in Latin letters ignore them, because a
transliterated name may equal a surname.
"""
WITHOUT_TYPOS = (ACRONYM, TRANSLATION, FOREIGN_SCRIPT)
"""Words of names of these types are not used to correct typing errors."""
TRANSLITERATED_KINDS = (Kind.POLITICIAN, Kind.PARTY)
"""Other languages transliterate the names of entities of these kinds. They translate the names of all other kinds."""
MAX_IMPORTANCE = 2000
RANKS, RANKS_PER_E_FOLD = 4000, 200
SHORT_WORD = 4
MAX_NAMES, MAX_CONTEXT = 150, 80


@dataclass(slots=True)
class EntityData:
    """The data of an entity in the graph from which its index document is built.

    ``names`` are pairs (name, type). ``related_names`` are the names of parties and offices that are linked to the
    entity. ``detail`` is the type of an office or institution, or the kind of an election; otherwise it is empty.
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
    """A name in the index: its type, its normalised words, and its text as it is in the graph."""

    type: str
    words: tuple[str, ...]
    text: str


@dataclass(slots=True)
class IndexDocument:
    """What the index stores of one entity: a row of `search.models.IndexedEntity`, and the hashes of its names."""

    pk: int
    kind: str
    country_code: str
    importance: int
    names: list[Name]
    context: list[str]

    @property
    def rank_key(self) -> int:
        """Return a unique number that is lower for a more important entity. Its last 32 bits are the primary key."""
        rank = RANKS - int(RANKS_PER_E_FOLD * math.log1p(min(self.importance, MAX_IMPORTANCE)))
        return rank << 32 | self.pk

    @property
    def words(self) -> list[str]:
        """Return each word by which the search finds the document, and the tags of its country and kind."""
        found = {word for name in self.names for word in (*name.words, *_joined_pairs(name.words))}
        tags = [country_tag(self.country_code)] if self.country_code else []
        return [*sorted(found | set(self.context)), *tags, kind_tag(self.kind)]

    @property
    def correctable_words(self) -> set[str]:
        """Return the words of its names to which the search may correct a typing error."""
        return {word for name in self.names if name.type not in WITHOUT_TYPOS for word in name.words}

    @property
    def keys(self) -> set[int]:
        """Return the hashes of its names; for politicians and parties, also hashes of the sounds of every two words."""
        keys = {key for name in self.names for key in name_keys(name.words)}
        if self.kind in TRANSLITERATED_KINDS:
            for name in self.names:
                if name.type != ACRONYM:
                    words = [word for word in name.words if word not in STOP_WORDS]
                    keys |= name_pair_keys(words, self.country_code)
        return keys


def country_tag(code: str) -> str:
    """Return the artificial word (tag) that every index document of a country has, such as ``xccfr``."""
    return f"xcc{code}"


def kind_tag(kind: str) -> str:
    """Return the artificial word (tag) that every index document of a kind has, such as ``xtparty``."""
    return f"xt{kind}"


def build_document(entity: EntityData) -> IndexDocument:
    """Build the index document of an entity; of names with the same words it has only the first."""
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
    """Return other usual names of an office or an ideology, as pairs (name, type): "liberal" for "Liberalism"."""
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
    """Join each two neighbouring words of which one is short, because ``kim jong`` is also typed ``kimjong``."""
    return [one + other for one, other in pairwise(words) if min(len(one), len(other)) <= SHORT_WORD]
