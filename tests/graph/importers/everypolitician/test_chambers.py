import pytest

from graph.importers.crosswalk import Countries
from graph.importers.everypolitician import read
from graph.importers.records import BrokenFile
from graph.kinds import InstitutionType, OfficeType
from tests.graph.importers.everypolitician.source import TERM_56, country, membership, popolo

JOE = {"id": "joe", "name": "Joe Bloggs"}


def members(number, term="term/56"):
    persons = [{"id": f"p{place}", "name": f"Member {chr(65 + place)}"} for place in range(number)]
    return popolo(persons, [membership(person["id"], term=term) for person in persons])


def test_chamber_and_the_office_of_its_members(folder):
    folder.add_chamber(members(4), seats=5)

    found = folder.read()

    chamber, office = found.entity("institution"), found.entity("office")
    assert chamber.key == "everypolitician:legislature:UK/Commons"
    assert chamber.name == "House of Commons"
    assert chamber.details == {"institution_type": InstitutionType.LOWER_CHAMBER, "seats": 5}
    assert chamber.evidence == {"only_chamber": True}
    assert {(entry.scheme, entry.value) for entry in chamber.identifiers} == {
        ("everypolitician-legislature", "UK/Commons"),
        ("wikidata", "Q11005"),
    }
    assert office.name == "Member of the House of Commons of the United Kingdom"
    assert office.details == {"office_type": OfficeType.LEGISLATOR}
    assert office.evidence == {"institution": chamber.key}
    assert found.spells("institution_in_country") == [("country:gb", "", "")]
    assert found.spells("office_in_country") == [("country:gb", "", "")]
    assert found.spells("institution_contains_office") == [(office.key, "", "")]


def test_senate_is_the_upper_of_two_chambers(folder):
    lower = folder.chamber("House", "popolo/House.json.gz", name="House of Representatives", wikidata="Q841424")
    upper = folder.chamber("Senate", "popolo/Senate.json.gz", name="Senate", wikidata="Q633872")
    folder.add_country("IT", "Italy", lower, upper)
    folder.write_json("popolo/House.json.gz", members(1))
    folder.write_json("popolo/Senate.json.gz", popolo([JOE], [membership()]))

    found = folder.read(country("it", "Italy", "Italy")).entities("institution")

    assert [record.details["institution_type"] for record in found] == ["lower chamber", "upper chamber"]
    assert [record.name for record in found] == ["Chamber of Deputies", "Senate"]
    assert all("only_chamber" not in record.evidence for record in found)


@pytest.mark.parametrize(
    ("seats", "number", "expected"),
    [(166, 71, None), (81, 147, None), (386, 198, None), (275, 204, 275), (10, 12, 10), (0, 3, None)],
    ids=["another country's", "too many members", "of an older law", "incomplete", "replacements", "unknown"],
)
def test_seats_that_do_not_fit_the_members_are_left_out(folder, seats, number, expected):
    folder.add_chamber(members(number), seats=seats)

    assert folder.read().entity("institution").details.get("seats") == expected


def test_name_of_the_chamber_goes_without_its_country(folder):
    folder.add_chamber(members(1), code="GE", country_slug="Georgia", name="Parliament of Georgia")

    found = folder.read(country("ge", "Georgia", "Georgia"))

    assert found.entity("institution").name == "Parliament"
    assert found.entity("office").name == "Member of the Parliament of Georgia"


def test_chamber_named_after_the_whole_legislature_gets_its_own_name_and_no_identifier_of_it(folder):
    folder.add_chamber(members(1), code="NG", country_slug="Nigeria", slug="Assembly", name="National Assembly")

    found = folder.read(country("ng", "Nigeria", "Nigeria")).entity("institution")

    assert found.name == "House of Representatives"
    assert [entry.scheme for entry in found.identifiers] == ["everypolitician-legislature"]


def test_wikidata_identifier_of_two_chambers_is_of_neither(folder):
    folder.add_chamber(members(1), code="CO", country_slug="Colombia", wikidata="Q1571756")
    folder.add_chamber(members(1), code="PA", country_slug="Panama", wikidata="Q1571756")

    found = folder.read(country("co", "Colombia", "Colombia"), country("pa", "Panama", "Panama"))

    schemes = {entry.scheme for record in found.entities("institution") for entry in record.identifiers}
    assert schemes == {"everypolitician-legislature"}


def test_country_outside_the_graph_is_passed_over(folder):
    folder.add_chamber(members(1), code="XK", country_slug="Kosovo")

    assert folder.read().all == []


def test_country_is_found_by_its_slug_where_the_code_is_another(folder):
    folder.add_chamber(members(1), code="UK")

    assert folder.read(country("gb", "United Kingdom", "UK")).entity("institution").country_code == "gb"


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ([{"id": "term/98", "start_date": "1983-01-06", "end_date": "1983-01-03"}], "1983-01-03"),
        ([{"id": "term/98", "start_date": "1983-01-06", "end_date": "1983-01-03"}, TERM_56], "2015-05-08"),
        ([{"id": "term/98", "start_date": "1961-10-25", "end_date": "2020-10-14"}, TERM_56], "2015-05-08"),
        ([{"id": "term/98", "start_date": "2010-05-06", "end_date": "2015-05-12"}, TERM_56], "2015-05-12"),
    ],
    ids=["ends before it begins", "ends with the next", "copied end", "some days beside the next"],
)
def test_end_of_a_term_that_contradicts_the_next_is_the_start_of_the_next(folder, terms, expected):
    folder.add_chamber(popolo([JOE], [membership(term="term/98")]), terms=terms)

    ((_, _, end),) = folder.read().spells("politician_holds_office")

    assert end == (expected if len(terms) > 1 else "")


def test_term_that_still_ran_on_the_day_of_the_source_is_open(folder):
    term = {"id": "term/43", "start_date": "2014-10-27", "end_date": "2015-09-10"}
    folder.add_chamber(members(1, "term/43"), code="BG", country_slug="Bulgaria", terms=[term])

    found = folder.read(country("bg", "Bulgaria", "Bulgaria"))

    assert found.spells("politician_holds_office")[0][1:] == ("2014-10-27", "")


def test_doubled_hyphen_in_a_date_is_one(folder):
    folder.add_chamber(members(1), terms=[{"id": "term/56", "start_date": "2016--01-15"}])

    assert folder.read().spells("politician_holds_office")[0][1] == "2016-01-15"


@pytest.mark.parametrize(
    "content",
    [b"{", b"[1]", b'[{"code": "GB", "slug": "UK"}]', b"\xff"],
    ids=["not JSON", "numbers", "no legislatures", "not UTF-8"],
)
def test_broken_index_breaks_the_import(folder, content):
    (folder.path / "countries.json").write_bytes(content)

    with pytest.raises(BrokenFile, match=r"countries\.json"):
        list(read(folder.path, Countries([country()])))


def test_missing_index_breaks_the_import(folder):
    with pytest.raises(BrokenFile, match=r"countries\.json"):
        list(read(folder.path, Countries([country()])))


def test_term_with_a_date_outside_the_calendar_breaks_the_import(folder):
    folder.add_chamber(members(1), terms=[{"id": "term/56", "start_date": "2015-02-30"}])

    with pytest.raises(BrokenFile, match="wrong date"):
        folder.read()
