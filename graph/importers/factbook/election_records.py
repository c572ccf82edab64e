"""Records of elections, whatever is elected."""

from collections.abc import Iterator, Mapping

from graph.importers.factbook import dates
from graph.importers.factbook.page import Page
from graph.importers.records import EntityRecord, Record, RejectedRecord, RelationshipRecord, country_key
from graph.kinds import ElectionKind, ElectionStatus, Kind
from graph.relations import RelationshipType
from graph.text import dates as partial

LABELS = {
    ElectionKind.PRESIDENTIAL: "presidential",
    ElectionKind.LEGISLATIVE: "legislative",
    ElectionKind.UPPER_HOUSE: "upper house",
}


def election_key(page: Page, kind: ElectionKind, date: str) -> str:
    """The run's key of an election."""
    return f"factbook:election:{page.code}:{kind}:{date}"


def election_records(
    page: Page,
    kind: ElectionKind,
    date: str,
    line: str,
    *,
    office: str,
    details: Mapping = {},
    status: ElectionStatus = ElectionStatus.HELD,
) -> Iterator[Record]:
    """The election, its country, and the office it fills where that is known."""
    key = election_key(page, kind, date)
    yield EntityRecord(
        key=key,
        kind=Kind.ELECTION,
        name=f"{date[:4]} {page.country.name} {LABELS[kind]} election",
        country_code=page.code,
        details={"kind": kind, "date": date, "status": status, **details},
        line=line,
    )
    yield _on(date, RelationshipType.OCCURS_IN_COUNTRY, key, country_key(page.code), line)
    if office:
        yield _on(date, RelationshipType.ELECTED_IN_ELECTION, office, key, line)


def scheduled(page: Page, kind: ElectionKind, text: str, after: str, line: str, *, office: str) -> Iterator[Record]:
    """The next election; a refusal where the text has no date, or one before the last election's."""
    date = dates.parse(text)
    if not date:
        yield RejectedRecord(reason=f"no date of a next election in {text!r}", line=line)
    elif after and partial.first_day(date) <= partial.last_day(after):
        yield RejectedRecord(reason=f"the next election, {text!r}, is not after the last, {after}", line=line)
    else:
        yield from election_records(page, kind, date, line, office=office, status=ElectionStatus.SCHEDULED)


def _on(date, kind, subject, object_, line):
    return RelationshipRecord(type=kind, subject=subject, object=object_, start_date=date, end_date=date, line=line)
