"""Describe the sources of the figures in election results."""

from collections.abc import Iterable

from config.http.documents import DAY, URL, Document, Member
from graph.documents import SourceDocument


class ResultSource(Document):
    """The source of the figures in election results."""

    name = SourceDocument.name
    url = Member(URL, null=True, description="Where the source is published")
    retrieved = Member(DAY, null=True, description="The day its data was fetched")
    licence = SourceDocument.licence


def source_documents(rows: Iterable[tuple]) -> list[dict]:
    """Return each source once as JSON data, sorted by name. ``rows`` have the columns of `SQL.SOURCE`. If the source of
    a result is not recorded, the columns of its row are None, and the row is left out."""
    return [ResultSource.from_values(row) for row in sorted({row for row in rows if row[0]}, key=lambda row: row[0])]
