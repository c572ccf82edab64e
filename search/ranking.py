"""Compute the scores of index rows (candidates) in Python, so that PostgreSQL and SQLite give the same results."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from graph.kinds import Kind
from search.index_document import ACRONYM, FOREIGN_SCRIPT, MAX_IMPORTANCE, NAME_FACTORS, TRANSLATION, Name, parse_names
from search.query import ParsedQuery, Term
from search.vocabulary import STOP_WORDS

KIND_BONUS = {Kind.COUNTRY: 0.05, Kind.IDEOLOGY: 0.05, Kind.OFFICE: 0.03, Kind.PARTY: 0.02, Kind.INSTITUTION: 0.01}
NAMED_KIND_BONUS, IMPORTANCE_WEIGHT = 0.08, 0.26
WHOLE_NAME_BONUS, JOINED_NAME = 0.1, 0.95
TAGS_ONLY, ALL_TAGS = 0.62, 0.90
"""Factors for the score of an entity if no word of the query is in its names, but words match its country, its kind or
a related name. The factor is ALL_TAGS if the query has several words, and each of them matches. Otherwise, the factor
is TAGS_ONLY."""
UNCOVERED, COVERED, ALL_MATCHED = 0.74, 0.26, 0.95
"""If a query matches only some words of a name, the score is multiplied by ``UNCOVERED + COVERED * share``. Here,
``share`` is the fraction of the letters of the name that match. The factor is at least ALL_MATCHED if every word of the
query matches: some match the name, and all others match the country, the kind or a related name."""
EQUAL, PREFIX, PREFIX_LENGTH, PLURAL = 1.0, 0.80, 0.15, 0.85
LONG_WORD, PLURAL_ENDING = 5, 2
"""In the names of related entities, a word of at least LONG_WORD letters also finds longer words that begin with it. In
the names of an entity, a plural also finds longer words that begin with its singular. They have up to PLURAL_ENDING
letters more than the plural: ``liberals`` finds ``liberalism``."""
CORRECTED, DISTANCE_PENALTY = 0.86, 0.11
CORRECTED_PREFIX, PREFIX_DISTANCE_PENALTY = 0.70, 0.10
SAME_COUNTRY, OTHER_COUNTRY, OTHER_COUNTRY_PREFIX = 0.88, 0.8, 0.7
SAME_KIND, SAME_TYPE, OTHER_KIND_FACTOR = 0.70, 0.85, 0.6
CONTEXT, SYNONYM_IN_CONTEXT = 0.50, 0.70
DESCRIBED_BY_CONTEXT = (Kind.ELECTION, Kind.INSTITUTION)
"""The kinds of entities for which a match in the context counts more. The context has words from the names of related
entities. For these kinds, it also has synonyms of the type, such as "parliament"."""
PERFECT = 1.0 + WHOLE_NAME_BONUS + IMPORTANCE_WEIGHT + KIND_BONUS[Kind.COUNTRY] + NAMED_KIND_BONUS
CANDIDATE_COLUMNS = ("entity_id", "kind", "country_code", "importance", "names", "context")


@dataclass(slots=True)
class Candidate:
    """A row of the search index that may match the query. ``pk`` is the primary key of the entity. ``names`` begins
    with its main name. ``context`` has words of the names of related entities. ``importance`` is from 0 to 2000."""

    pk: int
    kind: str
    country_code: str
    importance: int
    names: list[Name]
    context: frozenset[str]


@dataclass(slots=True)
class Hit:
    """A candidate with its scores. ``matched`` is the name that matches best. ``text_score`` says how well the query
    matches this name, or the country, kind and related names of the entity: from 0 (not at all) to 1.1 (the whole
    name). ``score``, from 0 to `PERFECT`, also includes points for the importance and kind of the entity."""

    candidate: Candidate
    matched: str
    text_score: float
    score: float


@dataclass(slots=True)
class RankedHits:
    """Hits, the best first. ``spelling_of(hit)`` returns the corrected query that found the hit, or "" if the hit
    matches the query as typed. ``is_capped`` is True if the search may have left out further hits. No hit has a text
    score below ``least``."""

    hits: list[Hit] = field(default_factory=list)
    spelling_of: Callable[[Hit], str] = str
    is_capped: bool = False
    least: float = 0.0

    @property
    def spelling(self) -> str:
        """Return the corrected query that found the best hit, or "" if it matches the query as typed."""
        return self.spelling_of(self.hits[0]) if self.hits else ""


def make_candidate(row: tuple) -> Candidate:
    pk, kind, country_code, importance, names, context = row
    return Candidate(pk, kind, country_code, importance, parse_names(names), frozenset(context.split()))


def rank(query: ParsedQuery, candidate: Candidate, factor: float = 1.0) -> Hit:
    """Compute the scores of a candidate (a row of the search index) for a query, and return them as a hit. The text
    score is multiplied by ``factor``, which is below 1 if the query is only a guess of what the user meant."""
    best, matched = 0.0, candidate.names[0]
    from_tags = [_term_score(term, candidate, {})[0] for term in query.terms]
    tags_score = _partial_score(query, candidate, (), [], from_tags)
    for name in candidate.names:
        if _may_match_in_part(query, name):
            matching = _matching_words(query, name.words)
            partial = _partial_score(query, candidate, name.words, matching, from_tags) if matching else tags_score
        else:
            partial = 0.0
        text_score = _name_score(query, name, partial)
        if text_score > best:
            best, matched = text_score, name
    best *= factor
    importance = IMPORTANCE_WEIGHT * min(1.0, math.log1p(candidate.importance) / math.log1p(MAX_IMPORTANCE))
    kind = NAMED_KIND_BONUS if candidate.kind in query.kinds else 0.0
    return Hit(candidate, matched.text, best, best + importance + KIND_BONUS.get(candidate.kind, 0.0) + kind)


def _may_match_in_part(query, name):
    """Return True if the name may get a score when it has only some words in common with the query. Return False for
    these names:

    - a country's name in another language, because some of these many names share a word with almost any query,
    - a name in another script, if the query is in Latin letters,
    - an acronym that is not a word of the query, if the query is in another script."""
    if name.type == ACRONYM and query.is_foreign:
        return any(word in query.words for word in name.words)
    return name.type not in (TRANSLATION, FOREIGN_SCRIPT) or (name.type == FOREIGN_SCRIPT and query.is_foreign)


def _name_score(query, name, partial):
    """Return the score of one name for the query. A name with exactly the words of the query, in any order, gets the
    highest score. A name that differs only in blanks gets a high score. Any other name gets ``partial``, the score of
    the words that match, times a factor for the type of the name. A name in another script gets 0 if the query is in
    Latin letters."""
    if name.type == FOREIGN_SCRIPT and not query.is_foreign:
        return 0.0
    factor, words = NAME_FACTORS[name.type], name.words
    if len(words) in (len(query.tokens), len(query.words)) and sorted(words) in query.sorted_words:
        return factor + WHOLE_NAME_BONUS
    # Stop words are not required to match the whole name: for example "of the" in "Cabinet of the United Kingdom".
    if len(words) > len(query.words) > 1 and sorted(set(words) - STOP_WORDS) == query.sorted_words[1]:
        return factor + WHOLE_NAME_BONUS
    return JOINED_NAME if "".join(words) == query.joined else factor * partial


def _matching_words(query, words):
    known, matching = query.word_scores, []
    for word in words:
        scores = known.get(word)
        if scores is None:
            scores = tuple(_word_score(term, word) for term in query.terms)
            known[word] = scores = scores if any(scores) else ()
        if scores:
            matching.append(word)
    return matching


def _partial_score(query, candidate, words, left, from_tags):
    """Return the score, from 0 to 1, of a name that matches a part of the query.

    - ``words`` are the words of the name.
    - ``left`` are those ``words`` that match a term of the query. The function removes each word that a term has used,
      so that no word counts twice.
    - ``from_tags`` has a score for each term: how well the term matches the country, the kind or the related names of
      the entity. This score counts for a term that matches no word of the name."""
    total, covered, tags, matched = 0.0, 0, 0, 0
    scores = query.word_scores
    for index, weight in enumerate(query.weights):
        score, used = from_tags[index], ()
        found = {word: scores[word][index] for word in left if scores[word][index]}
        if found:
            score, used = _term_score(query.terms[index], candidate, found)
        total += weight * score
        matched += score == EQUAL if used else bool(score)
        tags += bool(score) and not used
        for word in used:
            left.remove(word)
            covered += len(word)
    share = total / query.total_weight if query.terms else 0.0
    if not covered:
        return share * (ALL_TAGS if tags == len(query.terms) > 1 else TAGS_ONLY)
    letters = sum(len(word) for word in words if word not in STOP_WORDS)
    found = UNCOVERED + COVERED * min(1.0, covered / max(letters, 1))
    # All terms match the name or the context: in "Clegg Lib Dem", "Lib Dem" is the party of Nick Clegg.
    return share * (max(found, ALL_MATCHED) if tags and matched == len(query.terms) else found)


def _term_score(term: Term, candidate, found):
    """Return (score, words) for a term of the query. ``words`` are the words of the name that match the term, and
    ``score`` says how well they match. If the country, the kind or a related name of the candidate matches better,
    return the score of this match, and no words. ``found`` has the words of the name that may match, with their scores:
    {word: score}."""
    if term.countries:
        return _country_score(term, candidate, found)
    best = max(found, key=found.get, default=None)
    score, used = (found[best], [best]) if best else (0.0, [])
    if term.kind:
        if candidate.kind == term.kind:
            kind_score = SAME_TYPE if term.word in candidate.context else SAME_KIND
            return (score, used) if score >= kind_score else (kind_score, [])
        if score < EQUAL:
            score *= OTHER_KIND_FACTOR
    if not score and _is_in_context(term.word, candidate.context):
        is_synonym = term.is_title or candidate.kind in DESCRIBED_BY_CONTEXT
        return (SYNONYM_IN_CONTEXT if is_synonym else CONTEXT), []
    return score, used


def _is_in_context(word, context):
    """Return True if the word is in ``context``, the words from names of related entities. A word of at least LONG_WORD
    letters may also be the beginning of such a word, as ``democrat`` is of ``democratic``."""
    return word in context or (len(word) >= LONG_WORD and any(other.startswith(word) for other in context))


def _country_score(term, candidate, found):
    used = [word for word in term.words if word in found]
    is_whole = len(used) == len(term.words)
    if candidate.country_code in term.countries:
        # For a Swedish party, the term "Swedish" also matches the word "Sweden" in the name.
        used = used if is_whole else [word for word in found if word not in term.words]
        return (EQUAL, used) if is_whole else (SAME_COUNTRY, used)
    if is_whole:
        return OTHER_COUNTRY, used
    beginning = [word for word in found if word.startswith(term.word)][:1] if len(term.words) == 1 else []
    return (OTHER_COUNTRY_PREFIX, beginning) if beginning else (0.0, [])


def _word_score(term, word):
    """Return how well a word of a name matches a term, from 0 (not at all) to 1 (equal). If the term names a country,
    the result is either 0 or 1. It is 1 in three cases:

    - The word is one of the words of the term.
    - The word is another name of the country, such as ``swedish`` for ``sweden``.
    - The term has only one word, and the word of the name begins with the term."""
    typed, distances = term.word, term.distances
    if term.countries:
        is_form = word in term.words or word in term.other_forms
        return float(is_form or (len(term.words) == 1 and word.startswith(typed)))
    if word == typed:
        return EQUAL
    if not term.is_phonetic:
        if word.startswith(typed) and len(typed) >= term.min_share * len(word):
            return PREFIX + PREFIX_LENGTH * len(typed) / len(word)
        if (
            len(typed) > 3
            and typed[-1] == "s"
            and word.startswith(typed[:-1])
            and len(word) <= len(typed) + PLURAL_ENDING
        ):
            return PLURAL
    if word in distances:
        return CORRECTED - DISTANCE_PENALTY * distances[word]
    if term.is_phonetic or not distances:
        return 0.0
    prefixes = [distances[word[:length]] for length in range(term.shortest, len(word)) if word[:length] in distances]
    return CORRECTED_PREFIX - PREFIX_DISTANCE_PENALTY * min(prefixes) if prefixes else 0.0
