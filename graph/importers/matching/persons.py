"""Matches politicians: the rules that decide whether two records are about one person."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

from graph.importers.matching.nodes import Node, Term
from graph.text import dates
from graph.text.folding import fold_unordered

WIKIDATA = "wikidata"
ONE_VALUE_PER_PERSON = (WIKIDATA, "bioguide", "datadotparl")
"""Schemes with one value per person. Other registers can list a person again in each term."""
YOUNGEST_IN_OFFICE = 17
NEXT_TERM = timedelta(days=2 * 366)
"""If a seat is won again within this time, the same person most likely won it."""


class PersonIndex:
    """The politicians known so far, by country and by folded name in any word order."""

    def __init__(self, persons: Iterable[Node] = ()):
        self._by_key = defaultdict(dict)
        for person in persons:
            self.add(person)

    def add(self, person: Node) -> None:
        """Index a person, or the new names of a known person."""
        for key in _keys(person):
            self._by_key[key][person] = None

    def match(self, person: Node) -> Node | None:
        """The known person by the strongest rule that finds one; None if no rule does, or it finds several.

        If it finds several, the only one in a party of the person is the match.
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
    """Two records with one Wikidata id in one country are one person."""
    return bool(one.values_of(WIKIDATA) & other.values_of(WIKIDATA))


def has_same_name_and_birth(one: Node, other: Node) -> bool:
    """Same name and birth date. The same birth year is enough if their terms do not overlap."""
    if not (one.birth and other.birth) or is_contradicted(one, other):
        return False
    return dates.overlap(one.birth, other.birth) or not _have_overlapping_terms(one, other)


def has_same_name_and_seat_in_another_source(one: Node, other: Node) -> bool:
    """Two sources that give one name in one chamber mean one person."""
    return not one.sources & other.sources and not is_contradicted(one, other)


def has_same_name_in_other_chambers(one: Node, other: Node) -> bool:
    """Same name, no chamber in common and no contradiction: one career in two offices."""
    return not any(_terms_in_one_office(one, other)) and not is_contradicted(one, other)


def has_same_name_and_consecutive_terms(one: Node, other: Node) -> bool:
    """Same name in a chamber whose source lists its members again in each term.

    If the terms are years apart and the parties differ, they are probably two persons.
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
"""Strongest first."""


def is_contradicted(one: Node, other: Node) -> bool:
    """Whether the births, the ages in office or the identifiers show that these are two persons."""
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
    """Whether two terms share more than the day, month or year in which one ends and the other starts."""
    return any(_is_before(a.start, b.end) and _is_before(b.start, a.end) for a, b in _terms_in_one_office(one, other))


def _is_before(start, end):
    return not start or not end or dates.first_day(start) < dates.first_day(end)


def _have_near_terms(one, other):
    """Whether a term of one person begins within two years of the end of a term of the other."""
    return any(_is_next(a, b) or _is_next(b, a) for a, b in _terms_in_one_office(one, other))


def _is_next(term: Term, later: Term) -> bool:
    if not term.end or not later.start:
        return False
    return abs(dates.first_day(later.start) - dates.first_day(term.end)) <= NEXT_TERM
