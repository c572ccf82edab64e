"""Dates in all the Factbook's ways of writing."""

import pytest

from graph.importers.factbook import dates


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("7/4/2024", "2024-07-04"),
        ("11/12/2022 to 11/19/2022", "2022-11-12"),
        ("5/14/2023 (House of Representatives dissolved on 12 December 2025)", "2023-05-14"),
        ("13 February 2022", "2022-02-13"),
        ("since 5 Sep 2025", "2025-09-05"),
        ("10-12 December 2023", "2023-12-10"),
        ("13-14 January 2023, with a second round on 27-28 January 2023", "2023-01-13"),
        ("14 and 21 November 2021", "2021-11-14"),
        ("24 April and 8 May 2024", "2024-04-24"),
        ("held in 4 rounds on 16, 23, and 30 May and 4 June 2022", "2022-05-16"),
        ("December 2024 (first round) and January 2025 (second round)", "2024-12"),
        ("president: 13 February 2022 chancellor: 6 May 2025", "2022-02-13"),
        ("July 2029", "2029-07"),
        ("by January 2028", "2028-01"),
        ("fall 2026", "2026"),
        ("since 1997", "1997"),
        ("28 February 2027; note - on 31 July 2025 the assembly moved the election", "2027-02-28"),
    ],
)
def test_the_first_day_is_read_as_precisely_as_it_is_given(text, date):
    assert dates.parse(text) == date


@pytest.mark.parametrize(("serial", "date"), [("44420", "2021-08-12"), ("45161", "2023-08-23")])
def test_five_digits_are_a_day_counted_by_a_spreadsheet(serial, date):
    assert dates.parse(serial) == date


@pytest.mark.parametrize(
    "text",
    [
        "",
        "NA",
        "TBD",
        "postponed indefinitely",
        "were to be held by July 2024, but were delayed",
        "scheduled for March/April 2024, but not held because Ukraine has been under martial law since February 2022",
        "13/45/2024",
    ],
)
def test_prose_without_a_date_that_holds_gives_none(text):
    assert dates.parse(text) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("since 14 May 2017", ("2017-05-14", "")),
        ("28 October 2022", ("2022-10-28", "")),
        ("for the period 1 October 2025 - 31 March 2026", ("2025-10-01", "2026-03-31")),
        ("since 16 November 1994; head of state since 20 November 1992", ("1994-11-16", "")),
    ],
)
def test_an_office_is_held_from_a_day_and_sometimes_to_another(text, expected):
    assert dates.period(text) == expected
