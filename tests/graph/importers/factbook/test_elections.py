"""Presidential elections: last, earlier and next, with winners, margins and candidates."""

import pytest

from graph.importers.factbook.elections import LAST, NEXT, RESULT, PresidentialElections, unused
from graph.importers.factbook.page import EXECUTIVE
from graph.importers.factbook.persons import Persons
from graph.importers.records import RejectedRecord

OFFICE = "factbook:office:fr:president"
DIRECT = "president directly elected by absolute-majority popular vote in 2 rounds, if needed, for a 5-year term"
INDIRECT = "president indirectly elected by the National Assembly for a 5-year term"
FRENCH = (
    "<em><br>2022: </em>Emmanuel MACRON reelected in second round; percent of vote in first round - Emmanuel MACRON "
    "(LREM) 27.8%, Marine LE PEN (RN) 23.2%, Jean-Luc MELENCHON (LFI) 22%, other 10.6%; percent of vote in second "
    "round - MACRON 58.5%, LE PEN 41.5%<em><br></em><br><em>2017:</em> Emmanuel MACRON elected president in second "
    "round; percent of vote in second round - MACRON 66.1%, LE PEN 33.9%"
)


@pytest.fixture
def elect(make_page):
    """The records of a country's presidential elections out of the fields of its page."""

    def _elect(code="fr", name="France", last="", result="", following="", process=DIRECT):
        executive = {LAST: last, RESULT: result, NEXT: following, "election/appointment process": process}
        page = make_page(code, name, {EXECUTIVE: executive})
        elections = PresidentialElections(page, Persons(code), OFFICE)
        return [*elections.records(), *unused(page, elections)]

    return _elect


@pytest.fixture
def told(entities):
    """(date, status, winner, margin) of each election."""
    return lambda records: [
        tuple(election.details.get(field) for field in ("date", "status", "winner", "result_margin"))
        for election in entities(records, "election")
    ]


def test_the_last_earlier_and_next_elections_are_told(elect, told):
    records = elect(last="10 April 2022, with a runoff held on 24 April 2022", result=FRENCH, following="April 2027")

    assert told(records) == [
        ("2022-04-10", "held", "Emmanuel Macron", 17.0),
        ("2017", "held", "Emmanuel Macron", 32.2),
        ("2027-04", "scheduled", None, None),
    ]


def test_an_election_is_named_by_year_country_and_kind_and_fills_the_presidents_office(elect, entities, relationships):
    records = elect(last="10 April 2022", result=FRENCH)

    [election, *_] = entities(records, "election")
    assert (election.name, election.details["kind"]) == ("2022 France presidential election", "presidential")
    [country, *_] = relationships(records, "election_occurs_in_country")
    assert (country.object, country.start_date, country.end_date) == ("country:fr", "2022-04-10", "2022-04-10")
    [filled, *_] = relationships(records, "office_elected_in_election")
    assert (filled.subject, filled.object) == (OFFICE, election.key)


def test_candidates_of_all_rounds_take_part_each_once_in_a_role(elect, relationships):
    records = elect(last="10 April 2022", result=FRENCH)

    roles = [
        (r.subject.rsplit(":", 1)[1], r.role)
        for r in relationships(records, "politician_participated_in_election")
        if r.start_date == "2022-04-10"
    ]
    assert roles == [("emmanuel macron", "winner"), ("le marine pen", "runner-up"), ("jean luc melenchon", "candidate")]


def test_an_election_of_three_has_three_winners_and_no_margin(elect, told, relationships):
    result = (
        "2022: percent of vote - Denis BECIROVIC - (SDP BiH) 57.4% - Bosniak seat; Zeljko KOMSIC (DF) 55.8% - Croat "
        "seat; Zeljka CVIJANOVIC (SNSD) 51.7% - Serb seat"
    )

    records = elect("ba", "Bosnia and Herzegovina", "2 October 2022", result)

    assert told(records) == [("2022-10-02", "held", "Denis Bećirović, Željko Komšić, Željka Cvijanović", None)]
    assert [r.role for r in relationships(records, "politician_participated_in_election")] == ["winner"] * 3


def test_a_disputed_election_has_candidates_and_no_winner(elect, told, relationships):
    result = (
        "2024: official results disputed; Nicolas MADURO Moros was declared the winner by the council; percent of vote "
        "- Nicolas MADURO Moros (PSUV) 52%, Edmundo GONZÁLEZ Urrutia (Independent) 43.2%"
    )

    records = elect("ve", "Venezuela", "28 July 2024", result)

    assert told(records) == [("2024-07-28", "held", None, None)]
    assert {r.role for r in relationships(records, "politician_participated_in_election")} == {"candidate"}


def test_an_annulled_election_has_no_winner_though_the_text_names_one(elect, told):
    result = "2019: Juan Evo MORALES Ayma reelected president; percent of vote - Juan Evo MORALES Ayma (MAS) 61%"

    assert told(elect("bo", "Bolivia", result=result)) == [("2019", "held", None, None)]


def test_a_vote_of_a_parliament_with_a_result_is_an_election_without_a_margin(elect, told):
    result = (
        "2023: Hilda C. HEINE elected president; vote - Hilda C. HEINE (independent) 17, David KABUA (independent) 16"
    )

    assert told(elect("mh", "Marshall Islands", "2 January 2023", result, process=INDIRECT)) == [
        ("2024-01-02", "held", "Hilda C. Heine", None)
    ]


def test_a_vote_of_a_parliament_without_a_result_is_refused(elect):
    [refusal] = elect("fm", "Micronesia", "12 May 2023", following="2027", process=INDIRECT)

    assert isinstance(refusal, RejectedRecord)
    assert refusal.reason == "no result of a vote for president on '12 May 2023'"


def test_an_election_by_the_people_is_told_without_a_result(elect, told):
    assert told(elect(last="10 April 2022")) == [("2022-04-10", "held", None, None)]


@pytest.mark.parametrize(
    ("code", "name", "last", "result", "date"),
    [
        ("mw", "Malawi", "September 2030", "2025: Peter MUTHARIKA elected president", "2025-09-16"),
        ("ci", "Côte d'Ivoire", "October 2030", "2025: Alassane OUATTARA reelected president", "2025-10-25"),
        ("rw", "Rwanda", "4 August 2017", "2024: Paul KAGAME reelected president", "2024-07-15"),
        ("rs", "Serbia", "17 December 2023", "2022: Aleksandar VUCIC reelected in first round", "2022-04-03"),
        ("lt", "Lithuania", "26 May 2024", "2024: Gitanas NAUSEDA elected president", "2024-05-12"),
    ],
)
def test_wrong_days_of_the_last_election_are_put_right(elect, told, code, name, last, result, date):
    assert told(elect(code, name, last, result))[0][0] == date


def test_an_election_over_the_turn_of_the_year_keeps_the_first_day(elect, told):
    result = "2025: Zoran MILANOVIC elected president in second round; percent of vote - Zoran MILANOVIC (SDP) 74.6%"

    assert told(elect("hr", "Croatia", "December 2024 (first round) and January 2025", result))[0][0] == "2024-12-29"


@pytest.mark.parametrize(
    ("following", "reason"),
    [
        ("were to be held by July 2024, but were delayed", "no date of a next election"),
        ("TBD", "no date of a next election"),
        ("2022", "is not after the last"),
    ],
)
def test_a_next_election_without_a_later_date_is_refused(elect, following, reason):
    [refusal] = [
        record
        for record in elect(last="10 April 2022", result=FRENCH, following=following)
        if isinstance(record, RejectedRecord)
    ]

    assert reason in refusal.reason
    assert refusal.line == "factbook.json.gz#fr/Government/Executive branch/expected date of next election"


def test_a_prime_minister_who_is_called_president_is_not_elected_president(elect):
    assert elect("es", "Spain", "23 July 2023", "Congress of Deputies vote - 179 to 171", "31 July 2027") == []
