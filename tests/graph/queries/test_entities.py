"""Test the query for one entity, which also reads the names of its country, office and ideology, and its sources."""

from datetime import date

import pytest

from graph.descriptions import composed
from graph.models import Entity
from graph.queries.entities import cite_sources, find_entity
from tests.factories import (
    CitationFactory,
    CountryFactory,
    IdeologyFactory,
    OfficeFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 15)


class TestNames:
    """Test the names of an entity's country, office and ideology. `TestOfficeName` tests which office is chosen."""

    def facts(self, entity):
        found = find_entity(entity.slug, DAY)
        return found.country_name, found.office_name, found.ideology_name

    def test_facts_are_none_without_relationships(self):
        assert self.facts(PoliticianFactory()) == (None, None, None)

    def test_country_name_follows_from_the_country_code(self):
        CountryFactory(country_code="fr")

        assert self.facts(PartyFactory(country_code="fr"))[0] == "France"

    def test_office_name_is_the_current_office(self):
        macron = PoliticianFactory()
        RelationshipFactory(subject=macron, object=OfficeFactory(), start_date="2017-05-14")

        assert self.facts(macron)[1] == "President of France"

    def test_ideology_name_is_the_first_by_position(self):
        party = PartyFactory()
        RelationshipFactory(subject=party, object=IdeologyFactory(name="Liberalism"), position=1)
        RelationshipFactory(subject=party, object=IdeologyFactory(name="Social democracy"), position=0)

        assert self.facts(party)[2] == "Social democracy"

    def test_ideology_name_leaves_out_drafts(self):
        party = PartyFactory()
        RelationshipFactory(subject=party, object=IdeologyFactory(status=Entity.Status.DRAFT))

        assert self.facts(party)[2] is None

    def test_entity_is_read_in_one_query(self, django_assert_num_queries):
        relationship = RelationshipFactory()

        with django_assert_num_queries(1):
            find_entity(relationship.subject.slug, DAY)


def test_sources_are_those_of_the_entity_and_of_its_relationships():
    macron = PoliticianFactory()
    CitationFactory(entity=macron, source__slug="gazette", note="of 2022")
    found = find_entity(macron.slug, DAY)

    cite_sources(found, {slug: (slug.title(), None, None, "CC0-1.0") for slug in ("register", "gazette", "almanac")})

    assert [(row[0], row[4], row[5]) for row in found.citations if row[4] != "gazette"] == [
        ("Almanac", "almanac", None),
        ("Register", "register", None),
    ]
    assert [row[4:] for row in found.citations][1] == ("gazette", "of 2022")


class TestOfficeName:
    """Test which office a politician's data name: a current one, otherwise a past one, but never a future one. The
    highest rank comes first, and a current seat in a legislature comes after a past head of state or government."""

    def ordered(self, politician):
        """Return the names of the politician's offices, in the order in which the service prefers them. This deletes
        the politician's relationships to them."""
        offices = []
        while name := find_entity(politician.slug, DAY).office_name:
            offices.append(name)
            politician.outgoing.filter(object__name=name).delete()
        return offices

    def holds(self, politician, office_type, start, end="", **values):
        name = office_type or "unknown office"
        office = OfficeFactory(name=name, details__office_type=office_type)
        return RelationshipFactory(subject=politician, object=office, start_date=start, end_date=end, **values)

    def test_the_highest_current_office_comes_first(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "legislator", "2025-01-01")
        self.holds(merkel, "", "2025-01-01")
        self.holds(merkel, "head of government", "2005-11-22")

        assert self.ordered(merkel) == ["head of government", "legislator", "unknown office"]

    def test_a_current_office_comes_before_a_higher_past_office(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")
        self.holds(merkel, "other executive", "2021-12-09")

        assert self.ordered(merkel) == ["other executive", "head of government"]

    def test_a_former_head_of_government_in_parliament_is_a_former_head_of_government(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "other executive", "1994-11-17", "1998-10-26")
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")
        self.holds(merkel, "legislator", "2021-12-09")

        assert self.ordered(merkel) == ["head of government", "legislator", "other executive"]

    def test_a_stale_open_office_ends_at_its_verification(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")
        self.holds(merkel, "legislator", "2013-10-22", verified_at=date(2015, 11, 30))

        assert self.ordered(merkel) == ["head of government", "legislator"]

    def test_past_offices_are_ordered_by_their_rank(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "legislator", "2022-01-01", "2024-01-01")
        self.holds(merkel, "other executive", "", "1998-10-26")
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")

        assert self.ordered(merkel) == ["head of government", "other executive", "legislator"]

    def test_the_higher_of_two_simultaneous_past_offices_comes_first(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "legislator", "2005-11-22", "2021-12-08")
        self.holds(merkel, "head of government", "2005-11-22", "2021-12-08")

        assert self.ordered(merkel) == ["head of government", "legislator"]

    def test_a_future_office_is_left_out(self):
        merkel = PoliticianFactory()
        self.holds(merkel, "head of state", "2027-03-18")
        self.holds(merkel, "legislator", "1990-12-20", "2021-10-26")

        assert self.ordered(merkel) == ["legislator"]

    def test_the_later_of_two_equal_current_offices_comes_first(self):
        charles = PoliticianFactory()
        for name, start in (("first", "2022-09-08"), ("second", "2023-05-06")):
            office = OfficeFactory(name=name, details__office_type="head of state")
            RelationshipFactory(subject=charles, object=office, start_date=start)

        assert self.ordered(charles) == ["second", "first"]

    def test_of_equal_offices_that_of_the_own_country_comes_first(self):
        macron = PoliticianFactory(country_code="fr")
        for country_code, start in (("ad", "2017-05-15"), ("fr", "2017-05-14")):
            office = OfficeFactory(name=country_code, country_code=country_code, details__office_type="head of state")
            RelationshipFactory(subject=macron, object=office, start_date=start)

        _, description, _ = next(composed([macron.pk], DAY))

        assert description == "fr since 14 May 2017."
        assert self.ordered(macron) == ["fr", "ad"]


@pytest.mark.parametrize("hidden", ["draft", "withdrawn"])
def test_office_that_is_not_published_is_left_out(hidden):
    relationship = RelationshipFactory(object=OfficeFactory(status=hidden), start_date="2020")

    assert find_entity(relationship.subject.slug, DAY).office_name is None
