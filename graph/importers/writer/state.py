"""The graph in memory while a run works on it: nodes, statements and the indexes that match against them."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from graph.importers.matching.elections import ElectionIndex
from graph.importers.matching.institutions import InstitutionIndex, OfficeIndex
from graph.importers.matching.nodes import Fact, Node, Term
from graph.importers.matching.persons import PersonIndex
from graph.kinds import KINDS, Kind
from graph.models import (
    DETAILS,
    Citation,
    Composition,
    Entity,
    Identifier,
    OtherName,
    Redirect,
    Relationship,
    SeatShare,
)
from graph.relations import RelationshipType
from graph.text.folding import fold

EDITORS = ("editors", 100)
"""Source and rank of what people wrote: a value no import source is cited for. No import changes it."""
HOLDS = RelationshipType.HOLDS_OFFICE
CONTAINS = RelationshipType.CONTAINS_OFFICE
MEMBER = RelationshipType.MEMBER_OF_PARTY


@dataclass(slots=True, eq=False)
class Statement:
    """A relationship in memory; ``rank`` is that of the source that gave its dates."""

    type: str
    subject: Node
    object: Node
    role: str
    start: str
    end: str
    verified_at: date | None
    position: int
    source: str
    rank: int
    pk: int | None = None
    changed: bool = False
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """A party's part of a composition in memory; ``party`` is None for independents and others."""

    party: Node | None
    name: str
    seats: int
    vote_share: Decimal | None


@dataclass(slots=True, eq=False)
class Tally:
    """A composition in memory; ``before`` is how its seats stand in the database, None when it is new."""

    institution: Node
    election: Node | None
    start: str
    total: int
    shares: list[Share]
    verified_at: date
    source: str
    rank: int
    pk: int | None = None
    before: list[Share] | None = None
    changed: bool = False


@dataclass
class State:
    """Everything a run reads and changes; the store writes what differs from the database."""

    nodes: list[Node] = field(default_factory=list)
    statements: dict = field(default_factory=lambda: defaultdict(list))
    compositions: dict[Node, list[Tally]] = field(default_factory=lambda: defaultdict(list))
    by_identifier: dict = field(default_factory=dict)
    countries: dict[str, Node] = field(default_factory=dict)
    ideologies: dict[str, Node] = field(default_factory=dict)
    slugs: set[str] = field(default_factory=set)

    def __post_init__(self):
        self.indexes = {
            Kind.POLITICIAN: PersonIndex(),
            Kind.ELECTION: ElectionIndex(),
            Kind.INSTITUTION: InstitutionIndex(),
            Kind.OFFICE: OfficeIndex(),
        }

    def add(self, node: Node) -> None:
        """Take a node in and make it findable."""
        self.nodes.append(node)
        self.claim(node)
        if node.kind == Kind.COUNTRY:
            self.countries[node.country_code] = node
        elif node.kind == Kind.IDEOLOGY:
            self.ideologies[fold(node.name)] = node
        elif node.kind in self.indexes:
            self.indexes[node.kind].add(node)

    def claim(self, node: Node) -> None:
        """Make the node findable by the identifiers that are its own."""
        for entry in node.own_identifiers():
            self.by_identifier.setdefault((node.kind, *entry), node)

    def add_statement(self, statement: Statement) -> None:
        """Take a statement in; holding and containing an office are also kept at the nodes, for matching."""
        self.statements[statement.subject, statement.type, statement.object].append(statement)
        if statement.type == HOLDS:
            statement.subject.terms.append(Term(statement.object, statement.start, statement.end))
        elif statement.type == MEMBER:
            statement.subject.parties.add(statement.object)
        elif statement.type == CONTAINS:
            statement.object.institution = statement.subject


def load_state() -> State:
    """Read the whole graph; the person index is filled last, because it needs the offices held."""
    state = State()
    nodes = _nodes()
    statements = [_statement(row, nodes) for row in Relationship.objects.select_related("source").iterator(5000)]
    for statement in statements:
        state.add_statement(statement)
    for tally in _tallies(nodes):
        state.compositions[tally.institution].append(tally)
    for node in nodes.values():
        state.add(node)
    state.slugs = {node.slug for node in nodes.values()} | set(Redirect.objects.values_list("slug", flat=True))
    return state


def _nodes():
    nodes = {
        row.pk: Node(
            kind=row.kind,
            country_code=row.country_code,
            pk=row.pk,
            slug=row.slug,
            facts={"name": Fact(row.name, *EDITORS)},
        )
        for row in Entity.objects.only("kind", "country_code", "slug", "name").iterator(5000)
    }
    for kind, model in DETAILS.items():
        _read_details(nodes, kind, model)
    for row in OtherName.objects.order_by("pk").iterator(5000):
        nodes[row.entity_id].other_names[row.name, row.lang] = row.kind
    for row in Identifier.objects.order_by("pk").iterator(5000):
        nodes[row.entity_id].identifiers.add((row.scheme, row.value))
    _read_citations(nodes)
    return nodes


def _read_details(nodes, kind, model):
    for row in model.objects.order_by("pk").iterator(5000):
        node = nodes[row.entity_id]
        for name in KINDS[kind].stored_fields:
            if (value := getattr(row, name)) not in (None, "", []):
                node.facts[name] = Fact(value, *EDITORS)
        node.birth = str(node.get("birth_year") or "")


def _read_citations(nodes):
    for row in Citation.objects.select_related("source").order_by("source__rank").iterator(5000):
        node = nodes[row.entity_id]
        node.sources.add(row.source.slug)
        node.notes[row.source.slug] = row.note
        for name in row.facts:
            if name in node.facts:
                node.facts[name].source, node.facts[name].rank = row.source.slug, row.source.rank


def _statement(row, nodes):
    return Statement(
        type=row.type,
        subject=nodes[row.subject_id],
        object=nodes[row.object_id],
        role=row.role,
        start=row.start_date,
        end=row.end_date,
        verified_at=row.verified_at,
        position=row.position,
        source=row.source.slug,
        rank=row.source.rank,
        pk=row.pk,
    )


def _tallies(nodes):
    shares = defaultdict(list)
    for row in SeatShare.objects.order_by("pk").iterator(5000):
        shares[row.composition_id].append(Share(nodes.get(row.party_id), row.name, row.seats, row.vote_share))
    for row in Composition.objects.select_related("source").order_by("pk").iterator(5000):
        yield Tally(
            institution=nodes[row.institution_id],
            election=nodes.get(row.election_id),
            start=row.start_date,
            total=row.total,
            shares=shares[row.pk],
            verified_at=row.verified_at,
            source=row.source.slug,
            rank=row.source.rank,
            pk=row.pk,
            before=shares[row.pk],
        )
