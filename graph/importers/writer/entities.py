"""Entity records against the graph: which node a record speaks of, and what the node learns from it."""

from graph.importers.matching.nodes import Fact, Node
from graph.importers.matching.parties import KnownParty, PartyIndex
from graph.importers.records import EntityRecord, SourceRecord
from graph.importers.writer.state import State
from graph.importers.writer.validation import typed
from graph.kinds import Kind
from graph.models import OtherName
from graph.models.names import RECORD_SCHEME, SHARED_SCHEMES
from graph.relations import RelationshipType
from graph.text import dates

REPEATABLE = ("everypolitician", "reign-election", RECORD_SCHEME)
"""Schemes by which a source may name one entity several times; values of any other scheme tell entities apart."""


def is_another(known: Node, draft: Node) -> bool:
    """Whether both have a key in one register, and not the same."""
    for scheme in {scheme for scheme, _ in draft.own_identifiers() if not scheme.startswith(REPEATABLE)}:
        theirs = known.values_of(scheme)
        if theirs and not theirs & draft.values_of(scheme):
            return True
    return False


def is_believed_more(known, new) -> bool:
    """Whether what is known stands against what another source says: between equals, who came first."""
    return known.rank > new.rank or (known.rank == new.rank and known.source != new.source)


class Entities:
    """Resolves the records of one run; ``nodes`` leads from the run's keys to nodes."""

    def __init__(self, state: State, source: SourceRecord, report):
        self.state, self.source, self.report = state, source, report
        self.nodes: dict[str, Node] = {f"country:{code}": node for code, node in state.countries.items()}
        self._told: dict[tuple[int, str], object] = {}
        self._parties: dict[int, Node] = {}
        self._party_index = PartyIndex()
        for node in state.nodes:
            if node.kind == Kind.PARTY:
                self._index_party(node)

    def resolve(self, record: EntityRecord, draft: Node) -> bool:
        """Find or make the node for a record; ``draft`` carries what matching needs to know of it.

        False for a stranger who holds no office: politicians are people who held one.
        """
        known = self.nodes.get(record.key) or self._match(record, draft)
        if known is None:
            if record.kind == Kind.POLITICIAN and not draft.terms:
                return False
            self._create(record, draft)
        else:
            self._merge(known, draft, record)
        self.nodes[record.key] = known or draft
        return True

    def draft(self, record: EntityRecord) -> Node:
        """The record as a node that the graph does not have yet."""
        facts = {"name": record.name, **typed(record.kind, record.details)}
        node = Node(
            kind=record.kind,
            country_code=record.country_code or "",
            facts={name: Fact(value, self.source.slug, self.source.rank) for name, value in facts.items()},
            other_names={(other.name, other.lang): other.kind for other in record.other_names},
            identifiers=self._identifiers(record),
            notes={self.source.slug: record.note} if record.note else {},
            urls={self.source.slug: record.url} if record.url else {},
            sources={self.source.slug},
        )
        node.birth = record.evidence.get("birth_date") or str(node.get("birth_year") or "")
        node.institution = self.nodes.get(record.evidence.get("institution"))
        node.is_only_chamber = bool(record.evidence.get("only_chamber"))
        return node

    def _identifiers(self, record):
        """A record without a key of its own is remembered by the run's key, so that a second run finds it again."""
        given = {(entry.scheme, entry.value) for entry in record.identifiers}
        if record.kind in (Kind.COUNTRY, Kind.IDEOLOGY) or any(entry[0] not in SHARED_SCHEMES for entry in given):
            return given
        return given | {(f"{RECORD_SCHEME}{self.source.slug}", record.key)}

    def _match(self, record, draft):
        for entry in sorted(draft.own_identifiers()):
            known = self.state.by_identifier.get((record.kind, *entry))
            if known and not is_another(known, draft):
                return known
        known = self._match_by_kind(record, draft)
        return None if known and is_another(known, draft) else known

    def _match_by_kind(self, record, draft):
        if record.kind == Kind.COUNTRY:
            return self.state.countries.get(record.country_code)
        if record.kind == Kind.IDEOLOGY:
            return next(
                (self.state.ideologies[name] for name in sorted(draft.folded_names()) if name in self.state.ideologies),
                None,
            )
        if record.kind == Kind.PARTY:
            known = self._party_index.match(record)
            return self._parties[known.id] if known else None
        return self.state.indexes[record.kind].match(draft)

    def _create(self, record, draft):
        draft.other_names.pop((draft.name, ""), None)
        draft.identifiers -= self._taken(draft)
        self.state.add(draft)
        if record.kind == Kind.PARTY:
            self._index_party(draft)
        self._told.update({(id(draft), name): None for name in draft.facts})
        self.report.created[record.kind] += 1

    def _taken(self, draft):
        return {entry for entry in draft.own_identifiers() if (draft.kind, *entry) in self.state.by_identifier}

    def _merge(self, node, draft, record):
        before = len(node.changed)
        node.terms += draft.terms
        node.parties |= draft.parties
        for name, fact in ({} if record.names_only else draft.facts).items():
            self._learn(node, name, fact)
        self._learn_names(node, draft)
        self._learn_identifiers(node, draft)
        if node.birth < draft.birth and node.birth in draft.birth:
            node.birth = draft.birth
        self._cite(node, draft)
        self._reindex(node, record)
        count = self.report.updated if len(node.changed) > before and node.pk else self.report.matched
        count[record.kind] += 1

    def _cite(self, node, draft):
        slug = self.source.slug
        if slug not in node.sources or draft.notes.get(slug, "") not in ("", node.notes.get(slug)):
            node.sources.add(slug)
            node.notes.update(draft.notes)
            node.urls.update(draft.urls)
            node.touched = True

    def _learn(self, node, name, fact):
        """Take a value over when nothing was known, or when this source is believed at least as much as the other.

        What a run has once told of a fact stands for the rest of the run, so that a second run ends the same.
        """
        if (id(node), name) in self._told:
            return
        known = node.facts.get(name)
        if known is not None and is_believed_more(known, fact):
            return
        self._told[id(node), name] = None
        if known is None or known.value != fact.value:
            self._set(node, name, fact, known)
        elif known.source != fact.source:
            node.facts[name], node.touched = fact, True

    def _set(self, node, name, fact, known):
        if name == "name":
            node.other_names.setdefault((known.value, ""), OtherName.Kind.ALIAS)
            node.changed["other_names"] = [None, known.value]
        node.changed[name] = [known.value if known else None, fact.value]
        node.facts[name] = fact

    def _learn_names(self, node, draft):
        names = {(draft.name, ""): OtherName.Kind.ALIAS.value, **draft.other_names}
        spelled = set(node.all_names())
        for (name, lang), kind in names.items():
            if name not in spelled and (name, lang) not in node.other_names:
                node.other_names[name, lang] = kind
                node.changed["other_names"] = [None, name]

    def _learn_identifiers(self, node, draft):
        new = draft.identifiers - node.identifiers - self._taken(draft)
        if new:
            node.identifiers |= new
            node.changed["identifiers"] = [None, [f"{scheme}:{value}" for scheme, value in sorted(new)]]

    def _reindex(self, node, record):
        self.state.claim(node)
        if record.kind == Kind.POLITICIAN:
            self.state.indexes[Kind.POLITICIAN].add(node)

    def _index_party(self, node):
        """Names learned later are not indexed: a wrong alias of one source must not attract another's parties."""
        self._parties[id(node)] = node
        acronyms = [name for (name, _), kind in node.other_names.items() if kind == OtherName.Kind.ACRONYM]
        self._party_index.add(
            KnownParty(
                id=id(node),
                country_code=node.country_code,
                names=[name for name in node.all_names() if name not in acronyms],
                acronyms=acronyms,
                identifiers=set(node.identifiers),
                first_year=node.get("founded_year"),
                last_year=self._last_year(node),
            )
        )

    def _last_year(self, node):
        operates = self.state.statements.get(
            (node, RelationshipType.OPERATES_IN_COUNTRY, self.state.countries.get(node.country_code))
        )
        return dates.year_of(operates[0].end) if operates else None
