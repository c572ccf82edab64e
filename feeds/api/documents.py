"""The changes as JSON, and how new an answer that tells of changes is."""

from datetime import UTC, datetime, timedelta

from django.utils import timezone

from graph.documents import moment
from graph.journal.journal import assign_missing_positions, journal_head
from graph.models import Change

ONE_SECOND = timedelta(seconds=1)
NEVER = datetime.fromtimestamp(0, UTC)


def change_document(change: Change) -> dict:
    """What happened to which entity; who of the editors did it, and their notes, stay inside."""
    return {
        "action": change.action,
        "at": moment(change.at),
        "type": change.kind,
        "slug": change.slug,
        "name": change.name,
        "country_code": change.country_code or None,
        "fields": {name: pair for name, pair in change.fields.items() if name != "into"},
        "into": change.fields["into"][1] if change.action == Change.Action.MERGED else None,
        "via": change.via or None,
    }


def grown() -> tuple[datetime, int]:
    """When the journal last grew, and how far.

    Not the newest moment in it: a long import commits changes of the time when it began.
    """
    assign_missing_positions()
    at, place = journal_head()
    return at or NEVER, place


def modified(at: datetime) -> datetime:
    """The time that an answer of this moment tells: never this very second, in which another change may come."""
    return min(at, timezone.now() - ONE_SECOND)
