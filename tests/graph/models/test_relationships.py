"""The status of relationships on a day, and their order."""

from datetime import date

import pytest

from graph.models import Entity, Relationship, Status
from graph.models.freshness import stale_before
from graph.relations import TIMELESS, TYPES
from tests.factories import (
    ElectionFactory,
    OfficeFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 15)

JANUARY_2026 = date(2026, 1, 22)
"""Verified recently."""
NOVEMBER_2015 = date(2015, 11, 1)
"""Too long ago for an open end."""
TWO_YEARS_AGO = date(2024, 6, 15)
A_DAY_LONGER_AGO = date(2024, 6, 14)

STATUS = [
    # start, end, verified → status on 15 June 2026
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
    # An open end that was not verified for two years
    ("2020-01-01", "", A_DAY_LONGER_AGO, "unknown"),
    ("2013-10-22", "", NOVEMBER_2015, "unknown"),
    ("2020-01-01", "", None, "unknown"),
    ("", "", NOVEMBER_2015, "unknown"),
    ("", "", None, "unknown"),
    ("", "2027-01-01", NOVEMBER_2015, "unknown"),
    # A month or year that contains the day
    ("2026-06", "", JANUARY_2026, "unknown"),
    ("2026", "", JANUARY_2026, "unknown"),
    ("2020", "2026-06", JANUARY_2026, "unknown"),
    ("2020", "2026", JANUARY_2026, "unknown"),
    ("2026", "2026", JANUARY_2026, "unknown"),
    # In the past
    ("2020-01-01", "2026-06-14", JANUARY_2026, "ended"),
    ("2020", "2026-05", JANUARY_2026, "ended"),
    ("2020", "2025", NOVEMBER_2015, "ended"),
    ("", "2025", None, "ended"),
    # In the future
    ("2026-06-16", "", JANUARY_2026, "future"),
    ("2026-07", "", JANUARY_2026, "future"),
    ("2027", "2031", NOVEMBER_2015, "future"),
]


@pytest.mark.parametrize(("start", "end", "verified", "status"), STATUS)
def test_status_follows_from_dates_and_verification(start, end, verified, status):
    RelationshipFactory(start_date=start, end_date=end, verified_at=verified)
    is_stale = not end and (verified is None or verified < TWO_YEARS_AGO)

    assert Relationship.objects.with_status(DAY).get().status == status
    assert Relationship.objects.current(DAY).exists() == (status == "current")
    assert Relationship.objects.on(DAY).exists() == (status in ("current", "unknown") and not is_stale)


class TestOtherDays:
    """One relationship on several days."""

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
        ("day", "status", "is_found"),
        [
            ("2014-01-01", "unknown", False),
            ("2015-11-01", "current", True),
            ("2017-11-01", "current", True),
            ("2017-11-02", "unknown", False),
        ],
    )
    def test_without_dates_it_is_current_for_two_years_after_verification(self, day, status, is_found):
        RelationshipFactory(verified_at=NOVEMBER_2015)
        day = date.fromisoformat(day)

        assert Relationship.objects.with_status(day).get().status == status
        assert Relationship.objects.on(day).exists() == is_found

    def test_on_finds_timeless_types_without_dates_on_every_day(self):
        for relationship_type in TYPES:
            RelationshipFactory(type=relationship_type, verified_at=NOVEMBER_2015)

        found = Relationship.objects.on(date(1990, 1, 1)).values_list("type", flat=True)

        assert set(found) == set(TIMELESS)

    def test_on_finds_timeless_types_with_dates_within_their_dates(self):
        RelationshipFactory(type=TIMELESS[0], start_date="1999", end_date="2005")

        years = [year for year in (1998, 2000, 2006) if Relationship.objects.on(date(year, 1, 1)).exists()]

        assert years == [2000]

    @pytest.mark.parametrize(
        ("day", "limit"),
        [("2026-06-15", "2024-06-15"), ("2024-02-29", "2022-02-28"), ("2026-02-28", "2024-02-28")],
    )
    def test_stale_before_is_two_years_earlier(self, day, limit):
        assert stale_before(date.fromisoformat(day)) == date.fromisoformat(limit)


class TestEntities:
    def test_of_finds_relationships_as_subject_and_as_object(self):
        macron, party = PoliticianFactory(), PartyFactory()
        member = RelationshipFactory(subject=macron, object=party)
        office = RelationshipFactory(subject=macron, object=OfficeFactory())

        assert set(Relationship.objects.of(macron)) == {member, office}
        assert list(Relationship.objects.of(party)) == [member]

    @pytest.mark.parametrize("hidden", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
    def test_between_published_leaves_out_unpublished_entities(self, hidden):
        RelationshipFactory(subject=PoliticianFactory(status=hidden))
        RelationshipFactory(object=OfficeFactory(status=hidden))
        seen = RelationshipFactory()

        assert list(Relationship.objects.between_published()) == [seen]

    def test_with_direction_is_outgoing_for_the_subject(self):
        relationship = RelationshipFactory(object=OfficeFactory())

        seen = Relationship.objects.with_direction(relationship.subject).get()

        assert (seen.direction, seen.neighbour_name) == ("outgoing", "President of France")

    def test_with_direction_is_incoming_for_the_object(self):
        relationship = RelationshipFactory(subject=PoliticianFactory(name="Emmanuel Macron"))

        seen = Relationship.objects.with_direction(relationship.object).get()

        assert (seen.direction, seen.neighbour_name) == ("incoming", "Emmanuel Macron")


class TestDisplayOrder:
    """`in_display_order`: current first, then by type, latest start, name and key."""

    def ordered(self, entity):
        return list(Relationship.objects.of(entity).with_status(DAY).with_direction(entity).in_display_order())

    def test_current_relationships_come_first(self):
        macron = PoliticianFactory()
        ended = RelationshipFactory(subject=macron, object=PartyFactory(), start_date="2016", end_date="2017")
        future = RelationshipFactory(subject=macron, object=ElectionFactory(), start_date="2027-04")
        current = RelationshipFactory(subject=macron, object=OfficeFactory(), start_date="2017-05-14")

        assert self.ordered(macron) == [current, ended, future]

    def test_types_have_the_order_of_the_specification(self):
        macron = PoliticianFactory()
        office = RelationshipFactory(subject=macron, object=OfficeFactory())
        election = RelationshipFactory(subject=macron, object=ElectionFactory())
        party = RelationshipFactory(subject=macron, object=PartyFactory())

        assert self.ordered(macron) == [party, election, office]

    def test_the_latest_start_comes_first_and_an_unknown_start_last(self):
        macron = PoliticianFactory()
        starts = ["", "2012-05-16", "2017-05", "2014", "2014-01-02"]
        for start in starts:
            RelationshipFactory(subject=macron, object=OfficeFactory(), start_date=start)

        values = [relationship.start_date for relationship in self.ordered(macron)]

        assert values == ["2017-05", "2014-01-02", "2014", "2012-05-16", ""]

    def test_names_decide_between_equals_by_code_point(self):
        macron = PoliticianFactory()
        for name in ["parti", "Élan", "Zoé", "Parti", "élan"]:
            RelationshipFactory(subject=macron, object=PartyFactory(name=name))

        values = [relationship.neighbour_name for relationship in self.ordered(macron)]

        assert values == ["Parti", "Zoé", "parti", "Élan", "élan"]

    def test_equal_relationships_have_the_order_of_their_keys(self):
        macron, office = PoliticianFactory(), OfficeFactory()
        written = [RelationshipFactory(subject=macron, object=office, role=role) for role in "cab"]

        assert self.ordered(macron) == written


class TestImportance:
    """`most_important_first`, which decides the ``office`` of a politician."""

    def ordered(self, politician):
        offices = Relationship.objects.of(politician).with_status(DAY).most_important_first()
        return [relationship.object.details.office_type for relationship in offices]

    def holds(self, politician, office_type, start, end=""):
        office = OfficeFactory(details__office_type=office_type)
        return RelationshipFactory(subject=politician, object=office, start_date=start, end_date=end)

    def test_the_highest_current_office_comes_first(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "legislator", "2025-01-01")
        self.holds(merkel, "", "2025-01-01")
        self.holds(merkel, "head of government", "2005-11-22")

        assert self.ordered(merkel) == ["head of government", "legislator", ""]

    def test_a_current_office_comes_before_a_higher_past_office(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")
        self.holds(merkel, "legislator", "2021-12-09")

        assert self.ordered(merkel) == ["legislator", "head of government"]

    def test_a_stale_open_office_ends_at_its_verification(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")
        seat = self.holds(merkel, "legislator", "2013-10-22")
        Relationship.objects.filter(pk=seat.pk).update(verified_at=date(2015, 11, 30))

        assert self.ordered(merkel) == ["head of government", "legislator"]

    def test_past_offices_are_ordered_by_their_end(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")
        self.holds(merkel, "legislator", "2022-01-01", "2024-01-01")
        self.holds(merkel, "other executive", "", "1998-10-26")

        assert self.ordered(merkel) == ["legislator", "head of government", "other executive"]

    def test_the_higher_of_two_simultaneous_past_offices_comes_first(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "legislator", "2005-11-22", "2021-12-08")
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")

        assert self.ordered(merkel) == ["head of government", "legislator"]

    def test_a_future_office_comes_last(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "head of state", "2027-03-18")
        self.holds(merkel, "legislator", "1990-12-20", "2021-10-26")

        assert self.ordered(merkel) == ["legislator", "head of state"]

    def test_the_later_of_two_equal_current_offices_comes_first(self):
        charles = PoliticianFactory()
        first = self.holds(charles, "head of state", "2022-09-08")
        second = self.holds(charles, "head of state", "2023-05-06")

        values = list(Relationship.objects.of(charles).with_status(DAY).most_important_first())

        assert values == [second, first]


def test_status_has_four_values():
    assert set(Status.values) == {"current", "ended", "future", "unknown"}
