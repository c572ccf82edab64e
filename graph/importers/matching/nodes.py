"""Define nodes, which are entities in memory: entities of the graph and those that records of an import describe."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from graph.models.names import SHARED_SCHEMES
from graph.text.folding import fold


@dataclass(slots=True, eq=False)
class Fact:
    """A value of one field and the source that gave it. Of two values, the one with the higher rank is used."""

    value: object
    source: str
    rank: int


@dataclass(slots=True, eq=False)
class Term:
    """A term of office: the node of the office, and its start and end as partial dates, empty if unknown."""

    office: "Node"
    start: str
    end: str


@dataclass(slots=True, eq=False)
class Node:
    """An entity in memory. ``facts`` holds the name and the details, ``birth`` a partial date or an empty string.

    ``other_names`` maps (name, language) to the kind of name. ``notes`` and ``urls`` are by the slug of their source.
    ``changed`` maps each changed field to [old value, new value]. ``touched`` is True if a citation changed.
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
        """Return the value of the fact with this name; None when it is unknown."""
        fact = self.facts.get(name)
        return fact.value if fact else None

    @property
    def name(self) -> str:
        return self.facts["name"].value

    def all_names(self) -> list[str]:
        """Return a list of the display name and every other name."""
        return [self.name, *(name for name, _ in self.other_names)]

    def folded_names(self) -> set[str]:
        return {folded for name in self.all_names() if (folded := fold(name))}

    def values_of(self, scheme: str) -> set[str]:
        """Return the values of the entity's identifiers in one scheme, for example its Wikidata ids."""
        return {value for name, value in self.identifiers if name == scheme}

    def own_identifiers(self) -> set[tuple[str, str]]:
        """Return the identifiers, as (scheme, value), that no other entity can have: all outside SHARED_SCHEMES."""
        return {entry for entry in self.identifiers if entry[0] not in SHARED_SCHEMES}


class NodeIndex:
    """An index of the known nodes of one kind, by country."""

    def __init__(self, nodes: Iterable[Node] = ()):
        self._by_country = defaultdict(list)
        for node in nodes:
            self.add(node)

    def add(self, node: Node) -> None:
        self._by_country[node.country_code].append(node)

    def with_a_name_of(self, node: Node) -> Node | None:
        """Return the first known node of the same country that shares a name, compared after `fold`; otherwise None."""
        names = node.folded_names()
        return next((known for known in self._by_country[node.country_code] if names & known.folded_names()), None)
