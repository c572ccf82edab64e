"""Test how descriptions of people mention terms as acting or interim holder of an office."""

import pytest

from graph.careers import office_sentence, overview
from graph.queries.texts import TextRow

TODAY = "2026-06-15"


def term(first, last, role):
    """Return a `TextRow`, the input of the functions that write descriptions, for a term as President. ``first`` and
    ``last`` are days. If ``last`` is "", the term is current. ``role`` is "" for an ordinary term, or for example
    "acting"."""
    known = (last or TODAY, first, last or None, first if not last else None, TODAY if not last else None)
    return TextRow("a-b", "politician_holds_office", 1, "President", "head of state", 0, first, last, *known, role=role)


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        ([("2005-01-01", "2005-03-01", "acting")], "Former President (acting 2005)."),
        (
            [("2005-01-01", "2005-03-01", "interim"), ("2005-03-01", "2010-03-01", "")],
            "Former President (interim 2005 and 2005–2010).",
        ),
        ([("2026-05-01", "", "acting")], "President, acting since 1 May 2026."),
        (
            [("2001-01-01", "2003-01-01", ""), ("2026-05-01", "", "acting")],
            "President, acting since 1 May 2026, before that 2001–2003.",
        ),
        (
            [("2020-01-01", "", ""), ("2023-01-01", "2023-02-01", "acting")],
            "President since 1 January 2020, before that acting 2023.",
        ),
        ([("2017-01-01", "2022-01-01", "head of the junta")], "Former President (2017–2022)."),
    ],
)
def test_office_sentence_names_a_temporary_role(terms, text):
    assert office_sentence([term(*each) for each in terms], TODAY) == text


def test_overview_names_a_temporary_role():
    terms = [term("2005-01-01", "2005-03-01", "acting"), term("2010-01-01", "", "")]

    assert overview(None, terms, [], TODAY) == "Offices: President (acting 2005, 2010–)."
