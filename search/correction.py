"""Find corrections for the typing errors in a query. The corrections are words of the search index."""

from dataclasses import replace

from graph.kinds import Kind
from search.backends import lookup
from search.index_document import FOREIGN_SCRIPT, TRANSLATION
from search.query import ParsedQuery, Term
from search.ranking import Candidate, Hit
from search.similarity import corrections, phonetic_code, phonetic_matches
from search.vocabulary import PLAIN_WORDS, SAME_GIVEN_NAMES

MAX_PHRASES, MAX_CORRECTED_TERMS, MAX_ALTERNATIVES, MAX_GIVEN_NAMES = 12, 4, 64, 3
OTHER_LAST_LETTER = 0.4
"""This number is added to the edit distance (number of typing errors) of a correction if its last letter differs from
the last letter of the typed word. It is not added if both words sound alike. Most people type the last letter of a word
right."""
SAME_NAME_DISTANCE = 0.3
"""The edit distance (number of typing errors) that is assumed between two forms of a given name, such as Bill and
William."""
LEAST_SHARE = 0.5
"""When a query is corrected, its typed words also find longer words that begin with them. The typed word must have at
least this fraction of the letters of the longer word: ``zele`` does not find ``zelenskyy``, because it has only four of
the nine letters."""
SAME_SOUND = 0.7
"""This number is subtracted from the edit distance (number of typing errors) of a correction that sounds like the typed
word. Both then have the same `phonetic_code`."""
KNOWN, FAMOUS, LONG_WORD = 30, 100, 7
"""Limits for the importance of an entity, which is a number from 0 to 2000. An entity is little known below ``KNOWN``,
and famous from ``FAMOUS`` on. ``LONG_WORD`` is a number of letters: a query of one mistyped word finds a little known
entity only if the word has at least this many letters."""

GOOD_LITTLE_KNOWN = 0.75
"""A hit with at least this text score (see `Hit`) is never doubtful (see `is_doubtful`), even if its entity is little
known."""


def corrected(query: ParsedQuery) -> ParsedQuery:
    """Return the query with ``alternatives`` for its four longest words. The alternatives of a word are similar words
    in the search index. Names of countries, and titles such as "minister", get no alternatives.

    - If the query was converted from another script, the alternatives sound like the word.
    - Otherwise, they are corrections of typing errors, and other forms of a given name, such as William for Bill. The
      words in `PLAIN_WORDS` are not corrected."""
    names = [term for term in query.terms if not (term.countries or term.is_title)]
    longest = sorted(names, key=lambda term: -len(term.word))[:MAX_CORRECTED_TERMS]
    limit = MAX_ALTERNATIVES // max(1, len(longest))
    return query.with_terms(
        _corrected_term(term, limit, query.is_foreign, len(names) > 1)
        if term in longest
        else replace(term, min_share=LEAST_SHARE)
        for term in query.terms
    )


def _corrected_term(term, limit, is_foreign, has_others):
    if is_foreign:
        return replace(term, alternatives=tuple(phonetic_matches(term.word, lookup.words_by_key)))
    near = [] if term.word in PLAIN_WORDS else corrections(term.word, lookup.words_by_key)[:limit]
    near = [(word, distance + _adjustment(term.word, word)) for word, distance in near]
    found = dict([*near, *((name, SAME_NAME_DISTANCE) for name in SAME_GIVEN_NAMES.get(term.word, ()))])
    for word, distance in near[:MAX_GIVEN_NAMES] if has_others else ():
        # The corrected given name may have forms in other languages: a user who types "Vladmir" may mean Volodymyr.
        found |= {name: distance + 1 for name in SAME_GIVEN_NAMES.get(word, ()) if name not in found}
    return replace(term, alternatives=tuple(found.items()), min_share=LEAST_SHARE)


def _adjustment(typed, word):
    if phonetic_code(typed) == phonetic_code(word):
        return -SAME_SOUND
    return OTHER_LAST_LETTER * (typed[-1] != word[-1])


def is_likely_guess(query: ParsedQuery, candidate: Candidate) -> bool:
    """Return True if the user may mean this entity, although the ``query`` has typing errors. This is always so if the
    query has several terms, or if the entity is famous. For a query of one word, it depends on the importance of the
    entity:

    - If the importance is at least `KNOWN`, a word in a name of the entity must begin with the same letter as the
      query.
    - If the importance is lower, this word must also have the same `phonetic_code` as the query, and the query must
      have at least `LONG_WORD` letters."""
    if len(query.terms) > 1 or candidate.importance >= FAMOUS:
        return True
    typed = query.terms[0].word
    words = {word for name in candidate.names for word in name.words if word[0] == typed[0]}
    if candidate.importance >= KNOWN:
        return bool(words)
    return len(typed) >= LONG_WORD and phonetic_code(typed) in map(phonetic_code, words)


def is_doubtful(query: ParsedQuery, hit: Hit, typed: tuple[str, ...]) -> bool:
    """Return True if a hit is probably not what the user means. ``typed`` are the words that the user typed. A hit with
    a text score of at least `GOOD_LITTLE_KNOWN` is never doubtful. Any other hit is doubtful in two cases:

    - The hit is a party, but the query asks for an office.
    - The hit is not a party. It does not match the words that the user typed in Latin letters, but only a correction of
      them. Its importance is low: below `KNOWN` if the query has one term, or below `FAMOUS` if the query has
      several."""
    if hit.candidate.kind == Kind.PARTY and Kind.OFFICE in query.kinds and hit.text_score < GOOD_LITTLE_KNOWN:
        return True
    enough = FAMOUS if len(query.terms) > 1 else KNOWN
    if hit.candidate.importance >= enough or hit.text_score >= GOOD_LITTLE_KNOWN or hit.candidate.kind == Kind.PARTY:
        return False
    return query.is_guess and not query.is_foreign and not set(spelling(query, hit).split()) <= set(typed)


def is_known_or_typed(query: ParsedQuery, candidate: Candidate) -> bool:
    """Return True if the importance of the entity is at least `KNOWN`, or if a word of the query is also a word in one
    of its names. Words that name a country do not count. The beginning of a word is not enough: "Gaga" does not match
    "Gagan"."""
    words = (word for name in candidate.names for word in name.words)
    return candidate.importance >= KNOWN or not query.name_words.isdisjoint(words)


def phrases(terms: tuple[Term, ...]) -> dict[tuple[str, ...], int]:
    """Return up to 12 corrected queries as a dict {tuple of words: number of typing errors}. The first query has the
    likeliest correction of each term. In all others, only one term is corrected. For the terms of ``emanuel makron``,
    the dict begins with ``{("emmanuel", "macron"): 2, ("emmanuel", "makron"): 1}``."""
    typed = [(term.words, 0) for term in terms]
    corrected = [[((word,), max(1, round(distance))) for word, distance in term.alternatives] for term in terms]
    guesses = [[options[0] if options else same for options, same in zip(corrected, typed, strict=True)]]
    for position, options in enumerate(corrected):
        guesses += [[*typed[:position], option, *typed[position + 1 :]] for option in options]
    found = {}
    for guess in guesses:
        found.setdefault(tuple(word for words, _ in guess for word in words), sum(distance for _, distance in guess))
    return dict(list(found.items())[:MAX_PHRASES])


def spelling(query: ParsedQuery, hit: Hit) -> str:
    """Return the normalised words of the query (lower case, without accents). Each mistyped word is replaced by the
    word that it matches in a name of the ``hit``: for ``makron`` and the hit Emmanuel Macron, return ``macron``. If the
    query is in another script than Latin, words that match no name are left out."""
    # A translated name counts only if it matches as a whole.
    names = [name for name in hit.candidate.names if name.type not in (TRANSLATION, FOREIGN_SCRIPT)]
    names += [name for name in hit.candidate.names if name.text == hit.matched]
    words = {word for name in names for word in name.words}
    terms = [term for term in query.terms if not query.is_foreign or _is_in(term, words)]
    return " ".join(_spelling(term, words) for term in terms)


def _is_in(term, words):
    return term.countries or any(word.startswith(term.word) or word in term.distances for word in words)


def _spelling(term, words):
    if not term.alternatives or any(word.startswith(term.word) for word in words):
        return " ".join(term.words)
    return next((word for word, _ in term.alternatives if word in words), term.word)
