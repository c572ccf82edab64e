"""Decide whether a stop word before a name belongs to the name. "Le" is a part of the surname Le Pen, but "El" is an
article in "El Dorado"."""

from collections.abc import Iterable

from graph.kinds import Kind
from search.correction import KNOWN
from search.query import Clause, IndexTerm, ParsedQuery, Term
from search.ranking import Candidate


def surname_clauses(query: ParsedQuery) -> list[Clause]:
    """Return a search condition (clause) for each word of the query that may be in the name of a politician. Stop words
    such as "le" may be in such a name, too. The query "Marine Le Pen" gives conditions for "le", "marine" and "pen". An
    entity must match all of them."""
    words = query.untitled.union(*query.surnames)
    return [[[IndexTerm(word, is_prefix=False)]] for word in sorted(words)]


def with_stop_words(query: ParsedQuery, candidates: Iterable[Candidate]) -> ParsedQuery:
    """Return the query with an additional term for each stop word that belongs to a surname. For example, "Le" belongs
    to a surname if "Le Pen" is in the query, and the name of a politician among the ``candidates`` ends with "Le
    Pen"."""
    politicians = (candidate for candidate in candidates if candidate.kind == Kind.POLITICIAN)
    ends = {name.words[-2:] for politician in politicians for name in politician.names}
    stop_words = (Term(pair[:1]) for pair in sorted(query.surnames & ends))
    return query.with_terms(dict.fromkeys([*stop_words, *query.terms]))


def lacks_stop_word(query: ParsedQuery, candidate: Candidate) -> bool:
    """Return True if the search must leave out this candidate, because its names lack a stop word of the query: "El
    Dorado" does not mean Luis Dorado. This is so if all of these are true:

    - The query has only one term, and a stop word before it, such as "El" before "Dorado". Stop words are not terms.
    - The candidate is a politician whose importance is below `KNOWN`.
    - No name of the candidate has the stop word."""
    is_famous = candidate.kind != Kind.POLITICIAN or candidate.importance >= KNOWN
    if is_famous or len(query.terms) > 1 or not query.surnames:
        return False
    words = {word for name in candidate.names for word in name.words}
    return not any(stop_word in words for stop_word, _ in query.surnames)
