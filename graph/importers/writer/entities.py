"""Merge imported entities with the graph in memory: find or create the entity of each record, and update its facts."""

from collections import defaultdict
from datetime import date

from graph.importers.matching.nodes import Fact, Node, Term
from graph.importers.records import EntityRecord, SourceRecord, country_key
from graph.importers.writer.report import Report
from graph.importers.writer.state import State
from graph.importers.writer.validation import typed, why_no_entity
from graph.kinds import Kind
from graph.models import OtherName
from graph.models.names import RECORD_SCHEME, SHARED_SCHEMES

# Prefixes of schemes in which an entity can have several identifiers. In other schemes, two mean two entities.
REPEATABLE_SCHEMES = ("everypolitician", "reign-election", RECORD_SCHEME)


def have_different_keys(known: Node, draft: Node) -> bool:
    """Return True if two entities have different identifiers in a scheme that allows only one for an entity."""
    schemes = {scheme for scheme, _ in draft.own_identifiers() if not scheme.startswith(REPEATABLE_SCHEMES)}
    return any(known.differs_in(scheme, draft) for scheme in schemes)


def is_believed_more(known, new) -> bool:
    """Return True if the fact, relationship or composition ``known`` must not be replaced with ``new``: its source has
    a higher rank, or is a different source of the same rank."""
    return known.rank > new.rank or (known.rank == new.rank and known.source != new.source)


class Entities:
    """Merges imported entities into the graph in memory. ``nodes`` maps record keys to entities in memory."""

    def __init__(self, state: State, source: SourceRecord, report: Report):
        self.state, self.source, self.report = state, source, report
        self.nodes: dict[str, Node] = {country_key(code): node for code, node in state.countries.items()}
        self._written: set[tuple[Node, str]] = set()
        # Maps each entity to a tuple (has a note, day, URL, note) for each record about it.
        self._cited: dict[Node, list[tuple[bool, date, str, str]]] = defaultdict(list)

    def resolve(self, record: EntityRecord, terms: list[Term], parties: set[Node], elections: set[Node]) -> None:
        """Find or create the entity of a record, update its facts, and add it to ``nodes``. For a politician,
        ``terms``, ``parties`` and ``elections`` come from other records of this import. Otherwise, they are empty.
        Reject an invalid record, and a new politician who has neither a term of office nor a candidacy."""
        if reason := why_no_entity(record, self.state.countries):
            return self.report.reject(reason, record.line)
        draft = self._draft(record)
        draft.terms, draft.parties = terms, parties
        known = self.nodes.get(record.key) or self._match(record, draft)
        if not known and record.kind == Kind.POLITICIAN and not (terms or elections):
            reason = f"{record.name!r} held no office and stood in no election that a source knows"
            return self.report.reject(reason, record.line)
        if known:
            self._merge(known, draft, record)
        else:
            self._create(record, draft)
        self.nodes[record.key] = node = known or draft
        self._cited[node].append((bool(record.note), record.as_of or date.min, record.url, record.note))
        return None

    def cite(self) -> None:
        """Update the citations of each imported entity. A citation is a page of a source (``url``) with a note (a text,
        or ""). Add the pages of the entity's records. If several records have one page, use the note of the latest
        record (by ``as_of``) that has a note. Remove the other citations of the imported source, unless a stored fact
        comes from the page."""
        slug = self.source.slug
        for node, records in self._cited.items():
            given = {(slug, url): note for _, _, url, note in sorted(records)}
            used = {(fact.source, fact.url) for fact in node.facts.values()}
            others = {key: note for key, note in node.citations.items() if key[0] != slug or key in used}
            node.touched = node.touched or others | given != node.citations
            node.citations = others | given

    def _draft(self, record):
        slug, evidence = self.source.slug, record.evidence
        facts = {"name": record.name, **typed(record.kind, record.details)}
        return Node(
            kind=record.kind,
            country_code=record.country_code or "",
            facts={name: Fact(value, slug, self.source.rank, record.url) for name, value in facts.items()},
            other_names={(other.name, other.lang): other.kind for other in record.other_names},
            identifiers=self._identifiers(record),
            citations={(slug, record.url): record.note},
            birth=evidence.get("birth_date") or str(facts.get("birth_year", "")),
            institution=self.nodes.get(evidence.get("institution")),
        )

    def _identifiers(self, record):
        """Return the identifiers of an entity as pairs (scheme, value). If none of them is unique to the entity, add
        one with the record key, so that the next import finds the entity. Countries and ideologies do not need it."""
        given = {(entry.scheme, entry.value) for entry in record.identifiers}
        if record.kind in (Kind.COUNTRY, Kind.IDEOLOGY) or any(entry[0] not in SHARED_SCHEMES for entry in given):
            return given
        return given | {(f"{RECORD_SCHEME}{self.source.slug}", record.key)}

    def _match(self, record, draft):
        for entry in sorted(draft.own_identifiers()):
            known = self.state.by_identifier.get((record.kind, *entry))
            if known and not have_different_keys(known, draft):
                return known
        if record.is_new:
            known = None
        elif record.kind == Kind.COUNTRY:
            known = self.state.countries.get(record.country_code)
        elif record.kind == Kind.IDEOLOGY:
            known = next(filter(None, map(self.state.ideologies.get, sorted(draft.folded_names()))), None)
        else:
            known = self.state.indexes[record.kind].match(draft)
        return None if known and have_different_keys(known, draft) else known

    def _create(self, record, draft):
        draft.other_names.pop((draft.name, ""), None)
        draft.identifiers -= self._taken(draft)
        self.state.add(draft)
        self._written.update((draft, name) for name in draft.facts)
        self.report.created[record.kind] += 1

    def _taken(self, draft):
        return {entry for entry in draft.own_identifiers() if (draft.kind, *entry) in self.state.by_identifier}

    def _merge(self, node, draft, record):
        before = len(node.changed)
        node.terms += draft.terms
        node.parties |= draft.parties
        for name, fact in draft.facts.items():
            if record.uses is None or name in record.uses:
                self._learn(node, name, fact)
        self._learn_names(node, draft)
        if new := draft.identifiers - node.identifiers - self._taken(draft):
            node.identifiers |= new
            node.changed["identifiers"] = [None, [f"{scheme}:{value}" for scheme, value in sorted(new)]]
        if node.birth < draft.birth and node.birth in draft.birth:
            node.birth = draft.birth
        self.state.index_identifiers(node)
        if record.kind == Kind.POLITICIAN:
            self.state.indexes[Kind.POLITICIAN].add(node)
        is_updated = len(node.changed) > before and node.pk
        (self.report.updated if is_updated else self.report.matched)[record.kind] += 1

    def _learn(self, node, name, fact):
        """Set a fact, unless this import has set it, or the stored fact has priority (see `is_believed_more`)."""
        known = node.facts.get(name)
        if (node, name) in self._written or (known and is_believed_more(known, fact)):
            return
        self._written.add((node, name))
        if known and known.value == fact.value:
            node.touched = node.touched or (known.source, known.url) != (fact.source, fact.url)
        else:
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
