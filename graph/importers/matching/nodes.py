"""Match imported parties, elections, institutions and offices with those in the graph. All are `Node` objects."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from graph.kinds import ElectionKind, InstitutionType, OfficeType
from graph.models import OtherName
from graph.models.names import SHARED_SCHEMES
from graph.text import dates
from graph.text.folding import fold

# The largest number of days between the first round and the run-off of an election.
ROUNDS_WITHIN_DAYS = 92
# If several parties have the same name, match the only one that still exists or ended in this year or later.
FIRST_RECENT_END = 2006
ONE_PER_COUNTRY = frozenset(InstitutionType) - {InstitutionType.HIGHEST_COURT}


@dataclass(slots=True, eq=False)
class Fact:
    """The value of a fact of an entity, and where it comes from: the slug of a source, and the URL of a page of this
    source. If sources give different values, an import uses that of the source with the highest ``rank``."""

    value: object
    source: str
    rank: int
    url: str = ""


@dataclass(slots=True, eq=False)
class Term:
    """A term of office. ``start`` and ``end`` are partial dates, or "" if unknown."""

    office: "Node"
    start: str
    end: str


@dataclass(slots=True, eq=False)
class Node:
    """An entity in memory. ``pk`` is None if the entity is not in the database yet.

    - ``other_names`` maps (name, language) to the kind of the name. ``identifiers`` are pairs (scheme, value).
    - ``citations`` maps each cited page, (slug of the source, URL of the page), to the note of the citation, or "".
    - ``birth`` is a partial date such as "1954-07", or "". ``last_year`` is the year in which a party ended, or None.
    - ``changed`` has [old value, new value] for each field that the import has changed.
    - ``touched`` is True if the import has added, changed or removed a citation of the entity."""

    kind: str
    country_code: str
    pk: int | None = None
    slug: str = ""
    facts: dict[str, Fact] = field(default_factory=dict)
    other_names: dict[tuple[str, str], str] = field(default_factory=dict)
    identifiers: set[tuple[str, str]] = field(default_factory=set)
    citations: dict[tuple[str, str], str] = field(default_factory=dict)
    birth: str = ""
    terms: list[Term] = field(default_factory=list)
    parties: set["Node"] = field(default_factory=set)
    institution: "Node | None" = None
    last_year: int | None = None
    changed: dict[str, list] = field(default_factory=dict)
    touched: bool = False

    def get(self, name: str):
        fact = self.facts.get(name)
        return fact.value if fact else None

    @property
    def name(self) -> str:
        return self.facts["name"].value

    def all_names(self) -> list[str]:
        return [self.name, *(name for name, _ in self.other_names)]

    def folded_names(self) -> set[str]:
        return {folded for name in self.all_names() if (folded := fold(name))}

    def folded_acronyms(self) -> set[str]:
        return {fold(name) for (name, _), kind in self.other_names.items() if kind == OtherName.Kind.ACRONYM}

    def values_of(self, scheme: str) -> set[str]:
        return {value for name, value in self.identifiers if name == scheme}

    @property
    def sources(self) -> set[str]:
        return {source for source, _ in self.citations}

    def differs_in(self, scheme: str, other: "Node") -> bool:
        """Return True if both entities have identifiers in this scheme, but no identifier in common."""
        ours, theirs = self.values_of(scheme), other.values_of(scheme)
        return bool(ours and theirs and not ours & theirs)

    def own_identifiers(self) -> set[tuple[str, str]]:
        """Return the identifiers (scheme, value) that only one entity can have."""
        return {entry for entry in self.identifiers if entry[0] not in SHARED_SCHEMES}


class NodeIndex:
    """Finds entities of one kind in a country: those in the graph, and those that the current import adds."""

    type_field = ""

    def __init__(self, nodes: Iterable[Node] = ()):
        self._by_country = defaultdict(list)
        for node in nodes:
            self.add(node)

    def add(self, node: Node) -> None:
        self._by_country[node.country_code].append(node)

    def with_a_name_of(self, node: Node) -> Node | None:
        """Return the first entity of the same country that shares a name with ``node``. Ignore case and accents."""
        names = node.folded_names()
        return next((known for known in self._by_country[node.country_code] if names & known.folded_names()), None)

    def _of_types(self, country_code, *types):
        known = self._by_country[country_code]
        return [node for wanted in types for node in known if node.get(self.type_field) == wanted]


class PartyIndex(NodeIndex):
    def match(self, party: Node) -> Node | None:
        """Return the known party of the same country that is the same as ``party``, or None. First compare the display
        names of recent parties: those that have no end, or ended in FIRST_RECENT_END or later. Then compare all names
        except acronyms, then Wikidata IDs, until a comparison chooses a party.

        If a comparison finds several parties, it chooses the only one that shares an acronym with ``party``. If there
        is not exactly one such party, it chooses the only recent one. Otherwise, it chooses no party."""
        known = self._by_country[party.country_code]
        names = party.folded_names() - party.folded_acronyms()
        same_name = [other for other in known if names & (other.folded_names() - other.folded_acronyms())]
        shown = [other for other in same_name if fold(other.name) == fold(party.name) and _is_recent(other)]
        same_number = [other for other in known if other.values_of("wikidata") & party.values_of("wikidata")]
        matches = (_the_one(found, party) for found in (shown, same_name, same_number))
        return next(filter(None, matches), None)


def _the_one(found, party):
    with_acronym = [other for other in found if other.folded_acronyms() & party.folded_acronyms()]
    recent = list(filter(_is_recent, found))
    return next((matches[0] for matches in (found, with_acronym, recent) if len(matches) == 1), None)


def _is_recent(party):
    return party.last_year is None or party.last_year >= FIRST_RECENT_END


class ElectionIndex(NodeIndex):
    def match(self, election: Node) -> Node | None:
        """Return the known election of the same country and kind that is the same as ``election``, or None. Two
        by-elections are the same if they have the same day and a name in common. Two elections of another kind are the
        same if no source has both, and they are on the same day or at most ROUNDS_WITHIN_DAYS apart, such as the first
        round and the run-off. If several known elections match, return the one with the nearest date."""
        day, kind = election.get("date"), election.get("kind")
        known = [other for other in self._by_country[election.country_code] if other.get("kind") == kind]
        same_day = [other for other in known if dates.overlap(other.get("date"), day)]
        if kind == ElectionKind.BY_ELECTION:
            return next((other for other in same_day if other.folded_names() & election.folded_names()), None)

        def days_between(other):
            return abs((dates.first_day(other.get("date")) - dates.first_day(day)).days)

        # If a date has no month, the number of days between two dates is unknown.
        precise = [other for other in known if min(len(other.get("date")), len(day)) > len("2022")]
        near = [other for other in precise if days_between(other) <= ROUNDS_WITHIN_DAYS]
        candidates = ([other for other in found if not other.sources & election.sources] for found in (same_day, near))
        return min(next(filter(None, candidates), []), key=days_between, default=None)


class InstitutionIndex(NodeIndex):
    type_field = "institution_type"

    def match(self, institution: Node) -> Node | None:
        """Return the known institution of the same country that is the same as ``institution``, or None. If a country
        has only one institution of this type (see ONE_PER_COUNTRY), compare the types. Otherwise, compare names."""
        if (wanted := institution.get("institution_type")) not in ONE_PER_COUNTRY:
            return self.with_a_name_of(institution)
        return next(iter(self._of_types(institution.country_code, wanted)), None)

    def chamber(self, country_code: str, upper: bool = False) -> Node | None:
        """Return the upper chamber of a country, or its lower or only one. Return None if the graph lacks it."""
        lower = [InstitutionType.LOWER_CHAMBER, InstitutionType.LEGISLATURE]
        types = [InstitutionType.UPPER_CHAMBER] if upper else lower
        return next(iter(self._of_types(country_code, *types)), None)


class OfficeIndex(NodeIndex):
    type_field = "office_type"

    def match(self, office: Node) -> Node | None:
        """Return the known office of the same country that is the same as ``office``, or None. The office of
        legislators is found by its institution, if this is known. Any other office is found by a name in common."""
        if office.institution is not None and office.get("office_type") == OfficeType.LEGISLATOR:
            return self.of_institution(office.institution)
        return self.with_a_name_of(office)

    def of_institution(self, institution: Node) -> Node | None:
        offices = self._of_types(institution.country_code, OfficeType.LEGISLATOR)
        return next((office for office in offices if office.institution is institution), None)

    def head_of_state(self, country_code: str) -> Node | None:
        """Return the office of the country's head of state. Return None if there is no such office, or several."""
        known = self._of_types(country_code, OfficeType.HEAD_OF_STATE_AND_GOVERNMENT, OfficeType.HEAD_OF_STATE)
        return known[0] if len(known) == 1 else None
