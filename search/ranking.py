"""Compute the score of a candidate (a row that the database found) from its best name, kind, country and importance.

This is done in Python, so that both databases give the same results.
"""

import math
from dataclasses import dataclass

from graph.kinds import Kind
from search.index_document import (
    ACRONYM,
    ALIAS,
    DEMONYM,
    FOREIGN_SCRIPT,
    MAIN_NAME,
    MAX_IMPORTANCE,
    TRANSLATION,
    Name,
)
from search.query import ParsedQuery, Term
from search.vocabulary import STOP_WORDS

NAME_FACTORS = {MAIN_NAME: 1.0, ALIAS: 0.97, ACRONYM: 0.97, DEMONYM: 0.93, TRANSLATION: 0.93, FOREIGN_SCRIPT: 0.97}
KIND_BONUS = {Kind.COUNTRY: 0.05, Kind.IDEOLOGY: 0.05, Kind.OFFICE: 0.03, Kind.PARTY: 0.02, Kind.INSTITUTION: 0.01}
NAMED_KIND_BONUS, IMPORTANCE_WEIGHT = 0.08, 0.26
WHOLE_NAME_BONUS, JOINED_NAME = 0.1, 0.95
TAGS_ONLY, ALL_TAGS = 0.62, 0.90
"""Factors for an entity whose names do not match: if some terms, or all terms, match its country, kind or context."""
UNCOVERED, COVERED = 0.74, 0.26
EQUAL, PREFIX, PREFIX_LENGTH, PLURAL = 1.0, 0.80, 0.15, 0.85
CORRECTED, DISTANCE_PENALTY = 0.86, 0.11
CORRECTED_PREFIX, PREFIX_DISTANCE_PENALTY = 0.70, 0.10
SAME_COUNTRY, OTHER_COUNTRY, OTHER_COUNTRY_PREFIX = 0.88, 0.8, 0.7
SAME_KIND, SAME_TYPE, OTHER_KIND_FACTOR = 0.70, 0.85, 0.6
CONTEXT, TITLE_IN_CONTEXT = 0.45, 0.70
PERFECT = 1.0 + WHOLE_NAME_BONUS + IMPORTANCE_WEIGHT + KIND_BONUS[Kind.COUNTRY] + NAMED_KIND_BONUS
"""The highest score that `rank` can return."""
CANDIDATE_COLUMNS = ("entity_id", "kind", "country_code", "importance", "names", "context")


@dataclass(slots=True)
class Candidate:
    """An index row that the database found for a query, before it has a score."""

    pk: int
    kind: str
    country_code: str
    importance: int
    names: list[Name]
    context: frozenset[str]


@dataclass(slots=True)
class Hit:
    """A candidate with its score. ``matched`` is its best name, and ``text_score`` is the score of this name alone."""

    candidate: Candidate
    matched: str
    text_score: float
    score: float


def make_candidate(row: tuple) -> Candidate:
    """Return a candidate from a database row with the columns `CANDIDATE_COLUMNS`."""
    pk, kind, country_code, importance, names, context = row
    lines = (line.split("\t") for line in names.split("\n"))
    parsed = [Name(name_type, tuple(words.split(" ")), text) for name_type, words, text in lines]
    return Candidate(pk, kind, country_code, importance, parsed, frozenset(context.split()))


def rank(query: ParsedQuery, candidate: Candidate, factor: float = 1.0) -> Hit:
    """Return the candidate with its score; the text score is 0 if none of its names matches.

    A ``factor`` below 1 reduces the text score, for a query that only guesses what was meant.
    """
    best, matched = 0.0, candidate.names[0]
    for name in candidate.names:
        text_score = _name_score(query, candidate, name)
        if text_score > best:
            best, matched = text_score, name
    best *= factor
    importance = IMPORTANCE_WEIGHT * min(1.0, math.log1p(candidate.importance) / math.log1p(MAX_IMPORTANCE))
    kind = NAMED_KIND_BONUS if candidate.kind in query.kinds else 0.0
    return Hit(candidate, matched.text, best, best + importance + KIND_BONUS.get(candidate.kind, 0.0) + kind)


def _name_score(query, candidate, name):
    factor = NAME_FACTORS[name.type]
    if name.type == FOREIGN_SCRIPT and not query.is_foreign:
        return 0.0
    if len(name.words) in (len(query.tokens), len(query.words)) and sorted(name.words) in query.sorted_words:
        return factor + WHOLE_NAME_BONUS
    if "".join(query.tokens) == "".join(name.words):
        return JOINED_NAME
    is_sound = name.type == ACRONYM and query.is_foreign and not set(name.words) & set(query.words)
    if name.type == TRANSLATION or is_sound:
        # Parts of names in forty languages, and the sounds of a few letters, would match anything.
        return 0.0
    return factor * _partial_score(query, candidate, name.words)


def _partial_score(query, candidate, words):
    """Return the score of a name, from 0 to 1. Each term is matched with one of the words that earlier terms left."""
    total = weights = 0.0
    left, covered, tags = list(words), 0, 0
    for term in query.terms:
        score, used = _term_score(term, candidate, left)
        weight = query.weight(term)
        total += weight * score
        weights += weight
        tags += bool(score) and not used
        for word in used:
            left.remove(word)
            covered += len(word)
    share = total / weights if weights else 0.0
    if not covered:
        return share * (ALL_TAGS if tags == len(query.terms) > 1 else TAGS_ONLY)
    letters = sum(len(word) for word in words if word not in STOP_WORDS)
    return share * (UNCOVERED + COVERED * min(1.0, covered / max(letters, 1)))


def _term_score(term: Term, candidate, left):
    """Return the score of a term, and the words of the name that it matched; later terms cannot match these words."""
    if term.countries:
        return _country_score(term, candidate, left)
    score, used = _best_word(term, left)
    if term.kind:
        if candidate.kind == term.kind:
            kind_score = SAME_TYPE if term.word in candidate.context else SAME_KIND
            return (score, used) if score >= kind_score else (kind_score, [])
        if score < EQUAL:
            score *= OTHER_KIND_FACTOR
    if not score and term.word in candidate.context:
        return (TITLE_IN_CONTEXT if term.is_title else CONTEXT), []
    return score, used


def _country_score(term, candidate, left):
    used = [word for word in term.words if word in left]
    is_whole = len(used) == len(term.words)
    if candidate.country_code in term.countries:
        return (EQUAL, used) if is_whole else (SAME_COUNTRY, [])
    if is_whole:
        return OTHER_COUNTRY, used
    longer = [word for word in left if len(term.words) == 1 and word.startswith(term.word)]
    return (OTHER_COUNTRY_PREFIX, longer[:1]) if longer else (0.0, [])


def _best_word(term, left):
    best, used = 0.0, []
    for word in left:
        score = term.word_scores.get(word)
        if score is None:
            score = term.word_scores[word] = _word_score(term, word)
        if score > best:
            best, used = score, [word]
    return best, used


def _word_score(term, word):
    typed, distances = term.word, term.distances
    if word == typed:
        return EQUAL
    if not term.is_phonetic:
        if word.startswith(typed):
            return PREFIX + PREFIX_LENGTH * len(typed) / len(word)
        if len(typed) > 3 and (typed == f"{word}s" or (typed[-1] == "s" and word.startswith(typed[:-1]))):
            return PLURAL
    if word in distances:
        return CORRECTED - DISTANCE_PENALTY * distances[word]
    if term.is_phonetic or not distances:
        return 0.0
    prefixes = [distances[word[:length]] for length in range(1, len(word)) if word[:length] in distances]
    return CORRECTED_PREFIX - PREFIX_DISTANCE_PENALTY * min(prefixes) if prefixes else 0.0
