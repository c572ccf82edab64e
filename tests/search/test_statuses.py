"""Test the search filters by facts that are true today, such as "holds an office now"."""

import pytest

from search.index import refresh
from search.statuses import CURRENT, FORMER, filter_by_status
from tests.factories import ElectionFactory
from tests.search.searching import results

pytestmark = pytest.mark.usefixtures("world")


def names(text, status):
    return [hit.candidate.names[0].text for hit in filter_by_status(results(text).hits, status)]


@pytest.mark.parametrize(
    ("text", "status", "rule"),
    [
        ("emmanuel macron", CURRENT, "a holder of an office is current"),
        ("angela merkel", FORMER, "a former holder is not"),
        ("bundestag", CURRENT, "an institution does not end"),
        ("british election 2019", FORMER, "an election in the past is over"),
    ],
)
def test_filter_by_status_divides_hits(text, status, rule):
    other = FORMER if status == CURRENT else CURRENT

    assert names(text, status)[0] == names(text, "")[0], rule
    assert names(text, "")[0] not in names(text, other)


def test_filter_by_status_counts_an_election_to_come_as_current():
    ElectionFactory(country_code="gb", details__date="2027-05-06", details__kind="legislative")
    refresh()

    assert [name for name in names("british election 2027", CURRENT) if "2027" in name]
