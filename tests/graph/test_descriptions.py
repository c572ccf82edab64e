from datetime import date

import pytest

from graph.descriptions import date_in_words, describe
from graph.journal.journal import journalled
from graph.models import Entity
from graph.queries.entities import find_entity
from tests import factories

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


@pytest.fixture
def france():
    return factories.CountryFactory(name="France", slug="france", country_code="fr", details__capital="Paris")


def compose(entity):
    with journalled() as journal:
        describe([entity.pk], TODAY, journal)


def described(entity):
    compose(entity)
    return Entity.objects.get(pk=entity.pk).description


def holds(politician, name, office_type, start="", end="", verified=TODAY):
    office = factories.OfficeFactory(name=name, country_code="fr", details__office_type=office_type)
    return factories.RelationshipFactory(
        subject=politician, object=office, start_date=start, end_date=end, verified_at=verified
    )


@pytest.mark.parametrize(
    ("start", "end", "verified", "text"),
    [
        ("2017-05-14", "", TODAY, "President of France since 14 May 2017."),
        ("2017-05", "", TODAY, "President of France since May 2017."),
        ("", "", TODAY, "President of France."),
        ("2007-05-16", "2012-05-15", TODAY, "Former President of France (2007–2012)."),
        ("2012-05-15", "2012-06-20", TODAY, "Former President of France (2012)."),
        ("", "2012-06-20", TODAY, "Former President of France (until 2012)."),
        ("2012-06-20", "", date(2015, 11, 30), "President of France from 20 June 2012, last confirmed in 2015."),
        ("2027-05-14", "", TODAY, "President of France from 14 May 2027."),
    ],
)
def test_describe_politician_by_office_and_dates(france, start, end, verified, text):
    politician = factories.PoliticianFactory(country_code="fr")
    holds(politician, "President of France", "head of state", start, end, verified)

    assert described(politician) == text


def test_describe_names_the_last_candidacy_of_a_politician_without_an_office(france):
    politician = factories.PoliticianFactory(country_code="fr")
    for name, day in [("2027 France election", "2027-04-11"), ("2022 France election", "2022-04-10")]:
        election = factories.ElectionFactory(name=name, country_code="fr")
        type_ = "politician_participated_in_election"
        factories.RelationshipFactory(type=type_, subject=politician, object=election, start_date=day)

    assert described(politician) == "Candidate in the 2022 France election."


def test_describe_joins_terms_without_a_gap(france):
    politician = factories.PoliticianFactory(country_code="fr")
    office = factories.OfficeFactory(
        name="President of France", country_code="fr", details__office_type="head of state"
    )
    for start, end in [("2005-01-20", "2009-01-20"), ("2017-01-20", "2022-05-13"), ("2022-05-13", "2027-05-13")]:
        factories.RelationshipFactory(
            subject=politician, object=office, start_date=start, end_date=end, verified_at=TODAY
        )

    assert described(politician) == "President of France since 20 January 2017, before that 2005–2009."


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        (
            [("2006-09-26", "2007-09-26"), ("2012-12-26", "2020-09-16")],
            "Former President of France (2006–2007 and 2012–2020).",
        ),
        ([("2010", "2012"), ("2027-05-14", "")], "President of France from 14 May 2027, before that 2010–2012."),
        ([("2010", "2012"), ("2012-03", "2026")], "President of France (2010–2026)."),
    ],
    ids=["two terms with a gap", "elected again", "ends this year"],
)
def test_describe_names_each_term(france, terms, text):
    politician = factories.PoliticianFactory(country_code="fr")
    office = factories.OfficeFactory(
        name="President of France", country_code="fr", details__office_type="head of state"
    )
    for start, end in terms:
        factories.RelationshipFactory(
            subject=politician, object=office, start_date=start, end_date=end, verified_at=TODAY
        )

    assert described(politician) == text


@pytest.mark.parametrize(
    ("dates", "text"),
    [
        ({"start_date": "2016"}, " Party: Renaissance."),
        ({"start_date": "2016", "end_date": "2020"}, " Former party: Renaissance."),
        ({"verified_at": date(2015, 11, 30)}, " Party: Renaissance (last confirmed in 2015)."),
        ({"start_date": "2016", "verified_at": None}, ""),
    ],
)
def test_describe_names_a_party_as_current_only_if_it_is(france, dates, text):
    politician = factories.PoliticianFactory(country_code="fr")
    holds(politician, "President of France", "head of state", "2017-05-14")
    party = factories.PartyFactory(name="Renaissance", country_code="fr")
    factories.RelationshipFactory(subject=politician, object=party, **{"verified_at": TODAY} | dates)

    assert described(politician) == f"President of France since 14 May 2017.{text}"


@pytest.mark.parametrize(
    ("dates", "text"),
    [
        ({"end_date": "1971-06-13"}, "Former political party in France, founded in 1905, ended in 1971."),
        ({"verified_at": date(2012, 5, 1)}, "Political party in France, founded in 1905, last confirmed in 2012."),
        ({}, "Political party in France, founded in 1905."),
    ],
)
def test_describe_says_that_a_party_has_ended(france, dates, text):
    party = factories.PartyFactory(country_code="fr", details__founded_year=1905)
    factories.RelationshipFactory(subject=party, object=france, **{"verified_at": TODAY} | dates)

    assert described(party) == text


@pytest.mark.parametrize(
    ("status", "day", "text"),
    [
        ("scheduled", "2026-10-04", "due on 4 October 2026."),
        ("scheduled", "2026-06", "due in June 2026."),
        ("scheduled", "2026-05-31", "planned for 31 May 2026, overdue."),
        ("cancelled", "2026-05", "planned for May 2026, cancelled."),
    ],
)
def test_describe_says_that_an_election_is_overdue(france, status, day, text):
    election = factories.ElectionFactory(
        country_code="fr", details__kind="presidential", details__status=status, details__date=day
    )

    assert described(election) == f"Presidential election in France, {text}"


def test_describe_prefers_a_current_office(france):
    politician = factories.PoliticianFactory(country_code="fr")
    holds(politician, "President of France", "head of state", "2007", "2012")
    holds(politician, "Minister of Economy of France", "other executive", "2020-10-01")

    assert described(politician) == "Minister of Economy of France since 1 October 2020."


def test_describe_prefers_the_former_presidency_to_a_current_seat(france):
    politician = factories.PoliticianFactory(country_code="fr")
    holds(politician, "President of France", "head of state", "2007", "2012")
    holds(politician, "Member of the Senate of France", "legislator", "2020-10-01")

    assert described(politician) == (
        "Former President of France (2007–2012). Member of the Senate of France since 1 October 2020."
    )
    assert find_entity(politician.slug, TODAY).office_name == "President of France"


def test_describe_names_the_last_party(france):
    politician = factories.PoliticianFactory(country_code="fr")
    holds(politician, "President of France", "head of state", "2017-05-14")
    for name, start in (("Socialist Party", "2006"), ("Renaissance", "2016")):
        party = factories.PartyFactory(name=name, country_code="fr")
        factories.RelationshipFactory(subject=politician, object=party, start_date=start, verified_at=TODAY)

    assert described(politician) == "President of France since 14 May 2017. Party: Renaissance."


def test_describe_adds_no_second_full_stop(france):
    politician = factories.PoliticianFactory(country_code="fr")
    holds(politician, "President of France", "head of state", "2017-05-14")
    party = factories.PartyFactory(name="The Republic Onwards!", country_code="fr")
    factories.RelationshipFactory(subject=politician, object=party, verified_at=TODAY)

    assert described(politician) == "President of France since 14 May 2017. Party: The Republic Onwards!"


def test_overview_leaves_out_unknown_years(france):
    politician = factories.PoliticianFactory(country_code="fr", details__birth_year=None)
    party = factories.PartyFactory(name="Renaissance", country_code="fr")
    factories.RelationshipFactory(subject=politician, object=party, verified_at=TODAY)
    compose(politician)

    assert Entity.objects.get(pk=politician.pk).details.overview == "Parties: Renaissance."


def test_overview_lists_the_career(france):
    politician = factories.PoliticianFactory(country_code="fr", details__birth_year=1977)
    holds(politician, "Minister of Economy of France", "other executive", "2014", "2016")
    holds(politician, "President of France", "head of state", "2017-05-14")
    compose(politician)

    overview = Entity.objects.get(pk=politician.pk).details.overview

    assert overview == "Born in 1977. Offices: Minister of Economy of France (2014–2016); President of France (2017–)."


def test_describe_other_kinds_by_their_facts(france):
    party = factories.PartyFactory(country_code="fr", details__founded_year=1905)
    for position, name in enumerate(["Democratic socialism", "Environmentalism"]):
        ideology = factories.IdeologyFactory(name=name)
        factories.RelationshipFactory(subject=party, object=ideology, position=position)

    assert described(party) == (
        "Political party in France, founded in 1905. Ideology: Democratic socialism, Environmentalism."
    )
    assert described(france).startswith("Country in Europe with its capital at Paris.")
    office = factories.OfficeFactory(country_code="fr", details__office_type="head of state", details__term_length=1)
    assert described(office) == "Head of state of France, for terms of 1 year."


def test_capital_that_ends_with_a_stop_gets_no_second_one():
    country = factories.CountryFactory(details__capital="Washington, D.C.", details__continent="North America")

    assert described(country).startswith("Country in North America with its capital at Washington, D.C. Government")


@pytest.mark.parametrize(
    ("kind", "result"),
    [
        ("presidential", "Presidential election in France, held on 10 April 2022. Winner: A, by 17.1 points."),
        # In a legislative election, the winner has the most seats, but maybe not the most votes.
        (
            "legislative",
            "Legislative election in France, held on 10 April 2022. Winner: A. "
            "First and second are 17.1 points apart in votes.",
        ),
    ],
)
def test_describe_election_with_its_result(france, kind, result):
    facts = {"date": "2022-04-10", "winner": "A", "result_margin": "17.05", "turnout": "72.00"}
    election = factories.ElectionFactory(
        country_code="fr", details__kind=kind, **{f"details__{name}": value for name, value in facts.items()}
    )

    assert described(election) == f"{result} Turnout 72.0 %."


def test_describe_election_of_two_rounds(france):
    election = factories.ElectionFactory(
        country_code="fr", details__date="2022-04-24", details__rounds=factories.TWO_ROUNDS, details__winner="Macron"
    )

    assert described(election) == (
        "Presidential election in France, held on 10 April 2022, with a second round on 24 April 2022. Winner: Macron."
    )


def test_describe_does_not_replace_text_of_an_editor(france):
    Entity.objects.filter(pk=france.pk).update(description="Written.", description_is_composed=False)

    assert described(france) == "Written."


@pytest.mark.parametrize(
    ("text", "english"), [("2017-05-14", "14 May 2017"), ("2017-05", "May 2017"), ("2017", "2017"), ("", "")]
)
def test_date_in_words_is_as_precise_as_the_date(text, english):
    assert date_in_words(text) == english


def test_describe_prefers_the_office_that_ended_last(france):
    politician = factories.PoliticianFactory(country_code="fr")
    holds(politician, "President of France", "head of state", "2007-05-16", "2012-05-15")
    holds(politician, "Mayor of Paris", "other executive", "2008", "2010")

    assert described(politician) == "Former President of France (2007–2012)."


def test_describe_prefers_an_office_of_the_own_country(france):
    politician = factories.PoliticianFactory(country_code="fr")
    for position, name in ((1, "Co-Prince of Andorra"), (0, "President of France")):
        office = factories.OfficeFactory(name=name, country_code="fr", details__office_type="head of state")
        factories.RelationshipFactory(
            subject=politician, object=office, start_date="2017-05-14", verified_at=TODAY, position=position
        )

    assert described(politician) == "President of France since 14 May 2017."
    known = find_entity(politician.slug, TODAY)
    assert known.office_name == "President of France"
