"""Test the columns with the first and last day on which a relationship is current."""

from datetime import date, timedelta
from itertools import product

import pytest
from django.db.models import Case, F, Q, TextField, Value, When

from graph.models import Relationship
from graph.models.freshness import current_days, stale_before
from tests.factories import OfficeFactory, PartyFactory, PoliticianFactory, RelationshipFactory, SourceFactory

ONE_DAY = timedelta(days=1)
DATES = ["", "2020", "2020-02", "2020-02-28", "2020-02-29", "2022-02-28", "2022-03-01", "2024", "2024-02", "2024-02-29"]
VERIFIED = [None, *(date.fromisoformat(text) for text in ("2018-02-28", "2020-02-29", "2022-02-28", "2024-03-01"))]


def status_by_dates(day):
    """Return a database expression for the status of a relationship on a day. It uses the dates and the day of
    verification, and not the columns under test."""
    fresh = Q(verified_at__gte=stale_before(day))
    started_by_then = Q(verified_at__lte=day)
    coarse_start = Q(start_first__lte=day, start_last__gt=day)
    coarse_end = Q(end_first__lte=day, end_last__gte=day) & ~Q(end_first=F("end_last"))
    return Case(
        When(end_last__lt=day, then=Value("ended")),
        When(start_first__gt=day, then=Value("future")),
        When(coarse_start | coarse_end, then=Value("unknown")),
        When(Q(end_date="") & ~fresh, then=Value("unknown")),
        When(Q(start_date="") & ~(fresh & started_by_then), then=Value("unknown")),
        default=Value("current"),
        output_field=TextField(),
    )


def every_combination(ends):
    """Yield an unsaved relationship for each combination of type, dates and day of verification that the database
    accepts. ``ends`` maps each type to (subject, object)."""
    source = SourceFactory()
    for number, (start, end, verified) in enumerate(product(DATES, DATES, VERIFIED)):
        for type, (subject, object) in ends.items():
            row = Relationship(type=type, subject=subject, object=object, source=source, role=str(number))
            row.start_date, row.end_date, row.verified_at = start, end, verified
            row.set_computed_days()
            if not (row.start_first and row.end_last and row.end_last < row.start_first):
                yield row


@pytest.mark.django_db
def test_status_by_stored_days_equals_status_by_dates():
    office = OfficeFactory()
    country = RelationshipFactory(subject=office, type="office_in_country").object
    ends = {"politician_holds_office": (PoliticianFactory(), office), "office_in_country": (office, country)}
    Relationship.objects.bulk_create(every_combination(ends), batch_size=50)
    names = ("start_first", "start_last", "end_first", "end_last", "current_first", "current_last")
    boundaries = {day for row in Relationship.objects.values_list(*names) for day in row if day and day > date.min}
    days = {boundary + offset * ONE_DAY for boundary in boundaries for offset in (-1, 0, 1)}

    for day in sorted(days | {date(1000, 1, 1), date(2200, 12, 31)}):
        rows = Relationship.objects.with_status(day).annotate(expected=status_by_dates(day))
        assert list(rows.exclude(status=F("expected")).values("type", "start_date", "end_date", "verified_at")) == []


@pytest.mark.parametrize(
    ("start", "end", "verified", "days"),
    [
        ("2020-03-05", "2021-06-30", None, ("2020-03-05", "2021-06-30")),
        ("2020", "2021-06", None, ("2020-12-31", "2021-05-31")),
        ("2020", "", date(2024, 2, 29), ("2020-12-31", "2026-02-28")),
        ("", "", date(2024, 1, 22), ("2024-01-22", "2026-01-22")),
        ("2020", "2020", None, None),
        ("2020", "", None, None),
        ("", "2020-05-01", None, None),
    ],
)
def test_current_days_are_those_without_a_doubt(start, end, verified, days):
    found = current_days(start, end, verified)

    assert found == (days and tuple(date.fromisoformat(day) for day in days))


@pytest.mark.django_db
def test_save_computes_the_days_again():
    membership = RelationshipFactory(subject=PoliticianFactory(), object=PartyFactory(), start_date="2020-01-01")
    membership.end_date = "2020"
    membership.save()

    membership.refresh_from_db()
    assert (membership.current_first, membership.current_last) == (None, None)
