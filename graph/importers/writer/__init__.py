"""The writer: takes the records of any importer, matches, merges, upserts in one transaction, and reports."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime, time

from django.db import transaction

from graph.descriptions import describe
from graph.importers.countries import Countries, Country
from graph.importers.matching.nodes import Node, Term
from graph.importers.records import (
    CompositionRecord,
    EntityRecord,
    Record,
    RejectedRecord,
    RelationshipRecord,
    SourceRecord,
)
from graph.importers.writer.compositions import Compositions
from graph.importers.writer.derived import offices_contested
from graph.importers.writer.entities import Entities
from graph.importers.writer.memberships import in_one_piece
from graph.importers.writer.report import Report
from graph.importers.writer.slugging import give_slugs
from graph.importers.writer.state import HOLDS, MEMBER, load_state
from graph.importers.writer.statements import Statements
from graph.importers.writer.store import Store
from graph.importers.writer.validation import reason_to_refuse_entity, reason_to_refuse_relationship
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
"""What is matched first: offices need their institutions, politicians their offices."""


def write(
    source: SourceRecord,
    records: Iterable[Record],
    *,
    today: date,
    by=None,
    dated_by_source: bool = False,
    dry_run: bool = False,
) -> Report:
    """Bring the records into the graph, all or nothing, and tell what was done.

    Refused records are told and do not stop the others. An error of the reader (BrokenFile) leaves the graph
    as it was. ``dated_by_source`` dates what is written by the source's day instead of now: the first load.
    """
    report = Report()
    with transaction.atomic():
        run = _Run(source, report)
        run.take(records)
        run.resolve()
        with journalled(by=by, via=source.slug, at=_moment(source) if dated_by_source else None) as journal:
            affected = Store(run.state, source, journal).write()
            describe(affected, today, journal)
        transaction.set_rollback(dry_run)
    return report


def _moment(source):
    return datetime.combine(source.retrieved, time.min, UTC)


def known_countries() -> Countries:
    """The countries of the graph, with the codes that the crosswalk gave them."""
    entities = Entity.objects.of_kind(Kind.COUNTRY).prefetch_related("identifiers")
    return Countries(_country(entity) for entity in entities)


def _country(entity):
    codes = defaultdict(tuple)
    for entry in entity.identifiers.all():
        codes[entry.scheme] += (entry.value,)
    return Country(code=entity.country_code, name=entity.name, slug=entity.slug, codes=dict(codes))


class _Run:
    """One import: the records by key, then the graph they are resolved against."""

    def __init__(self, source: SourceRecord, report: Report):
        self.source, self.report = source, report
        self.entities: dict[str, list[EntityRecord]] = defaultdict(list)
        self.relationships: list[RelationshipRecord] = []
        self.compositions: list[CompositionRecord] = []

    def take(self, records):
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

    def resolve(self):
        self.state = load_state()
        self.resolver = Entities(self.state, self.source, self.report)
        for kind in ORDER:
            self._resolve_kind(kind)
        self._relate()
        self._compose()
        give_slugs(self.state.nodes, self.state.countries, self.state.slugs)

    def _resolve_kind(self, kind):
        career = self._careers() if kind == Kind.POLITICIAN else {}
        for records in self.entities.values():
            for record in records:
                if record.kind == kind:
                    self._resolve(record, career.get(record.key, ([], set())))

    def _resolve(self, record, career):
        reason = reason_to_refuse_entity(record, self.state.countries)
        if reason:
            self.report.reject(reason, record.line)
            return
        draft = self.resolver.draft(record)
        draft.terms, draft.parties = career
        if not self.resolver.resolve(record, draft):
            self.report.reject(f"{record.name!r} holds no office that a source knows", record.line)

    def _careers(self):
        """The offices and parties of each politician of the run: matching needs them before they are stated."""
        careers = defaultdict(lambda: ([], set()))
        for record in self.relationships:
            other = self.resolver.nodes.get(record.object)
            if other is None or reason_to_refuse_relationship(record):
                continue
            if record.type == HOLDS:
                careers[record.subject][0].append(Term(other, record.start_date, record.end_date))
            elif record.type == MEMBER:
                careers[record.subject][1].add(other)
        return careers

    def _relate(self):
        statements = Statements(self.state, self.source, self.report)
        for record in in_one_piece(self._right_relationships(), self.resolver.nodes):
            statements.take(record, self.resolver.nodes[record.subject], self.resolver.nodes[record.object])
        for subject, election in offices_contested(self.state):
            statements.take(_contested(election), subject, election)

    def _compose(self):
        """Last: which chamber an election elects is told by statements."""
        compositions = Compositions(self.state, self.source, self.report, self.resolver.nodes)
        for record in self.compositions:
            compositions.take(record)

    def _right_relationships(self):
        for record in self.relationships:
            reason = reason_to_refuse_relationship(record) or self._missing(record)
            if reason:
                self.report.reject(reason, record.line)
            else:
                yield record

    def _missing(self, record):
        missing = [key for key in (record.subject, record.object) if key not in self.resolver.nodes]
        return f"it speaks of {missing[0]!r}, which is not there" if missing else None


def _contested(election: Node) -> RelationshipRecord:
    day = election.get("date")
    return RelationshipRecord(
        type=RelationshipType.ELECTED_IN_ELECTION,
        subject="",
        object="",
        start_date=day,
        end_date=day,
        line=election.name,
    )
