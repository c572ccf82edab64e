"""Test that `typed_dates.read` accepts dates as people type them, such as "14 May 2017"."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.text import dates, typed_dates
from graph.text.typed_dates import ACCEPTED_FORMS, NotATypedDate, read


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", ""),
        ("2019", "2019"),
        (" 2019 ", "2019"),
        ("2019-05", "2019-05"),
        ("2019-5", "2019-05"),
        ("2019-05-14", "2019-05-14"),
        ("2019-5-4", "2019-05-04"),
        ("2019.05.14", "2019-05-14"),
        ("5/2019", "2019-05"),
        ("5.2019", "2019-05"),
        ("May 2019", "2019-05"),
        ("MAY, 2019", "2019-05"),
        ("2019 May", "2019-05"),
        ("Sept. 2019", "2019-09"),
        ("December 2019", "2019-12"),
        ("14 May 2019", "2019-05-14"),
        ("14th May 2019", "2019-05-14"),
        ("14th of May 2019", "2019-05-14"),
        ("1 Aug. 2019", "2019-08-01"),
        ("May 14, 2019", "2019-05-14"),
        ("may 1st, 2019", "2019-05-01"),
        ("2019 May 14", "2019-05-14"),
        ("14.5.2019", "2019-05-14"),
        ("3.4.2019", "2019-04-03"),
        ("14/5/2019", "2019-05-14"),
        ("5/14/2019", "2019-05-14"),
        ("14-05-2019", "2019-05-14"),
        ("4/4/2019", "2019-04-04"),
        ("29 Feb 2020", "2020-02-29"),
        ("1000", "1000"),
        ("2200-12-31", "2200-12-31"),
    ],
)
def test_read_returns_a_partial_iso_date(typed, expected):
    assert read(typed) == expected


@pytest.mark.parametrize("typed", ["3/4/2019", "4/3/2019", "3-4-2019"])
def test_read_rejects_an_ambiguous_date_and_names_both_days(typed):
    with pytest.raises(NotATypedDate, match=r"can be \d+ \w+ or \d+ \w+"):
        read(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "soon",
        "19",
        "5/19",
        "14.5.19",
        "2019-13",
        "2019-00",
        "2019-02-30",
        "30 February 2019",
        "0/5/2019",
        "0.5.2019",
        "May",
        "14 May",
        "May May 2019",
        "14 15 May 2019",
        "2019 2020 May",
        "2019-2020",
        "0999",
        "2201",
        "20190514",
        "٢٠١٩",
        "２０１９",
        "2019-05-14T00:00",
        "c. 1900",
        "2019/05-14",
        "x" * 1000,
        "9" * 1000,
        "2019\x00",
        "\ud800",
    ],
)
def test_read_rejects_other_text_and_names_the_accepted_forms(typed):
    with pytest.raises(NotATypedDate) as error:
        read(typed)

    assert ACCEPTED_FORMS in str(error.value)


@given(st.dates(min_value=dates.first_day("1000"), max_value=dates.last_day("2200")))
def test_read_returns_iso_dates_unchanged(day):
    for text in (f"{day:%Y-%m-%d}", f"{day:%Y-%m}", f"{day:%Y}"):
        assert read(text.rjust(4, "0")) == text


@given(st.text())
def test_read_returns_a_partial_date_or_raises_for_any_text(text):
    with suppress(NotATypedDate):
        assert dates.parse(read(text)) == read(text)


def test_read_accepts_every_form_of_the_message():
    for form in typed_dates.ACCEPTED_FORMS.replace(" or ", ", ").replace("May 14, ", "May 14 ").split(", "):
        assert read(form).startswith("2019")
