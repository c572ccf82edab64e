"""An entity as a document to find: its names, the words around it, how well known it is. Asks no database."""

import math
from dataclasses import dataclass, field
from itertools import pairwise

from graph.kinds import Kind
from search.keys import name_keys
from search.phonetics import pairs_of_name
from search.tokens import words_of_name
from search.vocabulary import (
    ELECTION_SYNONYMS,
    IDEOLOGY_ENDINGS,
    INSTITUTION_SYNONYMS,
    OFFICE_SYNONYMS,
    STOP_WORDS,
)

NAME, ALIAS, ACRONYM, DEMONYM, TRANSLATED, ELSEWHERE = "n", "a", "c", "d", "b", "e"
"""What a name is to its entity: the shown one, another, a code or acronym, what its people are called, what others
call a country in their language and in their script. Folded, the last may be somebody's: who types Latin letters does
not mean it."""
NO_WORDS_TO_MISSPELL = (ACRONYM, TRANSLATED, ELSEWHERE)
WRITTEN_BY_EAR = (Kind.POLITICIAN, Kind.PARTY)
"""Names of offices, chambers and elections are translated."""
MOST_IMPORTANT = 2000
RANKS = 4000
STEPS = 200
SHORT_WORD = 4
MOST_NAMES = 150
MOST_CONTEXT = 80


@dataclass(slots=True)
class Subject:
    """What the graph tells of an entity that matters for finding it.

    ``names`` are pairs of name and what it is; ``around`` are names of parties, offices and chambers related to it;
    ``detail`` is the type of an office or institution, or what an election elects.
    """

    pk: int
    kind: str
    country_code: str
    names: list[tuple[str, str]]
    around: list[str] = field(default_factory=list)
    detail: str = ""
    year: str = ""
    importance: int = 0


@dataclass(slots=True)
class Name:
    """A name as it is stored for ranking: what it is, its folded words, and how it is written."""

    what: str
    words: tuple[str, ...]
    written: str


@dataclass(slots=True)
class Document:
    """A row of the index. ``rank_key`` is smaller the better known the entity is, and names it."""

    pk: int
    kind: str
    country_code: str
    importance: int
    names: list[Name]
    context: list[str]

    @property
    def rank_key(self) -> int:
        return rank_key(self.importance, self.pk)

    @property
    def words(self) -> list[str]:
        """Every word to find it by, each once, and the tags of its country and kind."""
        found = {word for name in self.names for word in name.words}
        found |= {joined for name in self.names for joined in _joined_pairs(name.words)}
        tags = [country_tag(self.country_code)] if self.country_code else []
        return [*sorted(found | set(self.context)), *tags, kind_tag(self.kind)]

    @property
    def words_of_names(self) -> set[str]:
        """The words of its names, without codes, acronyms, and names from elsewhere."""
        return {word for name in self.names if name.what not in NO_WORDS_TO_MISSPELL for word in name.words}

    @property
    def keys(self) -> set[int]:
        """The keys of its names, and of each two words that sound so where others write them by ear."""
        keys = {key for name in self.names for key in name_keys(name.words)}
        if self.kind in WRITTEN_BY_EAR:
            heard = [_telling(name.words) for name in self.names if name.what != ACRONYM]
            keys.update(*(pairs_of_name(words, self.country_code) for words in heard))
        return keys


def rank_key(importance: int, pk: int) -> int:
    """Ascending is most important first; the lower half is the primary key."""
    return (RANKS - int(STEPS * math.log1p(min(importance, MOST_IMPORTANT)))) << 32 | pk


def country_tag(code: str) -> str:
    return f"xcc{code}"


def kind_tag(kind: str) -> str:
    return f"xt{kind}"


def document(subject: Subject) -> Document:
    """The subject as a row of the index."""
    names, seen = [], set()
    for written, what in [*subject.names, *_made_names(subject)]:
        words = tuple(words_of_name(written))
        if words and words not in seen:
            seen.add(words)
            names.append(Name(what, words, written))
    return Document(
        subject.pk,
        subject.kind,
        subject.country_code,
        subject.importance,
        names[:MOST_NAMES],
        _context(subject, {word for words in seen for word in words})[:MOST_CONTEXT],
    )


def _made_names(subject):
    """Names that nobody writes down because everybody knows them: the head of state of a country, for one."""
    if subject.kind == Kind.OFFICE:
        _, of, country = subject.names[0][0].rpartition(" of ")
        return [(f"{role} of {country}", ALIAS) for role in OFFICE_SYNONYMS.get(subject.detail, ()) if of]
    if subject.kind == Kind.IDEOLOGY:
        return [(name, ALIAS) for name in _held_by(subject.names[0][0])]
    return []


def _held_by(ideology):
    """What those are called who hold it: of conservatism, conservatives."""
    for ending, others in IDEOLOGY_ENDINGS.items():
        if ideology.endswith(ending):
            return [ideology.removesuffix(ending) + other for other in others]
    return []


def _context(subject, known):
    words = [word for name in subject.around for word in words_of_name(name)]
    if subject.kind == Kind.ELECTION:
        words += [*ELECTION_SYNONYMS.get(subject.detail, ()), "election", subject.year]
    elif subject.kind == Kind.INSTITUTION:
        words += INSTITUTION_SYNONYMS.get(subject.detail, ())
    return [word for word in dict.fromkeys(words) if word and word not in known and word not in STOP_WORDS]


def _telling(words):
    return [word for word in words if word not in STOP_WORDS]


def _joined_pairs(words):
    """Neighbouring words of which one is short, as one: ``kim jong`` is also typed ``kimjong``."""
    return [one + other for one, other in pairwise(words) if min(len(one), len(other)) <= SHORT_WORD]
