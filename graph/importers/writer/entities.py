"""Merge entity records into the graph: find or create the node that each record is about, and update its facts."""

from graph.importers.matching.nodes import Fact, Node
from graph.importers.matching.parties import KnownParty, PartyIndex
from graph.importers.records import EntityRecord, SourceRecord, country_key
from graph.importers.writer.report import Report
from graph.importers.writer.state import State
from graph.importers.writer.validation import typed
from graph.kinds import Kind
from graph.models import OtherName
from graph.models.names import RECORD_SCHEME, SHARED_SCHEMES
from graph.relations import RelationshipType
from graph.text import dates

REPEATABLE_SCHEMES = ("everypolitician", "reign-election", RECORD_SCHEME)
"""Prefixes of schemes in which an entity can have several values. In other schemes two values mean two entities."""


def have_different_keys(known: Node, draft: Node) -> bool:
    """Return True if both have an identifier in one scheme that allows one value only, and these values differ."""
    for scheme in {scheme for scheme, _ in draft.own_identifiers() if not scheme.startswith(REPEATABLE_SCHEMES)}:
        theirs = known.values_of(scheme)
        if theirs and not theirs & draft.values_of(scheme):
            return True
    return False


def is_believed_more(known, new) -> bool:
    """Return True if the known value stays: its source ranks higher, or is another source with the same rank."""
    return known.rank > new.rank or (known.rank == new.rank and known.source != new.source)


class Entities:
    """Merges the entity records of one import into the state. ``nodes`` maps record keys to their nodes."""

    def __init__(self, state: State, source: SourceRecord, report: Report):
        self.state, self.source, self.report = state, source, report
        self.nodes: dict[str, Node] = {country_key(code): node for code, node in state.countries.items()}
        self._written: set[tuple[Node, str]] = set()
        self._party_index = PartyIndex(self._known_party(node) for node in state.nodes if node.kind == Kind.PARTY)

    def resolve(self, record: EntityRecord, draft: Node) -> bool:
        """Find or create the node of a record. ``draft`` is the same record as a node, which matching compares.

        Return False, and create nothing, for an unknown politician without an office. Otherwise return True.
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
        """Return the record as a new node that is not in the graph."""
        slug = self.source.slug
        facts = {"name": record.name, **typed(record.kind, record.details)}
        node = Node(
            kind=record.kind,
            country_code=record.country_code or "",
            facts={name: Fact(value, slug, self.source.rank) for name, value in facts.items()},
            other_names={(other.name, other.lang): other.kind for other in record.other_names},
            identifiers=self._identifiers(record),
            notes={slug: record.note} if record.note else {},
            urls={slug: record.url} if record.url else {},
            sources={slug},
            institution=self.nodes.get(record.evidence.get("institution")),
            is_only_chamber=bool(record.evidence.get("only_chamber")),
        )
        node.birth = record.evidence.get("birth_date") or str(node.get("birth_year") or "")
        return node

    def _identifiers(self, record):
        """Return the identifiers, plus the record key if all are shared, so that a second import finds the entity."""
        given = {(entry.scheme, entry.value) for entry in record.identifiers}
        if record.kind in (Kind.COUNTRY, Kind.IDEOLOGY) or any(entry[0] not in SHARED_SCHEMES for entry in given):
            return given
        return given | {(f"{RECORD_SCHEME}{self.source.slug}", record.key)}

    def _match(self, record, draft):
        for entry in sorted(draft.own_identifiers()):
            known = self.state.by_identifier.get((record.kind, *entry))
            if known and not have_different_keys(known, draft):
                return known
        known = self._match_by_kind(record, draft)
        return None if known and have_different_keys(known, draft) else known

    def _match_by_kind(self, record, draft):
        if record.kind == Kind.COUNTRY:
            return self.state.countries.get(record.country_code)
        if record.kind == Kind.IDEOLOGY:
            known = (self.state.ideologies.get(name) for name in sorted(draft.folded_names()))
            return next(filter(None, known), None)
        if record.kind == Kind.PARTY:
            known = self._party_index.match(record)
            return known and known.node
        return self.state.indexes[record.kind].match(draft)

    def _create(self, record, draft):
        draft.other_names.pop((draft.name, ""), None)
        draft.identifiers -= self._taken(draft)
        self.state.add(draft)
        if record.kind == Kind.PARTY:
            self._party_index.add(self._known_party(draft))
        self._written.update((draft, name) for name in draft.facts)
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
        self.state.index_identifiers(node)
        if record.kind == Kind.POLITICIAN:
            self.state.indexes[Kind.POLITICIAN].add(node)
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
        """Give the node the new fact, unless the source of its present value `is_believed_more`.

        A value that this import has already written stays, so that a second import has the same result.
        """
        if (node, name) in self._written:
            return
        known = node.facts.get(name)
        if known is not None and is_believed_more(known, fact):
            return
        self._written.add((node, name))
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

    def _known_party(self, node):
        """Return the party with its present names. A wrong alias added later must not match other sources' parties."""
        acronyms = [name for (name, _), kind in node.other_names.items() if kind == OtherName.Kind.ACRONYM]
        country = self.state.countries.get(node.country_code)
        operates = self.state.edges.get((node, RelationshipType.OPERATES_IN_COUNTRY, country))
        return KnownParty(
            node=node,
            country_code=node.country_code,
            names=[name for name in node.all_names() if name not in acronyms],
            acronyms=acronyms,
            identifiers=set(node.identifiers),
            last_year=dates.year_of(operates[0].end_date) if operates else None,
        )
