"""Read the whole public graph. Entities and their relationships are read in pages, so that only one page is in memory.
Seats, redirects and sources are read as a whole."""

from collections.abc import Iterator
from datetime import date

from graph.models import Entity, Redirect, Relationship, SeatShare, Source
from graph.queries.entities import EntityRecord, published_entities

PAGE = 1000
PUBLISHED = Entity.Status.PUBLISHED


def entity_pages(day: date) -> Iterator[list[EntityRecord]]:
    """Yield all published entities, sorted by slug, in lists of up to PAGE. Each has its names, its identifiers and the
    sources that it cites, but no relationships. The office of a politician is the one on ``day``."""
    after = ""
    while page := published_entities(day, PAGE, after):
        yield page
        after = page[-1].slug


def relationship_rows(subjects: list[EntityRecord], day: date) -> list[tuple]:
    """Return a tuple for each relationship of the ``subjects``, which are published entities: (subject, type, object,
    role, start date, end date, status on ``day``, last confirmation, source). Entities and sources are slugs. Objects
    that are not published are left out. The tuples are sorted."""
    found = Relationship.objects.filter(subject__in=[entity.pk for entity in subjects], object__status=PUBLISHED)
    columns = "subject__slug type object__slug role start_date end_date status verified_at source__slug".split()
    rows = found.with_status(day).values_list(*columns)
    return sorted((_nulls(row) for row in rows), key=lambda row: [value or "" for value in row])


def seat_rows() -> list[tuple]:
    """Return a tuple for each row of each composition (seats by party) of a published institution: (institution, start
    date, total, party, name, seats, per cent of the votes, last confirmation, source). Institutions, parties and
    sources are slugs. The party is None if it is not a published entity."""
    found = SeatShare.objects.filter(composition__institution__status=PUBLISHED)
    columns = [f"composition__{name}" for name in "institution__slug start_date total verified_at source__slug".split()]
    values = [*columns, *"party__slug party__status name seats vote_share".split()]
    rows = []
    for institution, start, total, verified, source, party, status, name, seats, votes in found.values_list(*values):
        shown = party if status == PUBLISHED else None
        votes = None if votes is None else float(votes)
        rows.append(_nulls((institution, start, total, shown, name, seats, votes, verified, source)))
    # Sort in Python, because PostgreSQL and SQLite sort texts differently.
    return sorted(rows, key=lambda row: (row[0], row[1] or "", -row[5], row[4], row[3] or ""))


def redirect_rows() -> list[tuple]:
    """Return a pair (old slug, present slug) for each redirect to a published entity."""
    return sorted(Redirect.objects.filter(entity__status=PUBLISHED).values_list("slug", "entity__slug"))


def source_rows() -> list[tuple]:
    """Return a tuple (slug, name, URL, licence, day of retrieval) for each source."""
    rows = Source.objects.values_list("slug", "name", "url", "licence", "retrieved")
    return sorted((_nulls(row) for row in rows), key=lambda row: row[0])


def _nulls(row):
    """Return a copy of the row, with None instead of empty texts, and with ISO texts instead of days."""
    return tuple(value.isoformat() if isinstance(value, date) else None if value == "" else value for value in row)
