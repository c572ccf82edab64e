"""Test the leaders in the snapshot of a country on a day."""

from datetime import date

import pytest

from snapshots.countries.offices import leaders_section
from tests.factories import CountryFactory, OfficeFactory, PartyFactory, PoliticianFactory, RelationshipFactory


@pytest.fixture
def presidency(france):
    return OfficeFactory(title="President", details__office_type="head of state")


@pytest.fixture
def premiership(france):
    return OfficeFactory(title="Prime Minister", details__office_type="head of government")


def names(rows):
    return [(row["politician"]["name"], row["office"]["name"]) for row in rows]


def test_section_is_sorted_by_office(facts, held):
    for title, office_type in (
        ("Adjutant", "deputy head of state"),
        ("Burgomaster", "head of government"),
        ("Warden", "other executive"),
        ("Yeoman", "representative of the head of state"),
        ("Zar", "head of state"),
    ):
        held(PoliticianFactory(), OfficeFactory(title=title, details__office_type=office_type), "2022")

    assert [row["office"]["name"].split()[0] for row in leaders_section(facts())] == [
        "Zar",
        "Burgomaster",
        "Yeoman",
        "Adjutant",
        "Warden",
    ]


def test_holders_of_one_office_are_sorted_by_start(facts, held, presidency):
    for name, start in (("Ann", "2023"), ("Zoe", "2021"), ("Ben", "2023")):
        held(PoliticianFactory(name=name), presidency, start)

    assert [row["politician"]["name"] for row in leaders_section(facts())] == ["Zoe", "Ann", "Ben"]


def test_section_prefers_a_certain_term(facts, held, presidency):
    president = PoliticianFactory()
    held(president, presidency, "2010-01-01", "2015-12-31")
    held(president, presidency, "2015", "2020")

    (row,) = leaders_section(facts(date(2015, 6, 30)))

    assert (row["start_date"], row["status"]) == ("2010-01-01", "current")


@pytest.mark.parametrize("status", ["draft", "withdrawn"])
def test_party_that_is_not_published_is_null(facts, held, premiership, status):
    premier = PoliticianFactory()
    held(premier, premiership, "2025-09-10")
    RelationshipFactory(subject=premier, object=PartyFactory(status=status), start_date="2016")

    assert leaders_section(facts())[0]["party"] is None


def test_section_leaves_out_legislators(facts, held):
    seat = OfficeFactory(title="Member of the National Assembly", details__office_type="legislator")
    held(PoliticianFactory(), seat, "2024")

    assert leaders_section(facts()) == []


def test_row_has_start_role_and_party(facts, held, premiership):
    premier, party = PoliticianFactory(name="Ben Premier"), PartyFactory()
    held(premier, premiership, "2025-09-10", role="interim")
    RelationshipFactory(subject=premier, object=party, start_date="2016", verified_at=date(2026, 1, 22))

    (row,) = leaders_section(facts())

    assert list(row) == ["politician", "office", "party", "start_date", "end_date", "role", "status", "verified_at"]
    assert row["party"]["name"] == party.name
    assert (row["start_date"], row["end_date"], row["role"]) == ("2025-09-10", None, "interim")
    assert (row["status"], row["verified_at"]) == ("current", "2026-01-22")


def test_party_left_before_the_day_is_null(facts, held, premiership):
    premier = PoliticianFactory()
    held(premier, premiership, "2025-09-10")
    RelationshipFactory(subject=premier, object=PartyFactory(), start_date="2006", end_date="2009")

    assert leaders_section(facts())[0]["party"] is None


def test_party_is_the_one_joined_last(facts, held, premiership):
    premier = PoliticianFactory()
    held(premier, premiership, "2025-09-10")
    for name, start in (
        ("Les Jeunes", ""),
        ("En Marche", "2016"),
        ("Renaissance", "2022"),
        ("Parti socialiste", "2006"),
    ):
        RelationshipFactory(subject=premier, object=PartyFactory(name=name), start_date=start)

    assert leaders_section(facts())[0]["party"]["name"] == "Renaissance"


def test_section_has_leaders_from_other_countries(facts, held, presidency):
    king = PoliticianFactory(name="Charles III", country_code=CountryFactory(country_code="gb").country_code)
    held(king, presidency, "2022-09-08")

    assert names(leaders_section(facts())) == [("Charles III", "President of France")]


def test_section_leaves_out_vacant_offices(facts, held, presidency):
    held(PoliticianFactory(), presidency, "2017-05-14", "2026-05-01")

    assert leaders_section(facts()) == []


def test_section_leaves_out_terms_not_confirmed_for_two_years(facts, held, presidency):
    held(PoliticianFactory(), presidency, "2012", verified_at=date(2024, 6, 14))

    assert leaders_section(facts()) == []


def test_section_has_unconfirmed_terms_with_an_unknown_status(facts, held, presidency):
    held(PoliticianFactory(), presidency, "2017-05-14", verified_at=None)

    (row,) = leaders_section(facts())
    assert (row["status"], row["verified_at"]) == ("unknown", None)


@pytest.mark.parametrize(
    ("day", "leader"),
    [
        (date(2012, 5, 14), ["Nicolas Sarkozy"]),
        (date(2012, 5, 15), ["François Hollande", "Nicolas Sarkozy"]),
        (date(2012, 5, 16), ["François Hollande"]),
    ],
)
def test_section_has_both_leaders_on_the_day_of_the_handover(facts, held, presidency, day, leader):
    held(PoliticianFactory(name="Nicolas Sarkozy"), presidency, "2007-05-16", "2012-05-15")
    held(PoliticianFactory(name="François Hollande"), presidency, "2012-05-15", "2017-05-14")

    assert sorted(row["politician"]["name"] for row in leaders_section(facts(day))) == leader


class TestStatus:
    """Test the status of a leader's term. It is unknown if a partial date such as "2012" does not show whether the term
    includes the day."""

    @pytest.mark.parametrize(
        ("start", "end", "day", "status"),
        [
            ("2012", "2017", date(2012, 3, 1), "unknown"),
            ("2012", "2017", date(2013, 1, 1), "current"),
            ("2012", "2017", date(2016, 12, 31), "current"),
            ("2012", "2017", date(2017, 6, 1), "unknown"),
            ("2012-05", "2017-05", date(2012, 5, 20), "unknown"),
            ("2012-05", "2017-05", date(2012, 6, 1), "current"),
        ],
    )
    def test_status_depends_on_the_day(self, facts, held, presidency, start, end, day, status):
        held(PoliticianFactory(name="An Earlier One"), presidency, "2002-05-15", "2007-05-14")
        held(PoliticianFactory(), presidency, start, end)

        (row,) = leaders_section(facts(day))
        assert (row["status"], row.get("dates")) == (status, None if status == "current" else "coarse")

    @pytest.mark.parametrize("day", [date(2011, 12, 31), date(2018, 1, 1)])
    def test_row_is_left_out_outside_of_its_coarse_dates(self, facts, held, presidency, day):
        held(PoliticianFactory(), presidency, "2012", "2017")

        assert leaders_section(facts(day)) == []


def test_party_of_a_past_day_is_the_undated_one_that_was_confirmed_next(facts, held, presidency):
    president = PoliticianFactory()
    held(president, presidency, "2010", "2020")
    for name, confirmed in (("Late", date(2019, 1, 1)), ("Next", date(2016, 1, 1)), ("Early", date(2011, 1, 1))):
        membership = {"type": "politician_member_of_party", "start_date": "", "end_date": "", "verified_at": confirmed}
        RelationshipFactory(subject=president, object=PartyFactory(name=name), **membership)

    (row,) = leaders_section(facts(date(2015, 6, 30)))

    assert row["party"]["name"] == "Next"


def test_dated_membership_prevails_over_undated_ones(facts, held, presidency):
    president = PoliticianFactory()
    held(president, presidency, "2010", "2020")
    for name, start, confirmed in (("Undated", "", date(2016, 1, 1)), ("Dated", "2009", date(2018, 1, 1))):
        membership = {"type": "politician_member_of_party", "start_date": start, "verified_at": confirmed}
        RelationshipFactory(subject=president, object=PartyFactory(name=name), **membership)

    (row,) = leaders_section(facts(date(2015, 6, 30)))

    assert row["party"]["name"] == "Dated"


def test_undated_membership_that_was_confirmed_after_the_term_is_left_out(facts, held, presidency):
    president = PoliticianFactory()
    held(president, presidency, "2010", "2020")
    membership = {"type": "politician_member_of_party", "start_date": "", "verified_at": date(2021, 1, 1)}
    RelationshipFactory(subject=president, object=PartyFactory(), **membership)

    (row,) = leaders_section(facts(date(2015, 6, 30)))

    assert row["party"] is None
