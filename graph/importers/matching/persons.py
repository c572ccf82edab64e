"""Match politicians: rules decide whether two records with the same name or Wikidata id are about one person."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

from graph.importers.matching.nodes import Node, Term
from graph.text import dates
from graph.text.folding import fold_unordered

WIKIDATA = "wikidata"
ONE_VALUE_PER_PERSON = (WIKIDATA, "bioguide", "datadotparl")
"""Schemes in which a person has only one value. Other registers can give a person another value in each term."""
YOUNGEST_IN_OFFICE = 17
NEXT_TERM = timedelta(days=2 * 366)
"""Two terms in one office, at most this time apart, can be of one person even if the parties differ."""


class PersonIndex:
    """An index of the known politicians by country, and by Wikidata id or folded name in any order of its words."""

    def __init__(self, persons: Iterable[Node] = ()):
        self._by_key = defaultdict(dict)
        for person in persons:
            self.add(person)

    def add(self, person: Node) -> None:
        """Index a person. Call it again for a known person who has new names."""
        for key in _keys(person):
            self._by_key[key][person] = None

    def match(self, person: Node) -> Node | None:
        """Return the known person by the first rule in RULES that finds one; None if no rule finds any.

        If that rule finds several, return the only one with a party in common; None if there is none or several.
        """
        candidates = list(dict.fromkeys(known for key in _keys(person) for known in self._by_key.get(key, ())))
        for rule in RULES:
            if matches := [known for known in candidates if rule(known, person)]:
                if len(matches) > 1:
                    matches = [known for known in matches if known.parties & person.parties]
                return matches[0] if len(matches) == 1 else None
        return None


def _keys(person):
    yield from ((person.country_code, WIKIDATA, value) for value in person.values_of(WIKIDATA))
    names = (fold_unordered(name) for name in person.all_names())
    yield from ((person.country_code, "name", folded) for folded in names if folded)


def has_same_wikidata(one: Node, other: Node) -> bool:
    """Return True if both records of one country have the same Wikidata id."""
    return bool(one.values_of(WIKIDATA) & other.values_of(WIKIDATA))


def has_same_name_and_birth(one: Node, other: Node) -> bool:
    """Return True for one name and birth date, or birth year without overlapping terms, unless `is_contradicted`."""
    if not (one.birth and other.birth) or is_contradicted(one, other):
        return False
    return dates.overlap(one.birth, other.birth) or not _have_overlapping_terms(one, other)


def has_same_name_and_seat_in_another_source(one: Node, other: Node) -> bool:
    """Return True if two records with the same name have no source in common, unless `is_contradicted`."""
    return not one.sources & other.sources and not is_contradicted(one, other)


def has_same_name_in_other_chambers(one: Node, other: Node) -> bool:
    """Return True if two records with the same name have no office in common, unless `is_contradicted`."""
    return not any(_terms_in_one_office(one, other)) and not is_contradicted(one, other)


def has_same_name_and_consecutive_terms(one: Node, other: Node) -> bool:
    """Return True if two records with one name and a common source have no overlapping terms in one office.

    If their known parties differ, the terms must be at most NEXT_TERM apart. False if `is_contradicted`.
    """
    if is_contradicted(one, other) or not one.sources & other.sources or _have_overlapping_terms(one, other):
        return False
    return not (one.parties and other.parties) or bool(one.parties & other.parties) or _have_near_terms(one, other)


RULES = (
    has_same_wikidata,
    has_same_name_and_birth,
    has_same_name_and_seat_in_another_source,
    has_same_name_in_other_chambers,
    has_same_name_and_consecutive_terms,
)
"""The rules in the order in which they are tried, strongest first."""


def is_contradicted(one: Node, other: Node) -> bool:
    """Return whether birth years, ages at the start of a term, or identifiers show that these are two persons."""
    return (
        bool(one.birth and other.birth and one.birth[:4] != other.birth[:4])
        or any(_values_differ(one.values_of(scheme), other.values_of(scheme)) for scheme in ONE_VALUE_PER_PERSON)
        or _is_too_young(one, other.terms)
        or _is_too_young(other, one.terms)
    )


def _values_differ(one, other):
    return bool(one and other and not one & other)


def _is_too_young(person, terms):
    if not person.birth:
        return False
    first_year = int(person.birth[:4]) + YOUNGEST_IN_OFFICE
    return any(term.start and dates.year_of(term.start) < first_year for term in terms)


def _terms_in_one_office(one, other):
    return ((a, b) for a in one.terms for b in other.terms if a.office is b.office)


def _have_overlapping_terms(one, other):
    """Return whether two terms in one office share more than the date on which one ends and the other starts."""
    return any(_is_before(a.start, b.end) and _is_before(b.start, a.end) for a, b in _terms_in_one_office(one, other))


def _is_before(start, end):
    return not start or not end or dates.first_day(start) < dates.first_day(end)


def _have_near_terms(one, other):
    """Return whether a term of one starts within NEXT_TERM of the end of the other's term in one office."""
    return any(_is_next(a, b) or _is_next(b, a) for a, b in _terms_in_one_office(one, other))


def _is_next(term: Term, later: Term) -> bool:
    if not term.end or not later.start:
        return False
    return abs(dates.first_day(later.start) - dates.first_day(term.end)) <= NEXT_TERM
