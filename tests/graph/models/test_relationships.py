"""Whether a statement holds on a day, and in which order statements are told."""

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
"""Verified lately."""
NOVEMBER_2015 = date(2015, 11, 1)
"""Verified too long ago to say anything of an open end."""
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
    # An open end that nobody has confirmed for two years
    ("2020-01-01", "", A_DAY_LONGER_AGO, "unknown"),
    ("2013-10-22", "", NOVEMBER_2015, "unknown"),
    ("2020-01-01", "", None, "unknown"),
    ("", "", NOVEMBER_2015, "unknown"),
    ("", "", None, "unknown"),
    ("", "2027-01-01", NOVEMBER_2015, "unknown"),
    # A month or year that the day lies in
    ("2026-06", "", JANUARY_2026, "unknown"),
    ("2026", "", JANUARY_2026, "unknown"),
    ("2020", "2026-06", JANUARY_2026, "unknown"),
    ("2020", "2026", JANUARY_2026, "unknown"),
    ("2026", "2026", JANUARY_2026, "unknown"),
    # Over
    ("2020-01-01", "2026-06-14", JANUARY_2026, "ended"),
    ("2020", "2026-05", JANUARY_2026, "ended"),
    ("2020", "2025", NOVEMBER_2015, "ended"),
    ("", "2025", None, "ended"),
    # Still to come
    ("2026-06-16", "", JANUARY_2026, "future"),
    ("2026-07", "", JANUARY_2026, "future"),
    ("2027", "2031", NOVEMBER_2015, "future"),
]


@pytest.mark.parametrize(("start", "end", "verified", "status"), STATUS)
class TestStatus:
    def held(self, start, end, verified):
        return RelationshipFactory(start_date=start, end_date=end, verified_at=verified)

    def test_with_status(self, start, end, verified, status):
        self.held(start, end, verified)

        assert Relationship.objects.with_status(DAY).get().status == status

    def test_current_are_those_of_that_status(self, start, end, verified, status):
        self.held(start, end, verified)

        assert Relationship.objects.current(DAY).exists() == (status == "current")

    def test_on_the_day_are_those_neither_over_nor_to_come_nor_open_and_stale(self, start, end, verified, status):
        self.held(start, end, verified)
        is_stale = not end and (verified is None or verified < TWO_YEARS_AGO)

        expected = status in ("current", "unknown") and not is_stale
        assert Relationship.objects.on(DAY).exists() == expected


class TestAskedOfAnotherDay:
    """The same statement on several days."""

    @pytest.mark.parametrize(
        ("day", "status"),
        [
            ("2017-05-13", "future"),
            ("2017-05-14", "current"),
            ("2020-01-01", "current"),
            ("2022-05-13", "current"),
            ("2022-05-14", "ended"),
        ],
    )
    def test_a_term_with_both_its_ends(self, day, status):
        RelationshipFactory(start_date="2017-05-14", end_date="2022-05-13")

        assert Relationship.objects.with_status(date.fromisoformat(day)).get().status == status

    @pytest.mark.parametrize(
        ("day", "status", "held"),
        [
            ("2014-01-01", "unknown", False),
            ("2015-11-01", "current", True),
            ("2017-11-01", "current", True),
            ("2017-11-02", "unknown", False),
        ],
    )
    def test_a_fact_without_dates_holds_from_its_confirmation_for_two_years(self, day, status, held):
        RelationshipFactory(verified_at=NOVEMBER_2015)
        day = date.fromisoformat(day)

        assert Relationship.objects.with_status(day).get().status == status
        assert Relationship.objects.on(day).exists() == held

    @pytest.mark.parametrize("relation_type", TYPES)
    def test_how_things_are_built_held_always_unless_dated(self, relation_type):
        RelationshipFactory(type=relation_type, verified_at=NOVEMBER_2015)

        assert Relationship.objects.on(date(1990, 1, 1)).exists() == (relation_type in TIMELESS)

    @pytest.mark.parametrize("relation_type", TIMELESS)
    def test_what_is_dated_held_within_its_dates(self, relation_type):
        RelationshipFactory(type=relation_type, start_date="1999", end_date="2005")

        held = [year for year in (1998, 2000, 2006) if Relationship.objects.on(date(year, 1, 1)).exists()]

        assert held == [2000]

    @pytest.mark.parametrize(
        ("day", "limit"),
        [("2026-06-15", "2024-06-15"), ("2024-02-29", "2022-02-28"), ("2026-02-28", "2024-02-28")],
    )
    def test_stale_is_what_was_confirmed_more_than_two_years_before(self, day, limit):
        assert stale_before(date.fromisoformat(day)) == date.fromisoformat(limit)


class TestWhoseStatements:
    def test_of_an_entity_are_those_of_which_it_is_subject_or_object(self):
        macron, party = PoliticianFactory(), PartyFactory()
        member = RelationshipFactory(subject=macron, object=party)
        office = RelationshipFactory(subject=macron, object=OfficeFactory())

        assert set(Relationship.objects.of(macron)) == {member, office}
        assert list(Relationship.objects.of(party)) == [member]

    @pytest.mark.parametrize("hidden", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
    def test_between_published_hides_statements_with_a_hidden_end(self, hidden):
        RelationshipFactory(subject=PoliticianFactory(status=hidden))
        RelationshipFactory(object=OfficeFactory(status=hidden))
        seen = RelationshipFactory()

        assert list(Relationship.objects.between_published()) == [seen]

    def test_seen_from_the_subject(self):
        statement = RelationshipFactory(object=OfficeFactory())

        seen = Relationship.objects.with_direction(statement.subject).get()

        assert (seen.direction, seen.neighbour_name) == ("outgoing", "President of France")

    def test_seen_from_the_object(self):
        statement = RelationshipFactory(subject=PoliticianFactory(name="Emmanuel Macron"))

        seen = Relationship.objects.with_direction(statement.object).get()

        assert (seen.direction, seen.neighbour_name) == ("incoming", "Emmanuel Macron")


class TestOrder:
    """`in_order`: current first, the types as in the specification, the latest start, the name; then as written."""

    def told(self, entity):
        return list(Relationship.objects.of(entity).with_status(DAY).with_direction(entity).in_display_order())

    def test_what_holds_now_comes_first(self):
        macron = PoliticianFactory()
        ended = RelationshipFactory(subject=macron, object=PartyFactory(), start_date="2016", end_date="2017")
        future = RelationshipFactory(subject=macron, object=ElectionFactory(), start_date="2027-04")
        current = RelationshipFactory(subject=macron, object=OfficeFactory(), start_date="2017-05-14")

        assert self.told(macron) == [current, ended, future]

    def test_types_come_in_the_order_of_the_specification(self):
        macron = PoliticianFactory()
        office = RelationshipFactory(subject=macron, object=OfficeFactory())
        election = RelationshipFactory(subject=macron, object=ElectionFactory())
        party = RelationshipFactory(subject=macron, object=PartyFactory())

        assert self.told(macron) == [party, election, office]

    def test_the_latest_start_comes_first_and_an_unknown_start_last(self):
        macron = PoliticianFactory()
        starts = ["", "2012-05-16", "2017-05", "2014", "2014-01-02"]
        for start in starts:
            RelationshipFactory(subject=macron, object=OfficeFactory(), start_date=start)

        told = [statement.start_date for statement in self.told(macron)]

        assert told == ["2017-05", "2014-01-02", "2014", "2012-05-16", ""]

    def test_names_decide_between_equals_by_code_point(self):
        macron = PoliticianFactory()
        for name in ["parti", "Élan", "Zoé", "Parti", "élan"]:
            RelationshipFactory(subject=macron, object=PartyFactory(name=name))

        told = [statement.neighbour_name for statement in self.told(macron)]

        assert told == ["Parti", "Zoé", "parti", "Élan", "élan"]

    def test_the_first_written_comes_first_where_all_else_is_equal(self):
        macron, office = PoliticianFactory(), OfficeFactory()
        written = [RelationshipFactory(subject=macron, object=office, role=role) for role in "cab"]

        assert self.told(macron) == written


class TestImportance:
    """`most_important_first`: what a politician's ``office`` is taken from."""

    def told(self, politician):
        offices = Relationship.objects.of(politician).with_status(DAY).most_important_first()
        return [statement.object.details.office_type for statement in offices]

    def holds(self, politician, office_type, start, end=""):
        office = OfficeFactory(details__office_type=office_type)
        return RelationshipFactory(subject=politician, object=office, start_date=start, end_date=end)

    def test_of_those_held_now_the_highest(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "legislator", "2025-01-01")
        self.holds(merkel, "", "2025-01-01")
        self.holds(merkel, "head of government", "2005-11-22")

        assert self.told(merkel) == ["head of government", "legislator", ""]

    def test_what_is_held_now_stands_before_anything_higher_that_was(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")
        self.holds(merkel, "legislator", "2021-12-09")

        assert self.told(merkel) == ["legislator", "head of government"]

    def test_what_was_given_up_later_was_held_last_though_it_began_before(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")
        seat = self.holds(merkel, "legislator", "2013-10-22")
        Relationship.objects.filter(pk=seat.pk).update(verified_at=date(2015, 11, 30))

        assert self.told(merkel) == ["head of government", "legislator"]

    def test_of_those_no_longer_held_the_last(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")
        self.holds(merkel, "legislator", "2022-01-01", "2024-01-01")
        self.holds(merkel, "other executive", "", "1998-10-26")

        assert self.told(merkel) == ["legislator", "head of government", "other executive"]

    def test_the_highest_of_those_that_began_on_one_day(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "legislator", "2005-11-22", "2021-12-08")
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")

        assert self.told(merkel) == ["head of government", "legislator"]

    def test_an_office_still_to_be_taken_up_comes_last(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "head of state", "2027-03-18")
        self.holds(merkel, "legislator", "1990-12-20", "2021-10-26")

        assert self.told(merkel) == ["legislator", "head of state"]

    def test_the_latest_of_two_equal_offices_held_now(self):
        charles = PoliticianFactory()
        first = self.holds(charles, "head of state", "2022-09-08")
        second = self.holds(charles, "head of state", "2023-05-06")

        told = list(Relationship.objects.of(charles).with_status(DAY).most_important_first())

        assert told == [second, first]


def test_a_status_is_one_of_four():
    assert set(Status.values) == {"current", "ended", "future", "unknown"}
