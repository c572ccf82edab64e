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
"""This number is added to the edit distance (number of typing errors) of a correction that changes the last letter and
does not sound like the typed word. Most people type the last letter right."""
SAME_NAME_DISTANCE = 0.3
"""Two forms of a given name, such as Bill and William, are treated as words that differ by this number of typing
errors."""
LEAST_SHARE = 0.5
"""In a corrected query, a typed word also finds longer words that begin with it. The typed word must have at least this
fraction of the letters of the longer word: ``zele`` does not find ``zelenskyy``."""
SAME_SOUND = 0.7
"""This number is subtracted from the edit distance of a correction that sounds like the typed word: both have the same
`phonetic_code`."""
KNOWN, FAMOUS, LONG_WORD = 30, 100, 7
"""An entity is little known if its importance (0 to 2000) is below ``KNOWN``. It is famous if its importance is at
least ``FAMOUS``. For a query of one word, `is_likely_guess` accepts a little known entity only if this word has at
least ``LONG_WORD`` letters."""

GOOD_LITTLE_KNOWN = 0.75
"""A hit with at least this text score (how well a name matches, see `Hit`) is never doubtful, even if its entity is
little known (see `is_doubtful`)."""


def corrected(query: ParsedQuery) -> ParsedQuery:
    """Return the query with alternatives for its four longest words; countries and titles get none. If the query was
    converted from another script, the alternatives of a word are indexed words that sound like it. Otherwise, they are
    corrections of typing errors (none for `PLAIN_WORDS`), and other forms of a given name, such as William for Bill."""
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
    """Return True if the user may mean this entity by a ``query`` with typing errors. This is always so if the query
    has several words, or if the entity is famous. Otherwise, a name of the entity must have a word with the same first
    letter as the query. If the entity is little known, the query must also have at least `LONG_WORD` letters and the
    same `phonetic_code` as this word."""
    if len(query.terms) > 1 or candidate.importance >= FAMOUS:
        return True
    typed = query.terms[0].word
    words = {word for name in candidate.names for word in name.words if word[0] == typed[0]}
    if candidate.importance >= KNOWN:
        return bool(words)
    return len(typed) >= LONG_WORD and phonetic_code(typed) in map(phonetic_code, words)


def is_doubtful(query: ParsedQuery, hit: Hit, typed: tuple[str, ...]) -> bool:
    """Return True if a hit is probably not what the user means. A hit with a good text score is never doubtful. Another
    hit is doubtful in two cases:

    - The query asks for an office, but the hit is a party.
    - The hit is a little known entity, is not a party, and matches only a correction of the words that the user
      ``typed``. In a query of several words, every entity that is not famous counts as little known. Queries in another
      script than Latin are excluded from this case."""
    if hit.candidate.kind == Kind.PARTY and Kind.OFFICE in query.kinds and hit.text_score < GOOD_LITTLE_KNOWN:
        return True
    enough = FAMOUS if len(query.terms) > 1 else KNOWN
    if hit.candidate.importance >= enough or hit.text_score >= GOOD_LITTLE_KNOWN or hit.candidate.kind == Kind.PARTY:
        return False
    return query.is_guess and not query.is_foreign and not set(spelling(query, hit).split()) <= set(typed)


def is_known_or_typed(query: ParsedQuery, candidate: Candidate) -> bool:
    """Return True if the importance of the entity is at least `KNOWN`, or if one of its names has a whole word of the
    query. Words that name a country do not count. The name "Gagan" does not have the whole word "Gaga"."""
    words = (word for name in candidate.names for word in name.words)
    return candidate.importance >= KNOWN or not query.name_words.isdisjoint(words)


def phrases(terms: tuple[Term, ...]) -> dict[tuple[str, ...], int]:
    """Return up to 12 corrected queries, as tuples of words, mapped to their numbers of typing errors. In the first
    query, each term has its likeliest correction. In each other query, only one term is corrected. For ``emanuel
    makron``, the result begins with ``{("emmanuel", "macron"): 2, ("emmanuel", "makron"): 1}``."""
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
    """Return the normalised words of the query, in which each mistyped word is replaced by the word that it matches in
    a name of the ``hit``. For the query ``makron`` and the hit Emmanuel Macron, return ``macron``. If the query is in
    another script than Latin, words that match no name are left out."""
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
