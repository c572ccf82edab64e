"""Test the status of relationships on a day, and their order."""

from datetime import date

import pytest

from graph.models import Entity, Relationship, Status
from graph.models.freshness import stale_before
from graph.queries.relationships import find_entity_with_relationships
from graph.relations import TIMELESS, RelationshipType
from tests.factories import (
    OfficeFactory,
    PoliticianFactory,
    RelationshipFactory,
)

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 15)

JANUARY_2026 = date(2026, 1, 22)
"""A day of verification less than two years before `DAY`. A relationship without an end date is still current then."""
NOVEMBER_2015 = date(2015, 11, 1)
"""A day of verification more than two years before `DAY`. The status of a relationship without an end date is unknown
then."""
TWO_YEARS_AGO = date(2024, 6, 15)
A_DAY_LONGER_AGO = date(2024, 6, 14)

STATUS = [
    # Each row has the start, the end, the day of the verification, and the expected status on 15 June 2026.
    ("2020-01-01", "", JANUARY_2026, "current"),
    ("2020", "", JANUARY_2026, "current"),
    ("2026-06-15", "", JANUARY_2026, "current"),
    ("", "", JANUARY_2026, "current"),
    ("", "2027-01-01", JANUARY_2026, "current"),
    ("2020-01-01", "2026-06-15", JANUARY_2026, "current"),
    ("2020-01-01", "2026-07", JANUARY_2026, "current"),
    ("2020-01-01", "2027", NOVEMBER_2015, "current"),
    ("2020-01-01", "2027", None, "current"),
    ("2020-01-01", "", TWO_YEARS_AGO, "current"),
    # Relationships without an end date, last verified more than two years ago
    ("2020-01-01", "", A_DAY_LONGER_AGO, "unknown"),
    ("2013-10-22", "", NOVEMBER_2015, "unknown"),
    ("2020-01-01", "", None, "unknown"),
    ("", "", NOVEMBER_2015, "unknown"),
    ("", "", None, "unknown"),
    ("", "2027-01-01", NOVEMBER_2015, "unknown"),
    # Dates with a month or year that contains the day
    ("2026-06", "", JANUARY_2026, "unknown"),
    ("2026", "", JANUARY_2026, "unknown"),
    ("2020", "2026-06", JANUARY_2026, "unknown"),
    ("2020", "2026", JANUARY_2026, "unknown"),
    ("2026", "2026", JANUARY_2026, "unknown"),
    # Relationships that ended before the day
    ("2020-01-01", "2026-06-14", JANUARY_2026, "ended"),
    ("2020", "2026-05", JANUARY_2026, "ended"),
    ("2020", "2025", NOVEMBER_2015, "ended"),
    ("", "2025", None, "ended"),
    # Relationships that begin after the day
    ("2026-06-16", "", JANUARY_2026, "future"),
    ("2026-07", "", JANUARY_2026, "future"),
    ("2027", "2031", NOVEMBER_2015, "future"),
]


def valid_types(day):
    """Return the set of types of the stored relationships that are valid on the day, by `RelationshipRow.is_valid`."""
    subjects = Entity.objects.filter(outgoing__isnull=False).distinct()
    found = [find_entity_with_relationships(subject.slug, day) for subject in subjects]
    rows = [row for entity in found for row in entity.relationships]
    rows = [row for row in rows if row.is_valid(day.isoformat(), stale_before(day).isoformat())]
    return {row.type for row in rows if row.direction == "outgoing"}


@pytest.mark.parametrize(("start", "end", "verified", "status"), STATUS)
def test_status_follows_from_dates_and_verification(start, end, verified, status):
    RelationshipFactory(start_date=start, end_date=end, verified_at=verified)
    is_stale = bool(start) and not end and verified is not None and verified < TWO_YEARS_AGO

    assert Relationship.objects.with_status(DAY).get().status == status
    assert Relationship.objects.current(DAY).exists() == (status == "current")
    assert bool(valid_types(DAY)) == (status in ("current", "unknown") and not is_stale)


class TestOtherDays:
    """Test the status of one relationship on several days."""

    @pytest.mark.parametrize(
        ("day", "status"),
        [
            ("2017-05-13", "future"),
            ("2017-05-14", "current"),
            ("2022-05-13", "current"),
            ("2022-05-14", "ended"),
        ],
    )
    def test_with_status_of_a_term_with_start_and_end(self, day, status):
        RelationshipFactory(start_date="2017-05-14", end_date="2022-05-13")

        assert Relationship.objects.with_status(date.fromisoformat(day)).get().status == status

    @pytest.mark.parametrize(
        ("day", "status"),
        [("2014-01-01", "unknown"), ("2015-11-01", "current"), ("2017-11-01", "current"), ("2017-11-02", "unknown")],
    )
    def test_without_dates_it_is_current_for_two_years_after_verification(self, day, status):
        RelationshipFactory(verified_at=NOVEMBER_2015)
        day = date.fromisoformat(day)

        assert Relationship.objects.with_status(day).get().status == status
        assert valid_types(day)

    def test_relationships_without_dates_are_valid_on_every_day(self):
        for relationship_type in RelationshipType:
            RelationshipFactory(type=relationship_type, verified_at=NOVEMBER_2015)

        assert valid_types(date(1990, 1, 1)) == set(RelationshipType)

    def test_timeless_types_with_dates_are_valid_within_their_dates(self):
        RelationshipFactory(type=TIMELESS[0], start_date="1999", end_date="2005")

        years = [year for year in (1998, 2000, 2006) if valid_types(date(year, 1, 1))]

        assert years == [2000]

    @pytest.mark.parametrize(
        ("day", "limit"),
        [("2026-06-15", "2024-06-15"), ("2024-02-29", "2022-02-28"), ("2026-02-28", "2024-02-28")],
    )
    def test_stale_before_is_two_years_earlier(self, day, limit):
        assert stale_before(date.fromisoformat(day)) == date.fromisoformat(limit)


class TestEntities:
    @pytest.mark.parametrize("hidden", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
    def test_between_published_leaves_out_unpublished_entities(self, hidden):
        RelationshipFactory(subject=PoliticianFactory(status=hidden))
        RelationshipFactory(object=OfficeFactory(status=hidden))
        seen = RelationshipFactory()

        assert list(Relationship.objects.between_published()) == [seen]


def test_status_has_four_values():
    assert set(Status.values) == {"current", "ended", "future", "unknown"}
