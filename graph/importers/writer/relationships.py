"""Merge imported relationships with stored ones. The dates of the source with the highest rank are stored."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from graph.importers.matching.nodes import Node
from graph.importers.records import RelationshipRecord, SourceRecord
from graph.importers.writer.entities import is_believed_more
from graph.importers.writer.report import Report
from graph.importers.writer.state import EDITORS, RELATIONSHIP_FIELDS, Edge, State, copied
from graph.kinds import ElectionKind, Kind
from graph.relations import RELATIONSHIP_TYPES, RelationshipType
from graph.text import dates

# The types of relationships that two entities can have several times, with different dates.
REPEATABLE_TYPES = (RelationshipType.MEMBER_OF_PARTY, RelationshipType.HOLDS_OFFICE)


class Relationships:
    def __init__(self, state: State, source: SourceRecord, report: Report):
        self.state, self.source, self.report = state, source, report
        self._written: set[Edge] = set()

    def merge(self, record: RelationshipRecord, subject: Node, object_: Node) -> None:
        """Merge an imported relationship with the stored ones that it matches (see `_known`). If there are none, add
        the imported one. If its type does not allow these kinds of entities, report the record as rejected. A
        relationship of an election with its country or office has the date of the election, so its source is the source
        of this date. If an editor wrote the date, the source is the imported one."""
        joined = RELATIONSHIP_TYPES[record.type]
        if (subject.kind, object_.kind) != (joined.subject, joined.object):
            kinds = f"a {joined.subject} and a {joined.object}, not {subject.kind} and {object_.kind}"
            self.report.reject(f"{record.type} joins {kinds}", record.line)
            return
        dated = subject if record.type == RelationshipType.OCCURS_IN_COUNTRY else object_
        fact = None if record.type == RelationshipType.PARTICIPATED_IN_ELECTION else dated.facts.get("date")
        has_source = fact is not None and fact.source != EDITORS[0]
        new = Edge(
            subject=subject,
            object=object_,
            verified_at=None if record.unconfirmed else record.verified_at or self.source.retrieved,
            source=fact.source if has_source else self.source.slug,
            rank=fact.rank if has_source else self.source.rank,
            **copied(record, RELATIONSHIP_FIELDS),
        )
        known = self._known(new)
        if not known:
            self.state.add_edge(new)
            self._written.add(new)
            self.report.created[new.type] += 1
        elif known[0] in self._written or is_believed_more(known[0], new):
            self._complete(known[0], new)
        else:
            self._replace(known, new)

    def _known(self, new):
        """Return a list of the stored relationships of the same type and entities that may be the same as ``new``. If
        one of them has the same start and role as ``new``, return only this one. Otherwise, if the type is in
        REPEATABLE_TYPES, return those from other sources whose periods overlap with ``new``, first those with the
        highest rank. Two entities have only one relationship of any other type. Return it, even with other dates."""
        edges = [edge for edge in self.state.edges[new.subject, new.type, new.object] if not edge.removed]
        exact = [edge for edge in edges if (edge.start_date, edge.role) == (new.start_date, new.role)]
        if new.type not in REPEATABLE_TYPES:
            # After a merge of two entities, a relationship of each may match. Take only one of them.
            return (exact or edges)[:1]
        others = [edge for edge in edges if edge.source != new.source and _overlap(edge, new)]
        return exact[:1] or sorted(others, key=lambda edge: -edge.rank)

    def _complete(self, known, new):
        """Complete the stored relationship ``known`` with values of the imported relationship ``new``:

        - If ``known`` has no end, and the end of ``new`` fits (see `_knows_later_end`), copy the end and any start.
        - If ``known`` has no start, copy the start of ``new``, unless it is after the end of ``known``.
        - If a start or an end was copied, copy the source too, unless ``known`` had another end than ``new``.
        - If the ends are equal now, ``known`` gets the later of the two days of confirmation."""
        before = known.values()
        gets_end = _knows_later_end(new, known) and _is_ordered(new.start_date, new.end_date)
        if gets_end or (not known.start_date and new.start_date and _is_ordered(new.start_date, known.end_date)):
            if known.end_date in ("", new.end_date):
                known.source, known.rank = new.source, new.rank
            known.start_date = new.start_date or known.start_date
        if gets_end:
            known.end_date = new.end_date
        if known.end_date == new.end_date and new.verified_at:
            known.verified_at = max(known.verified_at or new.verified_at, new.verified_at)
        self.report.count_change(known.type, known, before)

    def _replace(self, known, new):
        """Update the first relationship in ``known`` with the values of ``new``. Remove each of the others if its
        source has a lower rank than that of ``new``. In two cases, the first relationship does not get all values:

        - If it has a start and an end, and ``new`` has no end and was not confirmed after the stored end, its dates and
          its source do not change.
        - If it has a start, and ``new`` has no dates, its source does not change."""
        edge, *others = known
        before = edge.values()
        if not (edge.start_date and _knows_later_end(edge, new)):
            if new.start_date or new.end_date or not edge.start_date:
                edge.source, edge.rank = new.source, new.rank
            edge.start_date = new.start_date or edge.start_date
            if not _is_contradicted(new, edge):
                edge.end_date = new.end_date or (edge.end_date if _knows_later_end(edge, new) else "")
        edge.role, edge.position = new.role or edge.role, new.position
        edge.verified_at = new.verified_at and max(edge.verified_at or new.verified_at, new.verified_at)
        self._written.add(edge)
        for other in others:
            if other.rank < new.rank:
                other.removed = True
                self.report.removed[new.type] += 1
        self.report.count_change(edge.type, edge, before)


def _knows_later_end(one, other):
    """Return True if ``other`` has no end, and can get the end of ``one``. This end must not be before the start of
    ``other``, and not before the last day on which ``other`` is known to be true."""
    if not one.end_date or other.end_date or not _is_ordered(other.start_date, one.end_date):
        return False
    return other.verified_at is None or dates.last_day(one.end_date) >= other.verified_at


def _is_contradicted(new, known):
    """Return True if ``known`` has no end, and was confirmed after ``new`` and after the end of ``new``."""
    if not new.end_date or known.end_date or not (known.verified_at and new.verified_at):
        return False
    return known.verified_at > max(new.verified_at, dates.last_day(new.end_date))


def _is_ordered(start, end):
    return not (start and end) or dates.first_day(start) <= dates.last_day(end)


def _overlap(one, other):
    """Return True if two periods can overlap by more than one day, as "2019 to 2020" and "2020 to 2021" can."""
    pairs = ((one.start_date, other.end_date), (other.start_date, one.end_date))
    return all(not (start and end) or dates.first_day(start) < dates.last_day(end) for start, end in pairs)


def join_memberships(records: Iterable[RelationshipRecord], nodes: dict[str, Node]) -> list[RelationshipRecord]:
    """Return the records, but join successive memberships of a person in one party to one record, unless the person
    joined another party in between. ``nodes`` maps record keys to entities."""
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
            latest = max(result[-1], record, key=_last_known)
            result[-1] = replace(result[-1], end_date=latest.end_date, verified_at=latest.verified_at)
        else:
            result.append(record)
    return result


def _last_known(record):
    return dates.last_day(record.end_date) or date.max, record.verified_at or date.max


def move_dates(state: State, report: Report) -> None:
    """If this import has changed the date of an election, move relationships that start and end on the old date."""
    moved = {node for node in state.nodes if node.kind == Kind.ELECTION and node.pk and "date" in node.changed}
    for (subject, _, object_), edges in state.edges.items() if moved else ():
        election = subject if subject in moved else object_
        if election in moved:
            old, new = election.changed["date"]
            for edge in edges:
                if edge.start_date == edge.end_date == old:
                    before = edge.values()
                    edge.start_date = edge.end_date = new
                    report.count_change(edge.type, edge, before)


def offices_contested(state: State) -> Iterator[tuple[Node, Node]]:
    """Yield (office, election) for each election whose office no source names. Presidential elections elect the head of
    state, others the members of a chamber. Leave out European elections, and offices that are not in the graph."""
    known = {election for _, election in state.edges_of_type(RelationshipType.ELECTED_IN_ELECTION)}
    offices, institutions = state.indexes[Kind.OFFICE], state.indexes[Kind.INSTITUTION]
    for election in state.nodes:
        kind, country, office = election.get("kind"), election.country_code, None
        if election.kind != Kind.ELECTION or election in known or kind == ElectionKind.EUROPEAN:
            continue
        if kind == ElectionKind.PRESIDENTIAL:
            office = offices.head_of_state(country)
        elif chamber := institutions.chamber(country, upper=kind == ElectionKind.UPPER_HOUSE):
            office = offices.of_institution(chamber)
        if office:
            yield office, election
