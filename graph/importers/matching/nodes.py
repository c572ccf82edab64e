"""Define nodes, which are entities in memory. Match elections, institutions and offices.

A node is an entity of the graph, or a new entity that a record of an import describes. Matching finds out whether a new
node is the same entity as a known node.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from graph.kinds import ElectionKind, InstitutionType, OfficeType
from graph.models.names import SHARED_SCHEMES
from graph.text import dates
from graph.text.folding import fold

ROUNDS_WITHIN_DAYS = 92
"""The first round and the run-off of an election are at most this number of days apart."""
ONE_PER_COUNTRY = (
    InstitutionType.LEGISLATURE,
    InstitutionType.LOWER_CHAMBER,
    InstitutionType.UPPER_CHAMBER,
    InstitutionType.CABINET,
)


@dataclass(slots=True, eq=False)
class Fact:
    """The value of a field, with the slug and the rank of its source.

    Of two values, the one with the higher rank is used.
    """

    value: object
    source: str
    rank: int


@dataclass(slots=True, eq=False)
class Term:
    """A term of office: the office, and the start and the end of the term as partial dates.

    An unknown date is empty.
    """

    office: "Node"
    start: str
    end: str


@dataclass(slots=True, eq=False)
class Node:
    """An entity in memory. ``pk`` is None if the database does not have the entity.

    - ``facts``: the name and the details, by field.
    - ``other_names``: the kind of each other name, by (name, language).
    - ``identifiers``: pairs of scheme and value.
    - ``notes`` and ``urls``: the note and the URL of each source, by the slug of the source.
    - ``birth``: the date of birth of a politician as a partial date, empty if unknown.
    - ``institution``: the institution that an office belongs to.
    - ``changed``: [old value, new value] of each field that the import changed.
    - ``touched``: True if the import changed a citation.
    """

    kind: str
    country_code: str
    pk: int | None = None
    slug: str = ""
    facts: dict[str, Fact] = field(default_factory=dict)
    other_names: dict[tuple[str, str], str] = field(default_factory=dict)
    identifiers: set[tuple[str, str]] = field(default_factory=set)
    notes: dict[str, str] = field(default_factory=dict)
    urls: dict[str, str] = field(default_factory=dict)
    sources: set[str] = field(default_factory=set)
    birth: str = ""
    terms: list[Term] = field(default_factory=list)
    parties: set["Node"] = field(default_factory=set)
    institution: "Node | None" = None
    is_only_chamber: bool = False
    changed: dict[str, list] = field(default_factory=dict)
    touched: bool = False

    def get(self, name: str):
        """Return the value of the fact with this name, or None if it is unknown."""
        fact = self.facts.get(name)
        return fact.value if fact else None

    @property
    def name(self) -> str:
        return self.facts["name"].value

    def all_names(self) -> list[str]:
        """Return a list of the display name and all other names."""
        return [self.name, *(name for name, _ in self.other_names)]

    def folded_names(self) -> set[str]:
        return {folded for name in self.all_names() if (folded := fold(name))}

    def values_of(self, scheme: str) -> set[str]:
        """Return the values of the entity's identifiers in one scheme, for example its Wikidata ids."""
        return {value for name, value in self.identifiers if name == scheme}

    def differs_in(self, scheme: str, other: "Node") -> bool:
        """Return True if both entities have identifiers in the scheme, but none in common."""
        ours, theirs = self.values_of(scheme), other.values_of(scheme)
        return bool(ours and theirs and not ours & theirs)

    def own_identifiers(self) -> set[tuple[str, str]]:
        """Return the identifiers that no other entity can have, as (scheme, value).

        Several entities can have the same identifier in the schemes of SHARED_SCHEMES, so these schemes are left out.
        """
        return {entry for entry in self.identifiers if entry[0] not in SHARED_SCHEMES}


class NodeIndex:
    """An index of the entities of one kind, by country.

    It has the entities of the graph and those of the current import.
    """

    def __init__(self, nodes: Iterable[Node] = ()):
        self._by_country = defaultdict(list)
        for node in nodes:
            self.add(node)

    def add(self, node: Node) -> None:
        self._by_country[node.country_code].append(node)

    def with_a_name_of(self, node: Node) -> Node | None:
        """Return the first entity in the index that has the country and one of the names of ``node``, or None.

        Names are compared after `fold`. ``node`` is an entity in memory.
        """
        names = node.folded_names()
        return next((known for known in self._by_country[node.country_code] if names & known.folded_names()), None)


class ElectionIndex(NodeIndex):
    """An index of elections by country. It has the elections of the graph and those of the current import."""

    def match(self, election: Node) -> Node | None:
        """Return the known election that is the same as ``election``, or None. Country and kind must be the same.

        A by-election must have the same day and share a name, because one day can have several by-elections. Any other
        election must have the same day, or be at most ROUNDS_WITHIN_DAYS earlier or later. The nearest one is returned.
        Elections that share a source with ``election`` are skipped, because no source lists an election twice.
        """
        day, kind = election.get("date"), election.get("kind")
        known = [other for other in self._by_country[election.country_code] if other.get("kind") == kind]
        same_day = [other for other in known if dates.overlap(other.get("date"), day)]
        if kind == ElectionKind.BY_ELECTION:
            return next((other for other in same_day if other.folded_names() & election.folded_names()), None)

        def days_between(other):
            return abs((dates.first_day(other.get("date")) - dates.first_day(day)).days)

        # Without a month, the distance of two dates is not known.
        precise = [other for other in known if min(len(other.get("date")), len(day)) > len("2022")]
        near = [other for other in precise if days_between(other) <= ROUNDS_WITHIN_DAYS]
        candidates = ([other for other in found if not other.sources & election.sources] for found in (same_day, near))
        return min(next(filter(None, candidates), []), key=days_between, default=None)


class InstitutionIndex(NodeIndex):
    """An index of institutions by country. It has the institutions of the graph and those of the current import."""

    def match(self, institution: Node) -> Node | None:
        """Return the known institution that is the same as ``institution``, or None.

        A country has one institution of each type in ONE_PER_COUNTRY, so these types match by country and type. Other
        types match by name. The only chamber of a parliament can also match an institution of the type legislature.
        """
        wanted, country_code = institution.get("institution_type"), institution.country_code
        if wanted not in ONE_PER_COUNTRY:
            return self.with_a_name_of(institution)
        types = [wanted, InstitutionType.LEGISLATURE] if institution.is_only_chamber else [wanted]
        return self._of_types(country_code, types)

    def chamber(self, country_code: str, upper: bool = False) -> Node | None:
        """Return the upper chamber of the country if ``upper`` is True, otherwise the lower or only chamber.

        Return None if the country has no such chamber.
        """
        lower = [InstitutionType.LOWER_CHAMBER, InstitutionType.LEGISLATURE]
        return self._of_types(country_code, [InstitutionType.UPPER_CHAMBER] if upper else lower)

    def _of_types(self, country_code, types):
        """Return an institution of the country whose type is in ``types``, or None.

        The first of the types is preferred.
        """
        known = self._by_country[country_code]
        return next((node for wanted in types for node in known if node.get("institution_type") == wanted), None)


class OfficeIndex(NodeIndex):
    """An index of offices by country. It has the offices of the graph and those of the current import."""

    def match(self, office: Node) -> Node | None:
        """Return the known office that is the same as ``office``, or None.

        The office of the members of an institution matches by institution. Any other office matches by name.
        """
        if office.institution is not None and office.get("office_type") == OfficeType.LEGISLATOR:
            return self.of_institution(office.institution)
        return self.with_a_name_of(office)

    def of_institution(self, institution: Node) -> Node | None:
        """Return the office that the members of the institution hold, or None.

        The type of this office is legislator.
        """
        offices = self._of_types(institution.country_code, [OfficeType.LEGISLATOR])
        return next((office for office in offices if office.institution is institution), None)

    def head_of_state(self, country_code: str) -> Node | None:
        """Return the country's only office of a head of state, or None if it has none or several.

        A presidential election fills this office.
        """
        known = self._of_types(country_code, [OfficeType.HEAD_OF_STATE_AND_GOVERNMENT, OfficeType.HEAD_OF_STATE])
        return known[0] if len(known) == 1 else None

    def _of_types(self, country_code, types):
        return [node for node in self._by_country[country_code] if node.get("office_type") in types]
