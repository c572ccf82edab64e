"""Merge relationship records into the graph: one relationship each, with dates of the source that ranks higher."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from graph.importers.matching.nodes import Node
from graph.importers.records import RelationshipRecord, SourceRecord
from graph.importers.writer.entities import is_believed_more
from graph.importers.writer.report import Report
from graph.importers.writer.state import RELATIONSHIP_FIELDS, Edge, State, copied
from graph.kinds import ElectionKind, Kind
from graph.relations import RELATIONSHIP_TYPES, RelationshipType
from graph.text import dates

REPEATABLE_TYPES = (RelationshipType.MEMBER_OF_PARTY, RelationshipType.HOLDS_OFFICE)
"""Types of which two entities can have several relationships, at different times."""


class Relationships:
    """Merges the relationship records of one import into the state."""

    def __init__(self, state: State, source: SourceRecord, report: Report):
        self.state, self.source, self.report = state, source, report
        self._written: set[Edge] = set()

    def take(self, record: RelationshipRecord, subject: Node, object_: Node) -> None:
        """Add the relationship, or merge it with the known one. Reject a record whose entities are of a wrong kind."""
        if reason := _wrong_kinds(record, subject, object_):
            self.report.reject(reason, record.line)
            return
        new = Edge(
            subject=subject,
            object=object_,
            verified_at=record.verified_at or self.source.retrieved,
            source=self.source.slug,
            rank=self.source.rank,
            **copied(record, RELATIONSHIP_FIELDS),
        )
        known = self._known(new)
        if not known:
            self._add(new)
        elif known[0] in self._written or is_believed_more(known[0], new):
            self._complete(known[0], new)
        else:
            self._replace(known, new)

    def _known(self, new):
        """Return the known relationships that ``new`` is about, between the same two entities. The list can be empty.

        For REPEATABLE_TYPES, return the one with the same start date and role. If none has them, return those of other
        sources with overlapping times, highest rank first.
        """
        edges = [edge for edge in self.state.edges[new.subject, new.type, new.object] if not edge.removed]
        if new.type not in REPEATABLE_TYPES:
            return edges[:1]
        exact = [edge for edge in edges if (edge.start_date, edge.role) == (new.start_date, new.role)]
        others = [edge for edge in edges if edge.source != new.source and _overlap(edge, new)]
        return exact[:1] or sorted(others, key=lambda edge: -edge.rank)

    def _add(self, new):
        self.state.add_edge(new)
        self._written.add(new)
        self.report.created[new.type] += 1

    def _complete(self, known, new):
        """Copy the start date and the end date of the new relationship to the known one where they are missing.

        A start after the end date is not copied, and an end date only if `_knows_later_end`. If both relationships then
        have the same end date, or none, the known one gets the later ``verified_at``.
        """
        before = known.values()
        if not known.start_date and new.start_date and _is_ordered(new.start_date, known.end_date):
            known.start_date = new.start_date
        if _knows_later_end(new, known):
            known.end_date = new.end_date
        if known.end_date == new.end_date:
            known.verified_at = max(known.verified_at or new.verified_at, new.verified_at)
        self.report.count_change(known.type, known, before)

    def _replace(self, known, new):
        """Give the first known relationship the values of the new one. Remove the other known ones that rank lower."""
        edge, *others = known
        before = edge.values()
        edge.start_date = new.start_date or edge.start_date
        edge.end_date = new.end_date or (edge.end_date if _knows_later_end(edge, new) else "")
        edge.role, edge.position = new.role or edge.role, new.position
        edge.verified_at = max(edge.verified_at or new.verified_at, new.verified_at)
        edge.source, edge.rank = new.source, new.rank
        self._written.add(edge)
        for other in others:
            if other.rank < new.rank:
                other.removed = True
                self.report.removed[new.type] += 1
        self.report.count_change(edge.type, edge, before)


def _wrong_kinds(record, subject, object_):
    joined = RELATIONSHIP_TYPES[record.type]
    if (subject.kind, object_.kind) == (joined.subject, joined.object):
        return None
    return f"{record.type} joins a {joined.subject} and a {joined.object}, not {subject.kind} and {object_.kind}"


def _knows_later_end(one, other):
    """Return whether ``one`` has an end date, and ``other`` has none and was not verified after that end date.

    False if the relationship ``other`` starts after that end date.
    """
    if not one.end_date or other.end_date or not _is_ordered(other.start_date, one.end_date):
        return False
    return other.verified_at is None or dates.last_day(one.end_date) >= other.verified_at


def _is_ordered(start, end):
    return not (start and end) or dates.first_day(start) <= dates.last_day(end)


def _overlap(one, other):
    """Return whether two times share more than a day. No start date means long ago, no end date means still open."""
    return _starts_before_end(one.start_date, other.end_date) and _starts_before_end(other.start_date, one.end_date)


def _starts_before_end(start, end):
    return not (start and end) or dates.first_day(start) < dates.last_day(end)


def join_memberships(records: Iterable[RelationshipRecord], nodes: dict[str, Node]) -> list[RelationshipRecord]:
    """Return the records, with the consecutive memberships of a person in one party joined into one record.

    This is needed because two records of a source can be about one person. Each has only some of the terms.
    """
    others, memberships = [], defaultdict(list)
    for record in records:
        person = nodes.get(record.subject)
        if record.type == RelationshipType.MEMBER_OF_PARTY and person is not None and record.object in nodes:
            memberships[person].append(record)
        else:
            others.append(record)
    return others + [joined for of_person in memberships.values() for joined in _joined(of_person, nodes)]


def _joined(records, nodes):
    result = []
    for record in sorted(records, key=lambda record: record.start_date):
        if result and nodes[result[-1].object] is nodes[record.object]:
            latest = max(result[-1], record, key=lambda one: dates.last_day(one.end_date) or date.max)
            result[-1] = replace(result[-1], end_date=latest.end_date, verified_at=latest.verified_at)
        else:
            result.append(record)
    return result


def offices_contested(state: State) -> Iterator[tuple[Node, Node]]:
    """Yield (office, election) for each election without an office, if its country has one office that it can fill.

    This is needed because sources do not say which office a presidential or legislative election fills.
    """
    known = {election for _, election in state.edges_of_type(RelationshipType.ELECTED_IN_ELECTION)}
    for election in state.nodes:
        if election.kind == Kind.ELECTION and election not in known:
            office = _office_contested(state, election)
            if office is not None:
                yield office, election


def _office_contested(state, election):
    kind, country = election.get("kind"), election.country_code
    offices, institutions = state.indexes[Kind.OFFICE], state.indexes[Kind.INSTITUTION]
    if kind == ElectionKind.PRESIDENTIAL:
        return offices.head_of_state(country)
    if kind == ElectionKind.EUROPEAN:
        return None
    chamber = institutions.chamber(country, upper=kind == ElectionKind.UPPER_HOUSE)
    return offices.of_institution(chamber) if chamber else None
