"""Elections of V-Party: winner, margin, and the rows that are no parties."""

import gzip

import pytest

from graph.importers import vparty
from graph.importers.countries import Countries, Country
from tests import factories
from tests.graph.importers.queries import entities, rejected_lines, relationships

pytestmark = pytest.mark.django_db
HEADER = ",".join(vparty.COLUMNS)
KENYA = Countries([Country(code="ke", name="Kenya", codes={"iso3166-1-alpha-3": ("KEN",)})])


def read(folder, *rows):
    (folder / vparty.FILE).write_bytes(gzip.compress("\n".join((HEADER, *rows)).encode()))
    return list(vparty.read(folder, KENYA))


def results(folder, *rows):
    (election,) = entities(read(folder, *rows), "election").values()
    return election.details.get("winner"), election.details.get("result_margin")


def row(name="KANU", party="1", seats="", votes="", country="KEN", day="1963-05-26", alliance="0", position=","):
    return f"{name},{name},{party},{country},{day},,{seats},124,{votes},{alliance},{position}"


def test_read_gives_the_winner_by_the_name_of_the_graph(tmp_path):
    party = factories.PartyFactory(name="Kenya African National Union", country_code="ke")
    factories.IdentifierFactory(entity=party, scheme="partyfacts", value="1")

    assert results(tmp_path, row(seats="83", votes="53.6"), row("KADU", "2", "33", "25.8")) == (party.name, 27.8)


def test_read_gives_the_last_known_position_of_each_party_of_the_graph(tmp_path):
    party = factories.PartyFactory(name="KANU", country_code="ke")
    factories.IdentifierFactory(entity=party, scheme="partyfacts", value="1")
    days = ("2007-12-27", "4.5,0.25"), ("2002-12-27", "1.5,0.5"), ("2013-03-04", ",")

    records = read(tmp_path, *(row(day=day, position=position) for day, position in days), row("KADU", "2"))

    (found,) = entities(records, "party").values()
    assert (found.name, found.country_code) == ("KANU", "ke")
    assert found.details == {"left_right": 0.5, "populism": 0.25, "position_year": 2007}


@pytest.mark.parametrize(
    ("rows", "winner", "margin"),
    [
        pytest.param([row(seats="9"), row("KADU", "2", "9")], None, None, id="tie"),
        pytest.param([row(votes="60"), row("KADU", "2", votes="40")], "KANU", 20, id="votes only"),
        pytest.param([row("independent", "3", "50"), row(seats="9")], None, None, id="independents"),
        pytest.param([row("alliance: NARC", "4", "50", "40", alliance="2"), row()], "NARC", None, id="alliance"),
        pytest.param([row(seats="9", votes="93.5"), row("KADU", "2", "1", "76")], "KANU", None, id="shares of parts"),
        pytest.param([row(), row("KADU", "2")], None, None, id="no numbers"),
    ],
)
def test_read_gives_winner_and_margin_if_they_are_known(rows, winner, margin, tmp_path):
    assert results(tmp_path, *rows) == (winner, margin)


def test_read_rejects_countries_that_the_graph_lacks(tmp_path):
    records = read(tmp_path, row(country="DDR"), row(seats="9"))

    assert rejected_lines(records) == ["vparty.csv.gz:2"]
    assert len(relationships(records, "election_occurs_in_country")) == 1


def test_read_names_the_month_of_elections_in_one_year(tmp_path):
    records = read(tmp_path, row(), row(day="1963-11-01"))

    names = {election.name for election in entities(records, "election").values()}
    assert names == {"May 1963 Kenya legislative election", "November 1963 Kenya legislative election"}


def test_read_elections_corrects_typing_mistakes_of_days(tmp_path):
    read(tmp_path, row(country="IND", day="2004-02-20"))

    assert list(vparty.read_elections(tmp_path)) == [("IND", "2004-04-20")]
