"""Nodes: what matching knows of an entity, whether the graph has it already or the import is about to create it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from graph.models.names import SHARED_SCHEMES
from graph.text.folding import fold


@dataclass(slots=True, eq=False)
class Fact:
    """A value and the source that gave it. The rank of the source decides between two values."""

    value: object
    source: str
    rank: int


@dataclass(slots=True, eq=False)
class Term:
    """A term of office: the node of the office, and the partial dates of its start and end."""

    office: "Node"
    start: str
    end: str


@dataclass(slots=True, eq=False)
class Node:
    """An entity in memory. ``facts`` holds the name and the details, ``birth`` a partial date or an empty string.

    ``changed`` holds the old and the new value of each changed field; ``touched`` says that only citations changed.
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
        """The value of a fact, None when it is unknown."""
        fact = self.facts.get(name)
        return fact.value if fact else None

    @property
    def name(self) -> str:
        return self.facts["name"].value

    def all_names(self) -> list[str]:
        """The display name and every other name."""
        return [self.name, *(name for name, _ in self.other_names)]

    def folded_names(self) -> set[str]:
        return {folded for name in self.all_names() if (folded := fold(name))}

    def values_of(self, scheme: str) -> set[str]:
        """The values of one identifier scheme."""
        return {value for name, value in self.identifiers if name == scheme}

    def own_identifiers(self) -> set[tuple[str, str]]:
        """The identifiers that no other entity can have."""
        return {entry for entry in self.identifiers if entry[0] not in SHARED_SCHEMES}


class NodeIndex:
    """The nodes of one kind that are known so far, by country."""

    def __init__(self, nodes: Iterable[Node] = ()):
        self._by_country = defaultdict(list)
        for node in nodes:
            self.add(node)

    def add(self, node: Node) -> None:
        self._by_country[node.country_code].append(node)

    def with_a_name_of(self, node: Node) -> Node | None:
        """The first known node of the country that shares a folded name with the node."""
        names = node.folded_names()
        return next((known for known in self._by_country[node.country_code] if names & known.folded_names()), None)
