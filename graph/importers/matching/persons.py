"""Match politicians: rules decide whether two nodes with the same name or Wikidata id are one person."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

from graph.importers.matching.nodes import Node
from graph.text import dates
from graph.text.folding import fold_unordered

WIKIDATA = "wikidata"
ONE_VALUE_PER_PERSON = (WIKIDATA, "bioguide", "datadotparl")
"""The schemes in which a person has only one identifier. In other schemes, a person can have one for each term."""
YOUNGEST_IN_OFFICE = 17
NEXT_TERM = timedelta(days=2 * 366)
"""Two terms in one office can be of one person who changed the party, if they are at most this time apart."""


class PersonIndex:
    """The known politicians by country and Wikidata id, and by country and name in any order of the words."""

    def __init__(self, persons: Iterable[Node] = ()):
        self._by_key = defaultdict(dict)
        for person in persons:
            self.add(person)

    def add(self, person: Node) -> None:
        """Add a person, or the new names of a person that the index has."""
        for key in _keys(person):
            self._by_key[key][person] = None

    def match(self, person: Node) -> Node | None:
        """Return the person that the first rule with a result finds; of several, the only one of the same party."""
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
    return bool(one.values_of(WIKIDATA) & other.values_of(WIKIDATA))


def has_same_name_and_birth(one: Node, other: Node) -> bool:
    """Return whether the known dates of birth agree; if only the years do, terms in one office must not overlap."""
    if not (one.birth and other.birth) or is_contradicted(one, other):
        return False
    return dates.overlap(one.birth, other.birth) or not _have_overlapping_terms(one, other)


def has_same_name_and_seat_in_another_source(one: Node, other: Node) -> bool:
    return not one.sources & other.sources and not is_contradicted(one, other)


def has_same_name_in_other_chambers(one: Node, other: Node) -> bool:
    return not any(_terms_in_one_office(one, other)) and not is_contradicted(one, other)


def has_same_name_and_consecutive_terms(one: Node, other: Node) -> bool:
    """Return whether one source has both, with terms that do not overlap and one party, or near terms."""
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
"""The rules for matching politicians, in the order in which they are tried. The strongest rule comes first."""


def is_contradicted(one: Node, other: Node) -> bool:
    """Return whether birth years, identifiers or a term in childhood show that these are different persons."""
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
    """Return whether two persons held the same office on more than one day."""
    return any(_is_before(a.start, b.end) and _is_before(b.start, a.end) for a, b in _terms_in_one_office(one, other))


def _is_before(start, end):
    return not start or not end or dates.first_day(start) < dates.first_day(end)


def _have_near_terms(one, other):
    """Return whether one person began a term within NEXT_TERM of the end of the other's term in the same office."""
    pairs = ((term.end, later.start) for a, b in _terms_in_one_office(one, other) for term, later in ((a, b), (b, a)))
    return any(
        end and start and abs(dates.first_day(start) - dates.first_day(end)) <= NEXT_TERM for end, start in pairs
    )
