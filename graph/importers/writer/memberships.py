"""Party memberships told in pieces, brought together: one statement for an unbroken stay in a party."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from graph.importers.matching.nodes import Node
from graph.importers.records import RelationshipRecord
from graph.importers.writer.state import MEMBER
from graph.text import dates


def in_one_piece(records: Iterable[RelationshipRecord], nodes: dict[str, Node]) -> list[RelationshipRecord]:
    """The records with each person's memberships joined where no other party lies between.

    Two records of one person in a source, each with the terms it knows, would else tell one membership twice.
    """
    others, told = [], defaultdict(list)
    for record in records:
        person = nodes.get(record.subject)
        if record.type == MEMBER and person is not None and record.object in nodes:
            told[person].append(record)
        else:
            others.append(record)
    return others + [joined for stay in told.values() for joined in _joined(stay, nodes)]


def _joined(records, nodes):
    result = []
    for record in sorted(records, key=lambda record: record.start_date):
        if result and nodes[result[-1].object] is nodes[record.object]:
            result[-1] = _join(result[-1], record)
        else:
            result.append(record)
    return result


def _join(one, other):
    latest = max(one, other, key=lambda record: (record.end_date == "", dates.last_day(record.end_date) or date.max))
    return replace(one, end_date=latest.end_date, verified_at=latest.verified_at)
