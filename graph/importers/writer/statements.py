"""Relationship records against the graph: the same statement is told once, the better source gives its dates."""

from graph.importers.matching.nodes import Node
from graph.importers.records import RelationshipRecord, SourceRecord
from graph.importers.writer.entities import is_believed_more
from graph.importers.writer.state import State, Statement
from graph.relations import RELATIONSHIP_TYPES, RelationshipType
from graph.text import dates

REPEATED = (RelationshipType.MEMBER_OF_PARTY, RelationshipType.HOLDS_OFFICE)
"""Types that two entities can be joined by more than once, at different times; any other is told once."""


class Statements:
    """Takes the relationship records of one run into the state."""

    def __init__(self, state: State, source: SourceRecord, report):
        self.state, self.source, self.report = state, source, report
        self._told: set[int] = set()

    def take(self, record: RelationshipRecord, subject: Node, object_: Node) -> None:
        """Add the statement, or tell the known one what this source knows better."""
        new = self._statement(record, subject, object_)
        reason = _misjoined(new)
        if reason:
            self.report.reject(reason, record.line)
            return
        known = self._known(new)
        if not known:
            self._add(new)
        elif self._same_or_better(known[0], new):
            self._refresh(known[0], new)
        else:
            self._restate(known, new)

    def _statement(self, record, subject, object_):
        return Statement(
            type=record.type,
            subject=subject,
            object=object_,
            role=record.role,
            start=record.start_date,
            end=record.end_date,
            verified_at=record.verified_at or self.source.retrieved,
            position=record.position,
            source=self.source.slug,
            rank=self.source.rank,
        )

    def _known(self, new):
        """The statements that say the same: the very one, else those of other sources about an overlapping time."""
        rows = [row for row in self.state.statements[new.subject, new.type, new.object] if not row.removed]
        if new.type not in REPEATED:
            return rows[:1]
        exact = [row for row in rows if (row.start, row.role) == (new.start, new.role)]
        others = [row for row in rows if row.source != new.source and _overlap(row, new)]
        return exact[:1] or sorted(others, key=lambda row: -row.rank)

    def _add(self, new):
        self.state.add_statement(new)
        self._told.add(id(new))
        self.report.created[new.type] += 1

    def _same_or_better(self, known, new):
        return id(known) in self._told or is_believed_more(known, new)

    def _refresh(self, known, new):
        """Keep what is known; fill what it leaves open, and take a later confirmation of what is said alike."""
        before = _told(known)
        if not known.start and new.start and _fits(new.start, known.end):
            known.start = new.start
        if _outlives(new, known):
            known.end = new.end
        if known.end == new.end:
            known.verified_at = max(known.verified_at or new.verified_at, new.verified_at)
        self._count(known, before)

    def _restate(self, known, new):
        """This source is believed: its dates stand, and lower statements inside the same time go."""
        row = known[0]
        before = _told(row)
        row.start, row.end = new.start or row.start, new.end or (row.end if _outlives(row, new) else "")
        row.role, row.position = new.role or row.role, new.position
        row.verified_at = max(row.verified_at or new.verified_at, new.verified_at)
        row.source, row.rank = new.source, new.rank
        self._told.add(id(row))
        for other in known[1:]:
            if other.rank < new.rank:
                other.removed = True
                self.report.removed[new.type] += 1
        self._count(row, before)

    def _count(self, row, before):
        row.changed = row.changed or _told(row) != before
        counts = self.report.updated if _told(row) != before and row.pk else self.report.matched
        counts[row.type] += 1


def _misjoined(new):
    relation = RELATIONSHIP_TYPES[new.type]
    if (new.subject.kind, new.object.kind) == (relation.subject, relation.object):
        return None
    return (
        f"{new.type} joins a {relation.subject} and a {relation.object}, not {new.subject.kind} and {new.object.kind}"
    )


def _told(row):
    return (row.start, row.end, row.role, row.verified_at, row.position, row.source)


def _outlives(one, other):
    """Whether the one knows an end that the other, open when it was last confirmed, could not know yet."""
    if not one.end or other.end or not _fits(other.start, one.end):
        return False
    return other.verified_at is None or dates.last_day(one.end) >= other.verified_at


def _fits(start, end):
    return not (start and end) or dates.first_day(start) <= dates.last_day(end)


def _overlap(one, other):
    """Whether two times share more than an edge; an unknown start counts as long ago, an open end as not yet."""
    return _starts_before_end(one.start, other.end) and _starts_before_end(other.start, one.end)


def _starts_before_end(start, end):
    return not (start and end) or dates.first_day(start) < dates.last_day(end)
