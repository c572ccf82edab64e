"""What a run has changed in memory, written to the database with its journal."""

from collections import defaultdict
from decimal import Decimal

from graph.importers.records import SourceRecord
from graph.importers.writer.composition_rows import CompositionRows
from graph.importers.writer.state import EDITORS, State
from graph.journal.journal import Journal
from graph.kinds import KINDS
from graph.models import DETAILS, Change, Citation, Entity, Identifier, OtherName, Relationship, Source

BATCH = 2000


class Store:
    """Writes one run, and says so in the journal; what is written bears the journal's moment."""

    def __init__(self, state: State, source: SourceRecord, journal: Journal):
        self.state, self.source, self.journal = state, source, journal
        self.moment = journal.at
        self.created: set[int] = set()

    def write(self) -> set[int]:
        """Write everything that differs; return the keys of the entities whose description may differ."""
        self.sources = self._sources()
        new = [node for node in self.state.nodes if node.pk is None]
        changed = [node for node in self.state.nodes if node.pk and (node.changed or node.touched)]
        self._create(new)
        self._update([node for node in changed if node.changed])
        self._write_names(new + changed)
        affected = self._write_statements()
        CompositionRows(self).write()
        # Last: an entity of which something is said needs no word on its sources.
        self._write_citations(new + changed)
        return affected | {node.pk for node in new} | {node.pk for node in changed}

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
            details[node.kind].append(DETAILS[node.kind](entity_id=row.pk, **_stored(node)))
            self.journal.record(row.pk, Change.Action.CREATED)
        for kind, entries in details.items():
            DETAILS[kind].objects.bulk_create(entries, batch_size=BATCH)

    def _entity(self, node):
        return Entity(
            kind=node.kind,
            name=node.name,
            slug=node.slug,
            country_code=node.country_code,
            status=Entity.Status.PUBLISHED,
            created_at=self.moment,
            updated_at=self.moment,
        )

    def _update(self, nodes):
        for node in nodes:
            Entity.objects.filter(pk=node.pk).update(name=node.name)
            DETAILS[node.kind].objects.update_or_create(entity_id=node.pk, defaults=_stored(node))
            changed = {name: _plain(pair) for name, pair in node.changed.items()}
            self.journal.record(node.pk, Change.Action.UPDATED, changed)

    def _write_names(self, nodes):
        pks = [node.pk for node in nodes]
        names = _existing(OtherName, pks, "name", "lang")
        identifiers = _existing(Identifier, pks, "scheme", "value")
        OtherName.objects.bulk_create(
            [
                OtherName(entity_id=node.pk, name=name, lang=lang, kind=kind)
                for node in nodes
                for (name, lang), kind in node.other_names.items()
                if (node.pk, name, lang) not in names
            ],
            batch_size=BATCH,
        )
        Identifier.objects.bulk_create(
            [
                Identifier(entity_id=node.pk, scheme=scheme, value=value)
                for node in nodes
                for scheme, value in sorted(node.identifiers)
                if (node.pk, scheme, value) not in identifiers
            ],
            batch_size=BATCH,
        )

    def _write_citations(self, nodes):
        known = {
            (row.entity_id, row.source.slug): row
            for row in _rows(Citation.objects.select_related("source"), [node.pk for node in nodes])
        }
        new, changed = [], []
        for node in nodes:
            for slug, facts in _cited(node).items():
                row = known.get((node.pk, slug))
                if row is None:
                    new.append(self._citation(node, slug, facts))
                elif (row.facts, row.note) != (facts, node.notes.get(slug, "")):
                    row.facts, row.note = facts, node.notes.get(slug, "")
                    changed.append(row)
        Citation.objects.bulk_create(new, batch_size=BATCH)
        Citation.objects.bulk_update(changed, ["facts", "note"], batch_size=500)
        self._journal_citations(new + changed)

    def _journal_citations(self, rows):
        slugs = {source.pk: slug for slug, source in self.sources.items()}
        known = self.journal.entities
        for row in rows:
            if row.entity_id not in known:
                self.journal.record(row.entity_id, Change.Action.UPDATED, {"sources": [None, slugs[row.source_id]]})

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

    def _write_statements(self):
        rows = [row for told in self.state.statements.values() for row in told]
        new = [row for row in rows if row.pk is None and not row.removed]
        changed = [row for row in rows if row.pk and row.changed and not row.removed]
        removed = [row for row in rows if row.pk and row.removed]
        # Removed first and changed before new: a new row may take the place of an old one.
        Relationship.objects.filter(pk__in=[row.pk for row in removed]).delete()
        fields = [*_DATES, "role", "position", "verified_at", "source", "updated_at"]
        Relationship.objects.bulk_update([self._row(row) for row in changed], fields, batch_size=500)
        Relationship.objects.bulk_create([self._row(row) for row in new], batch_size=BATCH)
        return self._journal_statements(new, changed, removed)

    def _row(self, statement):
        row = Relationship(
            pk=statement.pk,
            subject_id=statement.subject.pk,
            object_id=statement.object.pk,
            type=statement.type,
            role=statement.role,
            start_date=statement.start,
            end_date=statement.end,
            position=statement.position,
            verified_at=statement.verified_at,
            source=self.sources[statement.source],
            updated_at=self.moment,
        )
        row.set_boundary_days()
        return row

    def _journal_statements(self, new, changed, removed):
        """An entity made in this run needs no word on its statements: its creation says it all."""
        actions = ((new, Change.Action.RELATED), (changed, Change.Action.UPDATED), (removed, Change.Action.UNRELATED))
        known = [(row, action) for rows, action in actions for row in rows if row.subject.pk not in self.created]
        for row, action in known:
            self.journal.record(row.subject.pk, action, {row.type: _ends(action, row.object.slug)})
        return {row.subject.pk for rows, _ in actions for row in rows}


_DATES = ("start_date", "start_first", "start_last", "end_date", "end_first", "end_last")


def _ends(action, slug):
    """Old and new value of a statement: one that goes has no new one."""
    return [slug, None] if action == Change.Action.UNRELATED else [None, slug]


def _stored(node):
    return {name: node.facts[name].value for name in KINDS[node.kind].stored_fields if name in node.facts}


def _cited(node):
    """The facts of a node by the source that gave them; a source that only confirms has none."""
    facts = {slug: [] for slug in sorted(node.sources)}
    for name, fact in node.facts.items():
        if fact.source != EDITORS[0]:
            facts.setdefault(fact.source, []).append(name)
    return {slug: sorted(names) for slug, names in facts.items()}


def _plain(pair):
    return [float(value) if isinstance(value, Decimal) else value for value in pair]


def _rows(queryset, pks):
    for place in range(0, len(pks), BATCH):
        yield from queryset.filter(entity__in=pks[place : place + BATCH])


def _existing(model, pks, *fields):
    return {(row.entity_id, *(getattr(row, name) for name in fields)) for row in _rows(model.objects.all(), pks)}
