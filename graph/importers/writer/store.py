"""Write the changes of an import, which were made in memory, to the database and to the journal of changes."""

from collections import defaultdict
from dataclasses import asdict
from decimal import Decimal

from graph import models
from graph.batches import BATCH, batches
from graph.importers.records import SourceRecord
from graph.importers.writer.state import COMPOSITION_FIELDS, EDITORS, RELATIONSHIP_FIELDS, SHARE_FIELDS, State, copied
from graph.journal.journal import Journal
from graph.kinds import KINDS
from graph.models import DETAILS, Change
from graph.models.citations import citations_older_than_their_facts
from graph.seats import COMPOSITION, in_order

UPDATE_BATCH = 500
ENTITY_FIELDS = ("kind", "name", "slug", "country_code")
UPDATED_FIELDS = (
    *("start_date", "start_first", "start_last", "end_date", "end_first", "end_last"),
    *("role", "position", "verified_at", "current_first", "current_last", "display_order", "source", "updated_at"),
)


class Store:
    """Writes the changes in ``state`` to the database and to the ``journal`` (the history of all entities). The row of
    ``source`` is written when a Store is created. Each changed row gets the time of the journal as ``updated_at``."""

    def __init__(self, state: State, source: SourceRecord, journal: Journal):
        self.state, self.journal, self.moment = state, journal, journal.at
        values = asdict(source)
        models.Source.objects.update_or_create(slug=values.pop("slug"), defaults=values)
        self.sources = {row.slug: row for row in models.Source.objects.all()}
        self.source = self.sources[source.slug]
        self.created: set[int] = set()

    def write(self) -> set[int]:
        """Write all changes. Return the primary keys of the entities whose descriptions may be outdated now."""
        new = [node for node in self.state.nodes if node.pk is None]
        changed = [node for node in self.state.nodes if node.pk and (node.changed or node.touched)]
        self._create(new)
        self._update([node for node in changed if node.changed])
        # Leave out entities of which only a citation has changed: a write without a journal entry raises NotJournalled.
        self._write_names(new + [node for node in changed if node.changed])
        affected = self._write_relationships()
        self._write_compositions()
        # Write citations last: an entity that already has a journal entry of this import needs none for its sources.
        self._write_citations(new + changed)
        self._renew_citations()
        return affected | {node.pk for node in new + changed}

    def _create(self, nodes):
        shared = {"status": models.Entity.Status.PUBLISHED, "created_at": self.moment, "updated_at": self.moment}
        rows = [models.Entity(**shared, **copied(node, ENTITY_FIELDS)) for node in nodes]
        models.Entity.objects.bulk_create(rows, batch_size=BATCH)
        details = defaultdict(list)
        for node, row in zip(nodes, rows, strict=True):
            node.pk = row.pk
            self.created.add(row.pk)
            details[DETAILS[node.kind]].append(DETAILS[node.kind](entity_id=row.pk, **_stored(node)))
            self.journal.record(row.pk, Change.Action.CREATED)
        for model, entries in details.items():
            model.objects.bulk_create(entries, batch_size=BATCH)

    def _update(self, nodes):
        for node in nodes:
            models.Entity.objects.filter(pk=node.pk).update(name=node.name)
            DETAILS[node.kind].objects.update_or_create(entity_id=node.pk, defaults=_stored(node))
            changed = {name: list(map(_plain, pair)) for name, pair in node.changed.items()}
            self.journal.record(node.pk, Change.Action.UPDATED, changed)

    def _write_names(self, nodes):
        names, identifiers = [], []
        for node in nodes:
            for (name, lang), kind in node.other_names.items():
                names.append(models.OtherName(entity_id=node.pk, name=name, lang=lang, kind=kind))
            for scheme, value in sorted(node.identifiers):
                identifiers.append(models.Identifier(entity_id=node.pk, scheme=scheme, value=value))
        _create_missing(names, ["name", "lang"])
        _create_missing(identifiers, ["scheme", "value"])

    def _write_relationships(self):
        edges = [edge for edges in self.state.edges.values() for edge in edges]
        new = [edge for edge in edges if edge.pk is None and not edge.removed]
        changed = [edge for edge in edges if edge.pk and edge.changed and not edge.removed]
        removed = [edge for edge in edges if edge.pk and edge.removed]
        # Delete first, then update, then create: a new row can have the same unique fields as an old one.
        models.Relationship.objects.filter(pk__in=[edge.pk for edge in removed]).delete()
        models.Relationship.objects.bulk_update(map(self._relationship, changed), UPDATED_FIELDS, UPDATE_BATCH)
        models.Relationship.objects.bulk_create(map(self._relationship, new), BATCH)
        for edge, action, before, after in [
            *((edge, Change.Action.RELATED, None, edge.object.slug) for edge in new),
            *((edge, Change.Action.UPDATED, None, edge.object.slug) for edge in changed),
            *((edge, Change.Action.UNRELATED, edge.object.slug, None) for edge in removed),
        ]:
            # An entity that this import created already has a journal entry.
            if edge.subject.pk not in self.created:
                self.journal.record(edge.subject.pk, action, {edge.type: [before, after]})
        return {edge.subject.pk for edge in new + changed + removed}

    def _relationship(self, edge):
        row = models.Relationship(
            pk=edge.pk,
            subject_id=edge.subject.pk,
            object_id=edge.object.pk,
            verified_at=edge.verified_at,
            source=self.sources[edge.source],
            updated_at=self.moment,
            **copied(edge, RELATIONSHIP_FIELDS),
        )
        row.set_computed_days()
        return row

    def _write_compositions(self):
        """Create the new compositions (seats of a chamber by party), and replace the changed ones."""
        known = [composition for rows in self.state.compositions.values() for composition in rows]
        changed = [composition for composition in known if composition.pk is None or composition.changed]
        # Delete all old rows first: one of them can have the new start date of another composition.
        models.Composition.objects.filter(pk__in=[row.pk for row in changed if row.pk]).delete()
        rows = models.Composition.objects.bulk_create(map(self._composition, changed), BATCH)
        shares = []
        for composition, row in zip(changed, rows, strict=True):
            for share in composition.shares:
                party_id = share.party.pk if share.party else None
                shares.append(models.SeatShare(composition=row, party_id=party_id, **copied(share, SHARE_FIELDS)))
            if composition.institution.pk not in self.created:
                before = None if composition.before is None else _seats(composition.before)
                fields = {COMPOSITION: [before, _seats(composition.shares)]}
                self.journal.record(composition.institution.pk, Change.Action.UPDATED, fields)
        models.SeatShare.objects.bulk_create(shares, BATCH)

    def _composition(self, composition):
        return models.Composition(
            institution_id=composition.institution.pk,
            election_id=composition.election.pk if composition.election else None,
            source=self.sources[composition.source],
            updated_at=self.moment,
            **copied(composition, COMPOSITION_FIELDS),
        )

    def _write_citations(self, nodes):
        known = {}
        for pks in batches(node.pk for node in nodes):
            rows = models.Citation.objects.select_related("source").filter(entity__in=pks)
            known |= {(row.entity_id, row.source.slug, row.url): row for row in rows}
        new, changed = [], []
        for node in nodes:
            for (slug, url), facts in _cited(node).items():
                row, source = known.pop((node.pk, slug, url), None), self.sources[slug]
                values = {"note": node.citations[slug, url], "facts": facts}
                if row is None:
                    values |= {"retrieved": source.retrieved, "url": url}
                    new.append(models.Citation(entity_id=node.pk, source=source, **values))
                elif copied(row, values) != values:
                    vars(row).update(values)
                    changed.append(row)
        removed = list(known.values())
        models.Citation.objects.filter(pk__in=[row.pk for row in removed]).delete()
        models.Citation.objects.bulk_create(new, batch_size=BATCH)
        models.Citation.objects.bulk_update(changed, ["facts", "note"], batch_size=UPDATE_BATCH)
        self._journal_citations(new + changed, removed)

    def _renew_citations(self):
        """If a citation of this source supports a fact from a later day (see `citations_older_than_their_facts`), set
        its day of retrieval to that of the source."""
        older = citations_older_than_their_facts().filter(source=self.source, retrieved__lt=self.source.retrieved)
        rows = list(older.select_related("source").order_by("entity", "pk"))
        models.Citation.objects.filter(pk__in=[row.pk for row in rows]).update(retrieved=self.source.retrieved)
        self._journal_citations(rows)

    def _journal_citations(self, written, removed=()):
        changes = [(row.entity_id, [None, row.source.slug]) for row in written]
        for pk, slugs in changes + [(row.entity_id, [row.source.slug, None]) for row in removed]:
            if pk not in self.journal.entities:
                self.journal.record(pk, Change.Action.UPDATED, {"sources": slugs})


def _create_missing(rows, fields):
    """Create rows of one model. Leave out a row if its entity already has a row with the same values in ``fields``."""
    if rows:
        conflicts = {"update_conflicts": True, "update_fields": fields, "unique_fields": ["entity", *fields]}
        type(rows[0]).objects.bulk_create(rows, BATCH, **conflicts)


def _stored(node):
    return {name: node.facts[name].value for name in KINDS[node.kind].stored_fields if name in node.facts}


def _cited(node):
    """Map each cited page, (slug of the source, URL), to the names of the facts whose values come from it."""
    facts = {citation: [] for citation in sorted(node.citations)}
    for name, fact in node.facts.items():
        if fact.source != EDITORS[0]:
            facts[fact.source, fact.url].append(name)
    return {citation: sorted(names) for citation, names in facts.items()}


def _seats(shares):
    return in_order((share.name, share.seats) for share in shares)


def _plain(value):
    return float(value) if isinstance(value, Decimal) else value
