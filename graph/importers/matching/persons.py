"""Find the politician of the graph who is the same as an imported person, by Wikidata identifier or by name."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

from graph.importers.matching.nodes import Node
from graph.text import dates
from graph.text.folding import fold_unordered

WIKIDATA = "wikidata"
# The schemes in which a person has only one identifier. In other schemes, a person can have one for each term.
ONE_VALUE_PER_PERSON = (WIKIDATA, "bioguide", "datadotparl")
YOUNGEST_IN_OFFICE = 17
# Two persons of different parties can be one person only if their terms in an office are at most this far apart.
NEXT_TERM = timedelta(days=2 * 366)


class PersonIndex:
    """Finds politicians of a country by Wikidata ID, or by name. The words of the name can be in any order."""

    def __init__(self, persons: Iterable[Node] = ()):
        self._by_key = defaultdict(dict)
        for person in persons:
            self.add(person)

    def add(self, person: Node) -> None:
        """Add a person to the index. If the person is there already, add the new names and identifiers."""
        for key in _keys(person):
            self._by_key[key][person] = None

    def match(self, person: Node) -> Node | None:
        """Return the known politician of the same country who is the same as ``person``, or None. First search for the
        same Wikidata ID. If no politician has it, search for the same name among those who can be the same person (see
        `is_contradicted`). Try RULES, the strictest rule first, until a rule matches at least one of them. If several
        politicians match, return the only one who shares a party with ``person``."""
        candidates = list(dict.fromkeys(known for key in _keys(person) for known in self._by_key.get(key, ())))
        matches = [known for known in candidates if known.values_of(WIKIDATA) & person.values_of(WIKIDATA)]
        possible = [] if matches else [known for known in candidates if not is_contradicted(known, person)]
        for rule in RULES:
            matches = matches or [known for known in possible if rule(known, person)]
        if len(matches) > 1:
            matches = [known for known in matches if known.parties & person.parties]
        return matches[0] if len(matches) == 1 else None


def _keys(person):
    yield from ((person.country_code, WIKIDATA, value) for value in person.values_of(WIKIDATA))
    names = (fold_unordered(name) for name in person.all_names())
    yield from ((person.country_code, "name", folded) for folded in names if folded)


def has_same_birth(one: Node, other: Node) -> bool:
    """Return True if both dates of birth are known, and can belong to one person. The caller must compare the years.
    The day or month may differ, because sources have errors, unless both held the same office at the same time."""
    known = one.birth and other.birth
    return bool(known) and (dates.overlap(one.birth, other.birth) or not _have_overlapping_terms(one, other))


def is_in_another_source(one: Node, other: Node) -> bool:
    return not one.sources & other.sources


def was_in_other_offices(one: Node, other: Node) -> bool:
    return not any(_terms_in_one_office(one, other))


def has_consecutive_terms(one: Node, other: Node) -> bool:
    """Return True if two persons did not hold the same office at the same time, and one of these conditions is true:
    they share a party, the parties of one are unknown, or their terms in one office are at most NEXT_TERM apart."""
    if _have_overlapping_terms(one, other):
        return False
    return not (one.parties and other.parties) or bool(one.parties & other.parties) or _have_near_terms(one, other)


# The rules for matching politicians with the same name. The strongest rule is tried first.
RULES = (has_same_birth, is_in_another_source, was_in_other_offices, has_consecutive_terms)


def is_contradicted(one: Node, other: Node) -> bool:
    """Return True if two persons cannot be the same: their years of birth differ, or they have different identifiers in
    a scheme of ONE_VALUE_PER_PERSON, or one of them is too young for the terms of office of the other."""
    return (
        bool(one.birth and other.birth and one.birth[:4] != other.birth[:4])
        or any(one.differs_in(scheme, other) for scheme in ONE_VALUE_PER_PERSON)
        or _is_too_young(one, other.terms)
        or _is_too_young(other, one.terms)
    )


def _is_too_young(person, terms):
    years = [dates.year_of(term.start) for term in terms if term.start]
    return bool(person.birth and years) and min(years) < int(person.birth[:4]) + YOUNGEST_IN_OFFICE


def _terms_in_one_office(one, other):
    return ((a, b) for a in one.terms for b in other.terms if a.office is b.office)


def _have_overlapping_terms(one, other):
    """Return True if the two persons held the same office at the same time for more than one day."""

    def is_before(start, end):
        return not start or not end or dates.first_day(start) < dates.first_day(end)

    return any(is_before(a.start, b.end) and is_before(b.start, a.end) for a, b in _terms_in_one_office(one, other))


def _have_near_terms(one, other):
    pairs = ((term.end, later.start) for a, b in _terms_in_one_office(one, other) for term, later in ((a, b), (b, a)))
    days = ((dates.first_day(end), dates.first_day(start)) for end, start in pairs if end and start)
    return any(abs(start - end) <= NEXT_TERM for end, start in days)
