"""Stop words before a name: "Le" is a part of the surname Le Pen, but "El" is an article in "El Dorado"."""

from collections.abc import Iterable

from graph.kinds import Kind
from search.correction import KNOWN
from search.query import Clause, IndexTerm, ParsedQuery, Term
from search.ranking import Candidate


def surname_clauses(query: ParsedQuery) -> list[Clause]:
    """Return the search conditions for entities with the names in a query and the stop words before them."""
    words = query.untitled.union(*query.surnames)
    return [[[IndexTerm(word, is_prefix=False)]] for word in sorted(words)]


def with_stop_words(query: ParsedQuery, candidates: Iterable[Candidate]) -> ParsedQuery:
    """Return a query that also searches for the stop words with which the surname of a politician begins."""
    politicians = (candidate for candidate in candidates if candidate.kind == Kind.POLITICIAN)
    ends = {name.words[-2:] for politician in politicians for name in politician.names}
    stop_words = (Term(pair[:1]) for pair in sorted(query.surnames & ends))
    return query.with_terms(dict.fromkeys([*stop_words, *query.terms]))


def lacks_stop_word(query: ParsedQuery, candidate: Candidate) -> bool:
    """Return True for a little known politician without the stop word before the only name in the query: "El Dorado" is
    not Luis Dorado."""
    is_famous = candidate.kind != Kind.POLITICIAN or candidate.importance >= KNOWN
    if is_famous or len(query.terms) > 1 or not query.surnames:
        return False
    words = {word for name in candidate.names for word in name.words}
    return not any(stop_word in words for stop_word, _ in query.surnames)
