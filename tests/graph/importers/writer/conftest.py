from datetime import date

import pytest

from graph.importers.records import (
    CompositionRecord,
    EntityRecord,
    IdentifierRecord,
    RelationshipRecord,
    SeatShareRecord,
    SourceRecord,
)
from graph.importers.writer import write

TODAY = date(2026, 6, 15)


def source(slug="register", rank=50, retrieved=date(2026, 1, 22)):
    return SourceRecord(
        slug=slug, name=slug.title(), url="https://example.org", licence="CC0-1.0", retrieved=retrieved, rank=rank
    )


def country(code="fr", name="France", **details):
    return EntityRecord(key=f"country:{code}", kind="country", name=name, country_code=code, details=details)


def chamber(key="assembly", name="National Assembly", **details):
    details = {"institution_type": "lower chamber"} | details
    return EntityRecord(key=key, kind="institution", name=name, country_code="fr", details=details)


def seat(key="seat", of="assembly", name="Member of the National Assembly of France"):
    return EntityRecord(
        key=key,
        kind="office",
        name=name,
        country_code="fr",
        details={"office_type": "legislator"},
        evidence={"institution": of},
    )


def person(key="p1", name="Marie Martin", identifiers=(), evidence=None, **details):
    return EntityRecord(
        key=key,
        kind="politician",
        name=name,
        country_code="fr",
        details=details,
        identifiers=tuple(IdentifierRecord(scheme=scheme, value=value) for scheme, value in identifiers),
        evidence=evidence or {},
        line=f"people.csv:{key}",
    )


def holds(subject="p1", object_="seat", start="2012-06-20", end="2017-06-20", **more):
    return RelationshipRecord(
        type="politician_holds_office", subject=subject, object=object_, start_date=start, end_date=end, **more
    )


def contains(institution="assembly", office="seat"):
    return RelationshipRecord(type="institution_contains_office", subject=institution, object=office)


def party(name, key=None):
    return EntityRecord(key=key or name, kind="party", name=name, country_code="fr")


def an_election(day="2022-06-19", key="election", kind="legislative"):
    return EntityRecord(
        key=key, kind="election", name="Election", country_code="fr", details={"date": day, "kind": kind}
    )


def composed(*shares, total=577, line="seats.csv:1", **fields):
    """Return a composition record. Each share is a tuple (name, seats, key of the party, percentage of votes). The last
    one or two may be left out."""
    names = ("name", "seats", "party", "vote_share")
    rows = tuple(SeatShareRecord(**dict(zip(names, share, strict=False))) for share in shares)
    return CompositionRecord(shares=rows, total=total, line=line, **fields)


def changed_nothing(report):
    """Return True if the report of an import has no created, updated or removed rows."""
    return not (report.created or report.updated or report.removed)


REGISTER = source()
PARLIAMENT = (chamber(), seat(), contains())
GREENS, LIBERALS = ("Greens", 77, "Greens"), ("Liberals", 500, "Liberals")
CAST = (*PARLIAMENT, an_election(), party("Greens"), party("Liberals"))
GIVEN = composed(GREENS, LIBERALS, election="election")


@pytest.fixture
def bring(db):
    """Return the function ``bring(*records)``. It imports the records from one source, by default REGISTER, on 15 June
    2026, and returns the report."""

    def _bring(*records, source=REGISTER, **options):
        return write(source, records, today=TODAY, **options)

    return _bring


@pytest.fixture
def france(bring):
    """Create a graph with France, its National Assembly and the office of its members."""
    bring(country(), *PARLIAMENT, source=source("crosswalk", rank=65))
