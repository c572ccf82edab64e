"""Find the entity that each imported record describes, and write what has changed to the database."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime, time
from itertools import chain

from django.db import transaction

from graph.descriptions import describe
from graph.importers.countries import PARTY_FACTS, Countries, Country
from graph.importers.matching.nodes import Term
from graph.importers.records import (
    CompositionRecord,
    EntityRecord,
    IdentityRecord,
    Record,
    RejectedRecord,
    RelationshipRecord,
    SourceRecord,
)
from graph.importers.writer.compositions import Compositions
from graph.importers.writer.entities import Entities
from graph.importers.writer.identities import identify
from graph.importers.writer.relationships import Relationships, join_memberships, move_dates, offices_contested
from graph.importers.writer.report import Report
from graph.importers.writer.slugging import assign_slugs
from graph.importers.writer.state import load_state
from graph.importers.writer.store import Store
from graph.importers.writer.validation import why_no_relationship
from graph.journal.journal import journalled
from graph.kinds import Kind
from graph.models import Entity, Identifier
from graph.relations import RelationshipType

# The order in which kinds are matched. An office is matched by its institution, and a politician by terms of office.
ORDER = tuple(map(Kind, "country ideology party institution office election politician".split()))


def write(
    source: SourceRecord, records: Iterable[Record], *, today: date, dated_by_source=False, dry_run=False
) -> Report:
    """Store the records of one source in one transaction, and return a report. Then write new descriptions of the
    changed entities, so that they are true on the day ``today``. If ``dry_run`` is True, roll everything back. The
    journal (the history of all entities) records each change with the present time. If ``dated_by_source`` is True, it
    records the day on which the source was retrieved, except for changes by an `IdentityRecord`, such as a merge."""
    report = Report()
    at = datetime.combine(source.retrieved, time.min, UTC) if dated_by_source else None
    with transaction.atomic():
        run = _Import(source, report)
        run.collect(records)
        run.resolve()
        with journalled(via=source.slug, at=at) as journal:
            affected = Store(run.state, source, journal).write()
            describe(affected, today, journal)
        transaction.set_rollback(dry_run)
    return report


def known_countries() -> Countries:
    codes = defaultdict(tuple)
    for entry in Identifier.objects.filter(scheme=PARTY_FACTS).order_by("value"):
        codes[entry.entity_id] += (entry.value,)
    rows = Entity.objects.of_kind(Kind.COUNTRY)
    return Countries(Country(code=row.country_code, name=row.name, party_facts=codes[row.pk]) for row in rows)


class _Import:
    def __init__(self, source: SourceRecord, report: Report):
        self.source, self.report = source, report
        self.entities, self.relationships, self.compositions = defaultdict(list), [], []

    def collect(self, records: Iterable[Record]) -> None:
        """Group records by type. But apply an `IdentityRecord`, such as a merge, at once: later records need it."""
        for record in records:
            if isinstance(record, RejectedRecord):
                self.report.rejected.append(record)
            elif isinstance(record, IdentityRecord):
                identify(record, self.source.slug, self.report)
            elif isinstance(record, CompositionRecord):
                self.compositions.append(record)
            elif isinstance(record, EntityRecord) and record.kind in ORDER:
                self.entities[record.key].append(record)
            elif isinstance(record, EntityRecord):
                self.report.reject(f"{record.kind!r} is no kind of entity", record.line)
            elif reason := why_no_relationship(record):
                self.report.reject(reason, record.line)
            else:
                self.relationships.append(record)

    def resolve(self) -> None:
        """Merge all records into the graph in memory. Give each new entity a slug."""
        self.state = load_state()
        self.resolver = Entities(self.state, self.source, self.report)
        for kind in ORDER:
            careers = self._careers() if kind == Kind.POLITICIAN else {}
            for record in chain.from_iterable(self.entities.values()):
                if record.kind == kind:
                    self.resolver.resolve(record, *careers.get(record.key, ([], set(), set())))
        self.resolver.cite()
        self._relate()
        move_dates(self.state, self.report)
        # Compositions are last, because relationships say which chamber an election elects.
        compositions = Compositions(self.state, self.source, self.report, self.resolver.nodes)
        for record in self.compositions:
            compositions.merge(record)
        assign_slugs(self.state.nodes, self.state.countries, self.state.slugs)

    def _careers(self):
        """Map record keys of politicians to (terms, parties, elections), from relationships of this import."""
        careers = defaultdict(lambda: ([], set(), set()))
        for record in self.relationships:
            other = self.resolver.nodes.get(record.object)
            if other and record.type == RelationshipType.HOLDS_OFFICE:
                careers[record.subject][0].append(Term(other, record.start_date, record.end_date))
            elif other and record.type == RelationshipType.MEMBER_OF_PARTY:
                careers[record.subject][1].add(other)
            elif other and record.type == RelationshipType.PARTICIPATED_IN_ELECTION:
                careers[record.subject][2].add(other)
        return careers

    def _relate(self):
        relationships, nodes = Relationships(self.state, self.source, self.report), self.resolver.nodes
        for record in join_memberships(self._usable_relationships(), nodes):
            relationships.merge(record, nodes[record.subject], nodes[record.object])
        for office, election in offices_contested(self.state):
            day = election.get("date")
            record = RelationshipRecord(RelationshipType.ELECTED_IN_ELECTION, "", "", start_date=day, end_date=day)
            relationships.merge(record, office, election)

    def _usable_relationships(self):
        for record in self.relationships:
            if missing := [key for key in (record.subject, record.object) if key not in self.resolver.nodes]:
                self.report.reject(f"it refers to {missing[0]!r}, which does not exist", record.line)
            else:
                yield record
