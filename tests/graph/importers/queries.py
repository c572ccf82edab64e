"""Select records of an import by kind, type or error, for tests of importers."""

from collections.abc import Iterable

from graph.importers.records import EntityRecord, Record, RejectedRecord, RelationshipRecord


def entities(records: Iterable[Record], kind: str) -> dict[str, EntityRecord]:
    """Return the entity records of this kind by their key."""
    return {record.key: record for record in records if isinstance(record, EntityRecord) and record.kind == kind}


def relationships(records: Iterable[Record], type_: str, subject: str | None = None) -> list[RelationshipRecord]:
    """Return the relationship records of this type: those of one subject, or all if no subject is given."""
    found = [record for record in records if isinstance(record, RelationshipRecord) and record.type == type_]
    return [record for record in found if subject in (None, record.subject)]


def periods(records: Iterable[Record], type_: str, subject: str) -> list[tuple[str, str, str]]:
    """Return (key of the object, start, end) for each relationship of one type and subject."""
    return [(row.object, row.start_date, row.end_date) for row in relationships(records, type_, subject)]


def rejected_lines(records: Iterable[Record]) -> list[str]:
    """Return the line of the source for each rejected record, for example "seats.csv:1"."""
    return [record.line for record in records if isinstance(record, RejectedRecord)]
