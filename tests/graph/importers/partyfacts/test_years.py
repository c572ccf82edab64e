from datetime import date

import pytest


def operates(source):
    (relationship,) = source.relationships("party_operates_in_country")
    return relationship.start_date, relationship.end_date, relationship.verified_at


def test_read_takes_years_from_wikipedia(source):
    source.party("351", "True Path Party", year_first="1987", year_last="2007")
    source.add("wikipedia", partyfacts_id="351", url="", year_founded="1983", year_dissolved="2007")

    assert source.only_party().details == {"founded_year": 1983}
    assert operates(source) == ("1983", "2007", None)


@pytest.mark.parametrize(
    ("values", "founded"),
    [
        ({"year_first": "1969", "share_year": "1999"}, {"founded_year": 1969}),
        ({"year_first": "1967", "year_last": "1980"}, {"founded_year": 1967}),
        ({"year_first": "1999", "share_year": "1999"}, {}),
        ({"year_first": "1987", "year_last": "1987"}, {}),
        ({"year_first": ""}, {}),
    ],
    ids=["another year", "several years earlier", "first election", "seen once", "unknown"],
)
def test_read_takes_the_first_year_as_founding_year_unless_it_is_an_election_year(source, values, founded):
    source.party("1610", "Nationalist Movement Party", **values)

    assert source.only_party().details == founded


def test_read_takes_no_founding_year_in_which_another_table_saw_the_party(source):
    source.party("1610", "Nationalist Movement Party", year_first="1969")
    source.add("vparty", partyfacts_id="1610", year_first="1969", year_last="2018")

    assert source.only_party().details == {}
    assert operates(source) == ("1969", "", None)


def test_read_gives_no_end_to_a_party_without_last_year(source):
    source.party("306", "Justice and Development Party", year_first="2001")

    assert operates(source) == ("2001", "", None)


def test_read_takes_the_later_of_two_ends(source):
    source.party("6004", "Sudanese Union", year_first="1945", year_last="2010")
    source.add("wikipedia", partyfacts_id="6004", url="", year_founded="1945", year_dissolved="1968")

    assert operates(source) == ("1945", "2010", None)


def test_read_ends_a_party_last_seen_long_ago(source):
    source.party("4374", "Liberty Party", year_first="1955", year_last="1958", share_year="1957")

    assert operates(source) == ("1955", "1958", None)


def test_read_gives_no_end_to_a_party_seen_lately(source):
    source.party("2298", "All Basotho Convention", year_first="2006", year_last="2012")

    assert operates(source) == ("2006", "", date(2012, 12, 31))


def test_read_gives_no_end_if_another_table_saw_the_party_later(source):
    source.party("1374", "Society Party", year_first="1933", year_last="1949")
    source.add("euned", partyfacts_id="1374", election_years="1993,\n1997, 2001")

    assert operates(source) == ("1933", "", date(2001, 12, 31))


def test_read_leaves_out_a_founding_year_after_the_end(source):
    source.party("1179", "Future and Freedom", year_first="1945", year_last="1950")
    source.add("wikipedia", partyfacts_id="1179", url="", year_founded="2010", year_dissolved="")

    assert source.only_party().details == {}
    assert operates(source) == ("1945", "1950", None)
