"""Results of V-Party: the days of elections, and the rows that are no parties."""

import gzip

import pytest

from graph.importers.results import vparty
from graph.importers.results.known import Known
from tests import factories

pytestmark = pytest.mark.django_db
HEADER = ",".join(vparty.COLUMNS)


@pytest.fixture
def read(tmp_path):
    """Return a function that reads rows as the results of the elections of India in the graph."""
    country = factories.CountryFactory(name="India", country_code="in")
    factories.IdentifierFactory(entity=country, scheme="iso3166-1-alpha-3", value="IND")

    def read(*rows, days=("2004-04-20",)):
        for day in days:
            election = factories.ElectionFactory(country_code="in", details__date=day)
            factories.IdentifierFactory(entity=election, scheme=vparty.SCHEME, value=f"IND/{day}")
        (tmp_path / vparty.FILE).write_bytes(gzip.compress("\n".join((HEADER, *rows)).encode()))
        return list(vparty.read(tmp_path, Known()))

    return read


def row(name="INC", seats="83", votes="53.6", day="2004-04-20"):
    return f"{name},{name},1,IND,{day},{seats},124,{votes}"


def names(election):
    (race,) = election.races
    return [candidacy["name"] for candidacy in race["candidacies"]]


def test_read_corrects_typing_mistakes_of_days(read):
    assert len(read(row(day="2004-02-20"))) == 1


def test_read_names_independents_and_alliances(read):
    (election,) = read(row("alliance: NDA"), row("independent", "41", "40"))

    assert names(election) == ["NDA", "Independents"]


def test_read_combines_the_seats_that_the_source_leaves_out(read):
    (election,) = read(row())

    assert names(election) == ["INC", "Others"]


def test_read_leaves_out_elections_that_the_graph_lacks(read):
    assert read(row(day="1999-09-05")) == []
