"""When two politicians are one person: the rules of the catalogue, over nodes, without a database."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

from graph.importers.matching.nodes import Node, Term
from graph.text import dates
from graph.text.folding import fold_unordered

WIKIDATA = "wikidata"
YOUNGEST_IN_OFFICE = 17
NEXT_TERM = timedelta(days=2 * 366)
"""A seat that is won again within this time is most likely won by the same person."""


class PersonIndex:
    """The politicians known so far, by country and by folded name whatever the order of its words."""

    def __init__(self, persons: Iterable[Node] = ()):
        self._by_name = defaultdict(list)
        self._by_wikidata = defaultdict(list)
        for person in persons:
            self.add(person)

    def add(self, person: Node) -> None:
        """Make a person, or the new names of a known one, findable."""
        for name in person.all_names():
            _append(self._by_name[person.country_code, fold_unordered(name)], person)
        for value in person.values_of(WIKIDATA):
            _append(self._by_wikidata[person.country_code, value], person)

    def match(self, person: Node) -> Node | None:
        """The known person this one is, by the strongest rule that hits; None when none does, or two persons fit."""
        candidates = self._candidates(person)
        for rule in RULES:
            hits = [known for known in candidates if rule(known, person)]
            if hits:
                return _only_one(hits, person)
        return None

    def _candidates(self, person):
        found = []
        for value in person.values_of(WIKIDATA):
            found += self._by_wikidata[person.country_code, value]
        for name in person.all_names():
            if folded := fold_unordered(name):
                found += self._by_name[person.country_code, folded]
        return list(dict.fromkeys(found))


def _only_one(hits, person):
    """The one hit; of several, the one of the person's own party, if it is one."""
    if len(hits) > 1:
        hits = [known for known in hits if known.parties & person.parties]
    return hits[0] if len(hits) == 1 else None


def _append(bucket, person):
    if person not in bucket:
        bucket.append(person)


def has_same_wikidata(one: Node, other: Node) -> bool:
    """One Wikidata id in one country is one person."""
    return bool(one.values_of(WIKIDATA) & other.values_of(WIKIDATA))


def has_same_name_and_birth(one: Node, other: Node) -> bool:
    """Same name and same birth date; the same year is enough where no term of one overlaps a term of the other."""
    if not (one.birth and other.birth) or is_contradicted(one, other):
        return False
    return dates.overlap(one.birth, other.birth) or not _sat_at_one_time(one, other)


def has_same_name_in_other_chambers(one: Node, other: Node) -> bool:
    """Same name, no chamber in common, nothing that contradicts: one career in two offices."""
    return not _shared_offices(one, other) and not is_contradicted(one, other)


def has_same_name_and_consecutive_terms(one: Node, other: Node) -> bool:
    """Same chamber, no birth date on one side, terms that do not overlap: a chamber that lists members anew each term.

    Years apart and in another party it is rather a namesake.
    """
    if is_contradicted(one, other) or not _from_one_source(one, other) or _sat_at_one_time(one, other):
        return False
    return not (one.parties and other.parties) or bool(one.parties & other.parties) or _follow(one, other)


def has_same_name_and_seat_in_another_source(one: Node, other: Node) -> bool:
    """Two sources that speak of one name in one chamber speak of one person."""
    return not _from_one_source(one, other) and not is_contradicted(one, other)


RULES = (
    has_same_wikidata,
    has_same_name_and_birth,
    has_same_name_and_seat_in_another_source,
    has_same_name_in_other_chambers,
    has_same_name_and_consecutive_terms,
)


def is_contradicted(one: Node, other: Node) -> bool:
    """Whether birth, age in office, Wikidata id or another register's key says that these are two persons."""
    return (
        _births_differ(one.birth, other.birth)
        or _identifiers_differ(one, other)
        or _is_too_young(one, other.terms)
        or _is_too_young(other, one.terms)
    )


def _is_too_young(person, terms):
    if not person.birth:
        return False
    youngest = int(person.birth[:4]) + YOUNGEST_IN_OFFICE
    return any(term.start and dates.year_of(term.start) < youngest for term in terms)


def _births_differ(one, other):
    return bool(one and other) and one[:4] != other[:4]


def _identifiers_differ(one, other):
    """Wikidata may name a person once only; a register of one source may list a person again each term."""
    for scheme in (WIKIDATA, "bioguide", "datadotparl"):
        ours, theirs = one.values_of(scheme), other.values_of(scheme)
        if ours and theirs and not ours & theirs:
            return True
    return False


def _from_one_source(one, other):
    return bool(one.sources & other.sources)


def _shared_offices(one, other):
    return {id(term.office) for term in one.terms} & {id(term.office) for term in other.terms}


def _sat_at_one_time(one, other):
    return any(_overlap(a, b) for a in one.terms for b in other.terms if a.office is b.office)


def _follow(one, other):
    """Whether a term of one begins within two years of the end of a term of the other."""
    pairs = [(a, b) for a in one.terms for b in other.terms if a.office is b.office]
    return any(_gap(a.end, b.start) <= NEXT_TERM or _gap(b.end, a.start) <= NEXT_TERM for a, b in pairs)


def _gap(end, start):
    if not end or not start:
        return NEXT_TERM + NEXT_TERM
    return abs(dates.first_day(start) - dates.first_day(end))


def _overlap(one: Term, other: Term) -> bool:
    """Whether two terms share more than the day, month or year in which one ends and the other starts."""
    return _before(one.start, other.end) and _before(other.start, one.end)


def _before(start, end):
    return not start or not end or dates.first_day(start) < dates.first_day(end)
