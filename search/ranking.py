"""How well an entity answers a query: by its names, its country and kind, and how well known it is."""

import math
from dataclasses import dataclass

from graph.kinds import Kind
from search.index_document import ACRONYM, ALIAS, DEMONYM, ELSEWHERE, MOST_IMPORTANT, NAME, TRANSLATED
from search.query import ParsedQuery, Unit
from search.vocabulary import STOP_WORDS

FACTOR = {NAME: 1.0, ALIAS: 0.97, ACRONYM: 0.97, DEMONYM: 0.93, TRANSLATED: 0.93, ELSEWHERE: 0.97}
PRIOR = {Kind.COUNTRY: 0.05, Kind.IDEOLOGY: 0.05, Kind.OFFICE: 0.03, Kind.PARTY: 0.02, Kind.INSTITUTION: 0.01}
KIND_NAMED = 0.08
IMPORTANCE = 0.26
WHOLE_NAME, JOINED_NAME, TAGS_ALONE, ALL_TAGS = 0.1, 0.95, 0.62, 0.90
UNCOVERED, COVERED = 0.74, 0.26
EQUAL, BEGUN, BEGUN_BY_LENGTH, PLURAL = 1.0, 0.80, 0.15, 0.85
CORRECTED, CORRECTED_A_STEP = 0.86, 0.11
CORRECTED_BEGUN, CORRECTED_BEGUN_A_STEP = 0.70, 0.10
OF_THE_COUNTRY, ABROAD, ABROAD_BEGUN = 0.88, 0.8, 0.7
OF_THE_KIND, OF_THE_VERY_KIND, OF_ANOTHER_KIND_BEGUN = 0.70, 0.85, 0.6
AROUND, TITLE_AROUND = 0.45, 0.70
PERFECT = 1.0 + WHOLE_NAME + IMPORTANCE + 0.05 + KIND_NAMED
"""No score is higher."""


@dataclass(slots=True)
class Candidate:
    """A row of the index: names as tuples of what it is, its words, and how it is written."""

    pk: int
    kind: str
    country_code: str
    importance: int
    names: list[tuple[str, tuple[str, ...], str]]
    context: frozenset[str]


@dataclass(slots=True)
class Hit:
    """A candidate that answers: ``text`` says how well its ``matched`` name does, ``score`` everything together."""

    candidate: Candidate
    matched: str
    text: float
    score: float


def candidate(row) -> Candidate:
    """The candidate of a row (entity, kind, country code, importance, names, context) of the index."""
    pk, kind, country_code, importance, names, context = row
    parted = (line.split("\t") for line in names.split("\n"))
    told = [(what, tuple(words.split(" ")), written) for what, words, written in parted]
    return Candidate(pk, kind, country_code, importance, told, frozenset(context.split()))


def rank(query: ParsedQuery, found: Candidate, factor: float = 1.0) -> Hit:
    """The candidate with its score; its text is 0 when none of its names answers.

    ``factor`` is what the query is worth that was made of the one typed.
    """
    text, matched = max(
        ((_of_name(query, found, *name[:2]), -place) for place, name in enumerate(found.names)), default=(0.0, 0)
    )
    text *= factor
    known = IMPORTANCE * min(1.0, math.log1p(found.importance) / math.log1p(MOST_IMPORTANT))
    named = KIND_NAMED if found.kind in query.kinds else 0.0
    score = text + known + PRIOR.get(found.kind, 0.0) + named
    return Hit(found, found.names[-matched][2], text, score)


def _of_name(query, found, what, words):
    factor = FACTOR[what]
    if what == ELSEWHERE and not query.is_foreign:
        return 0.0
    if _is_whole(query, words):
        return factor + WHOLE_NAME
    if "".join(query.typed) == "".join(words):
        return JOINED_NAME
    if what == TRANSLATED or (what == ACRONYM and query.is_foreign and not set(words) & set(query.words)):
        # Forty languages begin like anything, and a few letters sound like anything.
        return 0.0
    total = weights = 0.0
    left, covered, tags = list(words), 0, 0
    for unit in query.units:
        worth, used = _of_unit(unit, found, left)
        weight = query.weight(unit)
        total += weight * worth
        weights += weight
        tags += bool(worth) and not used
        for word in used:
            left.remove(word)
            covered += len(word)
    return _together(query, found, words, total / weights if weights else 0.0, covered, tags) * factor


def _is_whole(query, words):
    if len(words) in (len(query.typed), len(query.words)):
        return sorted(words) in query.sorted_words
    return False


def _together(query, found, words, share, covered, tags):
    if not covered:
        is_complete = tags == len(query.units)
        return share * (ALL_TAGS if is_complete and len(query.units) > 1 else TAGS_ALONE)
    letters = sum(len(word) for word in words if word not in STOP_WORDS)
    return share * (UNCOVERED + COVERED * min(1.0, covered / max(letters, 1)))


def _of_unit(unit: Unit, found, left):
    """What the unit is worth in the words that are left, and which of them it used up."""
    if unit.countries:
        return _of_country(unit, found, left)
    worth, used = _of_word(unit, left)
    if unit.kind:
        if found.kind == unit.kind:
            of_kind = OF_THE_VERY_KIND if unit.word in found.context else OF_THE_KIND
            return max((worth, used), (of_kind, []), key=lambda pair: pair[0])
        if worth < EQUAL:
            worth *= OF_ANOTHER_KIND_BEGUN
    if not worth and unit.word in found.context:
        return (TITLE_AROUND if unit.is_title else AROUND), []
    return worth, used


def _of_country(unit, found, left):
    used = [word for word in unit.words if word in left]
    is_whole = len(used) == len(unit.words)
    if found.country_code in unit.countries:
        return (EQUAL if is_whole else OF_THE_COUNTRY), used if is_whole else []
    if is_whole:
        return ABROAD, used
    begun = [word for word in left if len(unit.words) == 1 and word.startswith(unit.word)]
    return (ABROAD_BEGUN, begun[:1]) if begun else (0.0, [])


def _of_word(unit, left):
    best, used = 0.0, []
    for word in left:
        worth = unit.worths.get(word)
        if worth is None:
            worth = unit.worths[word] = _alike(unit, word)
        if worth > best:
            best, used = worth, [word]
    return best, used


def _alike(unit, word):
    typed = unit.word
    if word == typed:
        return EQUAL
    if unit.is_heard:
        return CORRECTED - CORRECTED_A_STEP * unit.steps[word] if word in unit.steps else 0.0
    if word.startswith(typed):
        return BEGUN + BEGUN_BY_LENGTH * len(typed) / len(word)
    if len(typed) > 3 and (typed == f"{word}s" or (typed[-1] == "s" and word.startswith(typed[:-1]))):
        return PLURAL
    return _corrected(unit.steps, word) if unit.steps else 0.0


def _corrected(steps, word):
    if word in steps:
        return CORRECTED - CORRECTED_A_STEP * steps[word]
    begun = [steps[word[:length]] for length in range(1, len(word)) if word[:length] in steps]
    return CORRECTED_BEGUN - CORRECTED_BEGUN_A_STEP * min(begun) if begun else 0.0
