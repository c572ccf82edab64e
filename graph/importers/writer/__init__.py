"""Write the records of any importer to the graph in one transaction: match, merge and store them, and report."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime, time

from django.db import transaction

from graph.descriptions import describe
from graph.importers.countries import Countries, Country
from graph.importers.matching.nodes import Term
from graph.importers.records import (
    CompositionRecord,
    EntityRecord,
    Record,
    RejectedRecord,
    RelationshipRecord,
    SourceRecord,
)
from graph.importers.writer.compositions import Compositions
from graph.importers.writer.entities import Entities
from graph.importers.writer.relationships import Relationships, join_memberships, offices_contested
from graph.importers.writer.report import Report
from graph.importers.writer.slugging import assign_slugs
from graph.importers.writer.state import load_state
from graph.importers.writer.store import Store
from graph.importers.writer.validation import why_no_entity, why_no_relationship
from graph.journal.journal import journalled
from graph.kinds import Kind
from graph.models import Entity
from graph.relations import RelationshipType

ORDER = (
    Kind.COUNTRY,
    Kind.IDEOLOGY,
    Kind.PARTY,
    Kind.INSTITUTION,
    Kind.OFFICE,
    Kind.ELECTION,
    Kind.POLITICIAN,
)
"""The order in which kinds are matched: offices need their institutions first, and politicians need their offices."""


def write(
    source: SourceRecord,
    records: Iterable[Record],
    *,
    today: date,
    dated_by_source: bool = False,
    dry_run: bool = False,
) -> Report:
    """Write the records to the graph, all or nothing, and return a report of what was done.

    A rejected record is in the report and does not stop the others. If reading raises BrokenFile, nothing is written.
    With ``dated_by_source`` (for the first load) changes get the source's day as their time, otherwise now.
    Descriptions are written as of ``today``. With ``dry_run`` nothing is stored.
    """
    report = Report()
    at = datetime.combine(source.retrieved, time.min, UTC) if dated_by_source else None
    with transaction.atomic():
        run = _Import(source, report)
        run.take(records)
        run.resolve()
        with journalled(via=source.slug, at=at) as journal:
            affected = Store(run.state, source, journal).write()
            describe(affected, today, journal)
        transaction.set_rollback(dry_run)
    return report


def known_countries() -> Countries:
    """Return the countries of the graph, with the codes that the crosswalk importer gave them."""
    entities = Entity.objects.of_kind(Kind.COUNTRY).prefetch_related("identifiers")
    return Countries(_country(entity) for entity in entities)


def _country(entity):
    codes = defaultdict(tuple)
    for entry in entity.identifiers.all():
        codes[entry.scheme] += (entry.value,)
    return Country(code=entity.country_code, name=entity.name, slug=entity.slug, codes=dict(codes))


class _Import:
    """One import: its records, and the graph in memory with which they are merged."""

    def __init__(self, source: SourceRecord, report: Report):
        self.source, self.report = source, report
        self.entities: dict[str, list[EntityRecord]] = defaultdict(list)
        self.relationships: list[RelationshipRecord] = []
        self.compositions: list[CompositionRecord] = []

    def take(self, records: Iterable[Record]) -> None:
        """Sort the records into entities, relationships, compositions and rejected records."""
        for record in records:
            if isinstance(record, RejectedRecord):
                self.report.rejected.append(record)
            elif isinstance(record, RelationshipRecord):
                self.relationships.append(record)
            elif isinstance(record, CompositionRecord):
                self.compositions.append(record)
            elif record.kind in ORDER:
                self.entities[record.key].append(record)
            else:
                self.report.reject(f"{record.kind!r} is no kind of entity", record.line)

    def resolve(self) -> None:
        """Merge the records into the graph in memory: entities, relationships, compositions. Then assign new slugs."""
        self.state = load_state()
        self.resolver = Entities(self.state, self.source, self.report)
        for kind in ORDER:
            self._resolve_kind(kind)
        self._relate()
        # Compositions are last, because relationships say which chamber an election elects.
        compositions = Compositions(self.state, self.source, self.report, self.resolver.nodes)
        for record in self.compositions:
            compositions.take(record)
        assign_slugs(self.state.nodes, self.state.countries, self.state.slugs)

    def _resolve_kind(self, kind):
        careers = self._careers() if kind == Kind.POLITICIAN else {}
        for records in self.entities.values():
            for record in records:
                if record.kind == kind and (reason := self._resolve(record, careers.get(record.key, ([], set())))):
                    self.report.reject(reason, record.line)

    def _resolve(self, record, career):
        if reason := why_no_entity(record, self.state.countries):
            return reason
        draft = self.resolver.draft(record)
        draft.terms, draft.parties = career
        if not self.resolver.resolve(record, draft):
            return f"{record.name!r} holds no office that a source knows"
        return None

    def _careers(self):
        """Return the terms and parties of each politician by record key. Matching needs them before they are stored."""
        careers = defaultdict(lambda: ([], set()))
        for record in self.relationships:
            other = self.resolver.nodes.get(record.object)
            if other is None or why_no_relationship(record):
                continue
            if record.type == RelationshipType.HOLDS_OFFICE:
                careers[record.subject][0].append(Term(other, record.start_date, record.end_date))
            elif record.type == RelationshipType.MEMBER_OF_PARTY:
                careers[record.subject][1].add(other)
        return careers

    def _relate(self):
        relationships, nodes = Relationships(self.state, self.source, self.report), self.resolver.nodes
        for record in join_memberships(self._usable_relationships(), nodes):
            relationships.take(record, nodes[record.subject], nodes[record.object])
        for office, election in offices_contested(self.state):
            day, type_ = election.get("date"), RelationshipType.ELECTED_IN_ELECTION
            record = RelationshipRecord(type=type_, subject="", object="", start_date=day, end_date=day)
            relationships.take(record, office, election)

    def _usable_relationships(self):
        for record in self.relationships:
            missing = [key for key in (record.subject, record.object) if key not in self.resolver.nodes]
            reason = why_no_relationship(record) or (missing and f"it refers to {missing[0]!r}, which does not exist")
            if reason:
                self.report.reject(reason, record.line)
            else:
                yield record
