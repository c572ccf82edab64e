"""Write what an import has changed in memory to the database, with entries in the change journal."""

from collections import defaultdict
from decimal import Decimal

from graph.batches import BATCH, batches
from graph.importers.records import SourceRecord
from graph.importers.writer.state import COMPOSITION_FIELDS, EDITORS, RELATIONSHIP_FIELDS, SHARE_FIELDS, State, copied
from graph.journal.journal import Journal
from graph.kinds import KINDS
from graph.models import (
    DETAILS,
    Change,
    Citation,
    Composition,
    Entity,
    Identifier,
    OtherName,
    Relationship,
    SeatShare,
    Source,
)
from graph.seats import COMPOSITION, in_order

UPDATE_BATCH = 500
UPDATED_FIELDS = (
    *("start_date", "start_first", "start_last", "end_date", "end_first", "end_last"),
    *("role", "position", "verified_at", "source", "updated_at"),
)


class Store:
    """Writes one import to the database. The rows get the time of the journal."""

    def __init__(self, state: State, source: SourceRecord, journal: Journal):
        self.state, self.source, self.journal = state, source, journal
        self.moment = journal.at
        self.created: set[int] = set()

    def write(self) -> set[int]:
        """Write everything that differs. Return the primary keys of entities whose description may have to change."""
        self.sources = self._sources()
        new = [node for node in self.state.nodes if node.pk is None]
        changed = [node for node in self.state.nodes if node.pk and (node.changed or node.touched)]
        self._create(new)
        self._update([node for node in changed if node.changed])
        self._write_names(new + changed)
        affected = self._write_relationships()
        self._write_compositions()
        # Citations are last, because an entity with another journal entry needs none about its new source.
        self._write_citations(new + changed)
        return affected | {node.pk for node in new + changed}

    def _sources(self):
        fields = ("name", "url", "licence", "retrieved", "rank")
        values = {name: getattr(self.source, name) for name in fields}
        Source.objects.update_or_create(slug=self.source.slug, defaults=values)
        return {source.slug: source for source in Source.objects.all()}

    def _create(self, nodes):
        rows = [self._entity(node) for node in nodes]
        Entity.objects.bulk_create(rows, batch_size=BATCH)
        details = defaultdict(list)
        for node, row in zip(nodes, rows, strict=True):
            node.pk = row.pk
            self.created.add(row.pk)
            details[DETAILS[node.kind]].append(DETAILS[node.kind](entity_id=row.pk, **_stored(node)))
            self.journal.record(row.pk, Change.Action.CREATED)
        for model, entries in details.items():
            model.objects.bulk_create(entries, batch_size=BATCH)

    def _entity(self, node):
        values = copied(node, ("kind", "name", "slug", "country_code"))
        return Entity(status=Entity.Status.PUBLISHED, created_at=self.moment, updated_at=self.moment, **values)

    def _update(self, nodes):
        for node in nodes:
            Entity.objects.filter(pk=node.pk).update(name=node.name)
            DETAILS[node.kind].objects.update_or_create(entity_id=node.pk, defaults=_stored(node))
            changed = {name: _plain(pair) for name, pair in node.changed.items()}
            self.journal.record(node.pk, Change.Action.UPDATED, changed)

    def _write_names(self, nodes):
        names = [
            OtherName(entity_id=node.pk, name=name, lang=lang, kind=kind)
            for node in nodes
            for (name, lang), kind in node.other_names.items()
        ]
        identifiers = [
            Identifier(entity_id=node.pk, scheme=scheme, value=value)
            for node in nodes
            for scheme, value in sorted(node.identifiers)
        ]
        _create_missing(OtherName, names, "name", "lang")
        _create_missing(Identifier, identifiers, "scheme", "value")

    def _write_relationships(self):
        edges = [edge for edges in self.state.edges.values() for edge in edges]
        new = [edge for edge in edges if edge.pk is None and not edge.removed]
        changed = [edge for edge in edges if edge.pk and edge.changed and not edge.removed]
        removed = [edge for edge in edges if edge.pk and edge.removed]
        # In the order delete, update, create, because a new row can have the same unique fields as an old one.
        Relationship.objects.filter(pk__in=[edge.pk for edge in removed]).delete()
        Relationship.objects.bulk_update([self._relationship(edge) for edge in changed], UPDATED_FIELDS, UPDATE_BATCH)
        Relationship.objects.bulk_create([self._relationship(edge) for edge in new], batch_size=BATCH)
        actions = ((new, Change.Action.RELATED), (changed, Change.Action.UPDATED), (removed, Change.Action.UNRELATED))
        for edges, action in actions:
            self._journal_relationships(edges, action)
        return {edge.subject.pk for edges, _ in actions for edge in edges}

    def _relationship(self, edge):
        row = Relationship(
            pk=edge.pk,
            subject_id=edge.subject.pk,
            object_id=edge.object.pk,
            verified_at=edge.verified_at,
            source=self.sources[edge.source],
            updated_at=self.moment,
            **copied(edge, RELATIONSHIP_FIELDS),
        )
        row.set_boundary_days()
        return row

    def _journal_relationships(self, edges, action):
        """Journal the relationships, except those of entities that this import created: those have an entry already."""
        for edge in edges:
            if edge.subject.pk not in self.created:
                slug = edge.object.slug
                pair = [slug, None] if action == Change.Action.UNRELATED else [None, slug]
                self.journal.record(edge.subject.pk, action, {edge.type: pair})

    def _write_compositions(self):
        """Write the compositions that differ. A changed one is deleted and created again, together with its seats."""
        known = [composition for rows in self.state.compositions.values() for composition in rows]
        changed = [composition for composition in known if composition.pk is None or composition.changed]
        # All old rows are deleted first: one of them can have the start date of a changed one.
        Composition.objects.filter(pk__in=[composition.pk for composition in changed if composition.pk]).delete()
        rows = Composition.objects.bulk_create([self._composition(composition) for composition in changed], BATCH)
        pairs = zip(rows, changed, strict=True)
        SeatShare.objects.bulk_create(
            [_share(row, share) for row, composition in pairs for share in composition.shares], BATCH
        )
        for composition in changed:
            if composition.institution.pk not in self.created:
                before = None if composition.before is None else _seats(composition.before)
                fields = {COMPOSITION: [before, _seats(composition.shares)]}
                self.journal.record(composition.institution.pk, Change.Action.UPDATED, fields)

    def _composition(self, composition):
        return Composition(
            institution_id=composition.institution.pk,
            election_id=composition.election.pk if composition.election else None,
            source=self.sources[composition.source],
            updated_at=self.moment,
            **copied(composition, COMPOSITION_FIELDS),
        )

    def _write_citations(self, nodes):
        known = {}
        for pks in batches(node.pk for node in nodes):
            rows = Citation.objects.select_related("source").filter(entity__in=pks)
            known |= {(row.entity_id, row.source.slug): row for row in rows}
        new, changed = [], []
        for node in nodes:
            for slug, facts in _cited(node).items():
                row, note = known.get((node.pk, slug)), node.notes.get(slug, "")
                if row is None:
                    new.append(self._citation(node, slug, facts))
                elif (row.facts, row.note) != (facts, note):
                    row.facts, row.note = facts, note
                    changed.append(row)
        Citation.objects.bulk_create(new, batch_size=BATCH)
        Citation.objects.bulk_update(changed, ["facts", "note"], batch_size=UPDATE_BATCH)
        self._journal_citations(new + changed)

    def _citation(self, node, slug, facts):
        source = self.sources[slug]
        return Citation(
            entity_id=node.pk,
            source=source,
            url=node.urls.get(slug, ""),
            retrieved=source.retrieved,
            facts=facts,
            note=node.notes.get(slug, ""),
        )

    def _journal_citations(self, rows):
        slugs = {source.pk: slug for slug, source in self.sources.items()}
        known = self.journal.entities
        for row in rows:
            if row.entity_id not in known:
                self.journal.record(row.entity_id, Change.Action.UPDATED, {"sources": [None, slugs[row.source_id]]})


def _create_missing(model, rows, *fields):
    """Create those rows that the database does not have yet. Rows with the same entity and ``fields`` are the same."""
    fields = ("entity_id", *fields)
    known = set()
    for pks in batches({row.entity_id for row in rows}):
        known.update(model.objects.filter(entity__in=pks).values_list(*fields))
    new = [row for row in rows if tuple(getattr(row, name) for name in fields) not in known]
    model.objects.bulk_create(new, batch_size=BATCH)


def _stored(node):
    return {name: node.facts[name].value for name in KINDS[node.kind].stored_fields if name in node.facts}


def _cited(node):
    """Return the names of a node's facts by the slug of their source. A source that only confirms facts has none."""
    facts = {slug: [] for slug in sorted(node.sources)}
    for name, fact in node.facts.items():
        if fact.source != EDITORS[0]:
            facts.setdefault(fact.source, []).append(name)
    return {slug: sorted(names) for slug, names in facts.items()}


def _share(row, share):
    party_id = share.party.pk if share.party else None
    return SeatShare(composition=row, party_id=party_id, **copied(share, SHARE_FIELDS))


def _seats(shares):
    return in_order((share.name, share.seats) for share in shares)


def _plain(pair):
    return [float(value) if isinstance(value, Decimal) else value for value in pair]
