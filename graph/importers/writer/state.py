"""The whole graph as objects in memory. An import changes them first, and then writes the changes to the database."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from graph import models
from graph.importers.matching.nodes import ElectionIndex, Fact, InstitutionIndex, Node, OfficeIndex, PartyIndex, Term
from graph.importers.matching.persons import PersonIndex
from graph.kinds import KINDS, Kind
from graph.relations import RelationshipType
from graph.text import dates
from graph.text.folding import fold

# The (source, rank) of a fact that no citation names. An editor wrote the fact, so no import changes it.
EDITORS = ("editors", 100)
CHUNK = 5000
# The fields that database rows and their objects in memory have in common.
RELATIONSHIP_FIELDS = ("type", "role", "start_date", "end_date", "position")
COMPOSITION_FIELDS = ("start_date", "total", "verified_at")
SHARE_FIELDS = ("name", "seats", "vote_share")


@dataclass(slots=True, eq=False, kw_only=True)
class Edge:
    """A relationship in memory. ``source`` is the slug of the source that gave the dates, and ``rank`` its rank."""

    type: str
    subject: Node
    object: Node
    role: str
    start_date: str
    end_date: str
    verified_at: date | None
    position: int
    source: str
    rank: int
    pk: int | None = None
    changed: bool = False
    removed: bool = False

    def values(self) -> tuple:
        return (self.start_date, self.end_date, self.role, self.verified_at, self.position, self.source)


@dataclass(frozen=True, slots=True)
class Share:
    """One party in a composition (the seats of a chamber by party): the number of its seats, and its share of the votes
    in per cent, or None if this is unknown. ``party`` is the entity in memory, or None for independents and others."""

    party: Node | None
    name: str
    seats: int
    vote_share: Decimal | None


@dataclass(slots=True, eq=False, kw_only=True)
class CompositionNode:
    """A composition in memory. ``before`` has the shares in the database, or is None if the composition is new."""

    institution: Node
    election: Node | None
    start_date: str
    total: int
    shares: list[Share]
    verified_at: date
    source: str
    rank: int
    pk: int | None = None
    before: list[Share] | None = None
    changed: bool = False

    def values(self) -> tuple:
        return (self.election, self.start_date, self.total, frozenset(self.shares), self.verified_at, self.source)

    def seats(self) -> dict:
        """Map each party to its number of seats. For seats without a party, the key is a name such as "Others"."""
        return {share.party or share.name: share.seats for share in self.shares}


@dataclass
class State:
    nodes: list[Node] = field(default_factory=list)
    edges: dict = field(default_factory=lambda: defaultdict(list))
    compositions: dict[Node, list[CompositionNode]] = field(default_factory=lambda: defaultdict(list))
    by_identifier: dict = field(default_factory=dict)
    countries: dict[str, Node] = field(default_factory=dict)
    ideologies: dict[str, Node] = field(default_factory=dict)
    slugs: set[str] = field(default_factory=set)

    def __post_init__(self):
        self.indexes = {Kind.POLITICIAN: PersonIndex(), Kind.PARTY: PartyIndex(), Kind.ELECTION: ElectionIndex()}
        self.indexes |= {Kind.INSTITUTION: InstitutionIndex(), Kind.OFFICE: OfficeIndex()}

    def add(self, node: Node) -> None:
        self.nodes.append(node)
        self.index_identifiers(node)
        if node.kind == Kind.COUNTRY:
            self.countries[node.country_code] = node
        elif node.kind == Kind.IDEOLOGY:
            self.ideologies[fold(node.name)] = node
        elif node.kind in self.indexes:
            self.indexes[node.kind].add(node)

    def index_identifiers(self, node: Node) -> None:
        for entry in node.own_identifiers():
            self.by_identifier.setdefault((node.kind, *entry), node)

    def add_edge(self, edge: Edge) -> None:
        """Add a relationship, and update its entities. For example, a politician gets the new term of office."""
        self.edges[edge.subject, edge.type, edge.object].append(edge)
        if edge.type == RelationshipType.HOLDS_OFFICE:
            edge.subject.terms.append(Term(edge.object, edge.start_date, edge.end_date))
        elif edge.type == RelationshipType.MEMBER_OF_PARTY:
            edge.subject.parties.add(edge.object)
        elif edge.type == RelationshipType.CONTAINS_OFFICE:
            edge.object.institution = edge.subject
        elif edge.type == RelationshipType.OPERATES_IN_COUNTRY:
            edge.subject.last_year = dates.year_of(edge.end_date)

    def edges_of_type(self, wanted: str):
        """Yield pairs (subject, object) with a relationship of this type, except those that this import removes."""
        for (subject, type_, object_), edges in self.edges.items():
            if type_ == wanted and any(not edge.removed for edge in edges):
                yield subject, object_


def load_state() -> State:
    state = State()
    nodes = _nodes()
    for row in models.Relationship.objects.select_related("source").iterator(CHUNK):
        subject, object_ = nodes[row.subject_id], nodes[row.object_id]
        state.add_edge(Edge(subject=subject, object=object_, **copied(row, RELATIONSHIP_FIELDS), **_sourced(row)))
    for composition in _compositions(nodes):
        state.compositions[composition.institution].append(composition)
    for node in nodes.values():
        state.add(node)
    state.slugs = {node.slug for node in nodes.values()} | set(models.Redirect.objects.values_list("slug", flat=True))
    return state


def copied(row, fields: Iterable[str]) -> dict:
    """Return the attributes ``fields`` of ``row``, a database row or an object in memory, as a dictionary."""
    return {name: getattr(row, name) for name in fields}


def _sourced(row):
    return {"pk": row.pk, "verified_at": row.verified_at, "source": row.source.slug, "rank": row.source.rank}


def _nodes():
    nodes = {}
    for row in models.Entity.objects.only("kind", "country_code", "slug", "name").iterator(CHUNK):
        facts = {"name": Fact(row.name, *EDITORS)}
        nodes[row.pk] = Node(kind=row.kind, country_code=row.country_code, pk=row.pk, slug=row.slug, facts=facts)
    for kind, model in models.DETAILS.items():
        for row in model.objects.order_by("pk").iterator(CHUNK):
            node, details = nodes[row.entity_id], copied(row, KINDS[kind].stored_fields)
            known = {name: value for name, value in details.items() if value not in (None, "", [])}
            node.facts |= {name: Fact(value, *EDITORS) for name, value in known.items()}
            node.birth = str(node.get("birth_year") or "")
    for row in models.OtherName.objects.order_by("pk").iterator(CHUNK):
        nodes[row.entity_id].other_names[row.name, row.lang] = row.kind
    for row in models.Identifier.objects.order_by("pk").iterator(CHUNK):
        nodes[row.entity_id].identifiers.add((row.scheme, row.value))
    for row in models.Citation.objects.select_related("source").order_by("source__rank", "note", "url").iterator(CHUNK):
        node = nodes[row.entity_id]
        node.citations[row.source.slug, row.url] = row.note
        for fact in (node.facts[name] for name in row.facts if name in node.facts):
            fact.source, fact.rank, fact.url = row.source.slug, row.source.rank, row.url
    return nodes


def _compositions(nodes):
    shares = defaultdict(list)
    for row in models.SeatShare.objects.order_by("pk").iterator(CHUNK):
        shares[row.composition_id].append(Share(party=nodes.get(row.party_id), **copied(row, SHARE_FIELDS)))
    for row in models.Composition.objects.select_related("source").order_by("pk").iterator(CHUNK):
        yield CompositionNode(
            institution=nodes[row.institution_id],
            election=nodes.get(row.election_id),
            start_date=row.start_date,
            total=row.total,
            shares=shares[row.pk],
            before=shares[row.pk],
            **_sourced(row),
        )
