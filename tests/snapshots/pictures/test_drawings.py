from datetime import date
from itertools import pairwise

import pytest

from snapshots.pictures.bars import bars_of_election, bars_of_party
from snapshots.pictures.network import network
from snapshots.pictures.text import is_other_name
from snapshots.pictures.tiles import PLACES, tiles
from snapshots.pictures.timeline import timeline
from snapshots.results.by_party import PartyInElection, results_of_party
from tests.results import election_of_2017, three_parties

DAY = date(2026, 1, 22)


def term(start, end=None, *, status="ended", slug="office", verified_at=None):
    entity = {"name": f"Name of {slug}", "slug": slug}
    type_ = "politician_holds_office"
    dates = {"start_date": start, "end_date": end, "verified_at": verified_at, "status": status}
    return {"type": type_, "label": "Holds office", "entity": entity} | dates


class TestTimeline:
    def test_two_terms_of_one_office_share_a_row(self):
        picture = timeline([term("2006", "2007"), term("2012", "2020")], DAY)

        (row,) = picture.rows
        assert row.label == "Name of office"
        assert [bar.x for bar in row.bars] == [0, pytest.approx(360 * 6 / 21, abs=0.1)]

    def test_current_term_reaches_today_and_an_unconfirmed_one_its_last_verification(self):
        current = timeline([term("2016", status="current")], DAY).rows[0].bars[0]
        unknown = timeline([term("2016", status="unknown", verified_at="2021-07-02")], DAY).rows[0].bars[0]

        assert current.width == pytest.approx(360 * 10.06 / 11, abs=0.5)
        assert unknown.width == pytest.approx(360 * 5.5 / 11, abs=0.5)

    def test_latest_rows_are_shown_and_the_others_counted(self):
        picture = timeline([term(str(1900 + year), str(1901 + year), slug=f"o{year}") for year in range(30)], DAY)

        assert (len(picture.rows), picture.hidden) == (24, 6)
        assert picture.rows[-1].label == "Name of o29"

    def test_legend_also_fits_terms_that_have_ended(self):
        assert timeline([term("2006", "2007")], DAY).legend[0][0] == "Offices"

    def test_relationships_without_start_or_in_the_future_are_left_out(self):
        assert timeline([term(None), term(str(DAY.year + 1), "2031")], DAY) is None


class TestNetwork:
    def test_groups_have_a_place_and_a_total(self):
        picture = network("A", [("Members", ["B", "C"], 40), ("Ideology", [], 0), ("Parties", ["D"], 1)])

        assert [row.lines for row in picture.neighbours] == [["B"], ["C"], ["D"]]
        assert [row[:2] for row in picture.legend] == [("Members", 40), ("Parties", 1)]
        assert picture.hidden == 38

    def test_long_names_have_two_lines_that_do_not_overlap(self):
        names = [f"Member number {number} of the Bundestag of Germany" for number in range(8)]
        picture = network("A", [("Offices", names, 8), ("Parties", names, 8)])

        assert picture.neighbours[0].lines == ["Member number 0 of the", "Bundestag of Germany"]
        right = [row.y for row in picture.neighbours if row.anchor == "start"]
        assert len(right) == 8
        assert all(below - above >= 40 for above, below in pairwise(right))
        assert max(right) < picture.legend[0][2] < picture.height

    def test_entity_without_relationships_has_none(self):
        assert network("A", [("Members", [], 0)]) is None


class TestBars:
    def test_longest_bar_is_the_largest_share(self):
        parties = [
            {"name": name, "share": share, "share_change": None, "seats": 1} for name, share in (("A", 40), ("B", 10))
        ]

        picture = bars_of_election({"kind": "legislative", "parties": parties})

        assert [(bar.label, bar.width) for bar in picture.rows] == [("A", 140), ("B", 35)]

    def test_single_bar_is_drawn_on_a_scale_of_100_per_cent(self):
        picture = bars_of_party("labour-party-gb", [PartyInElection("e", "E", "2020", "legislative", None, 3, 25)])

        assert [bar.width for bar in picture.rows] == [35]

    def test_unknown_shares_are_left_out(self):
        assert (
            bars_of_party("labour-party-gb", [PartyInElection("e", "E", "2020", "legislative", None, 3, None)]) is None
        )


class TestTiles:
    def results(self, code_of_first="01"):
        winner = {"party": {"name": "Red"}, "label": "Red"}
        codes = [code_of_first, *list(PLACES)[:-1]] if code_of_first not in PLACES else list(PLACES)
        races = [{"area": {"scheme": "fips", "code": code}, "seats": 3, "winner": winner} for code in codes]
        return {"parties": [{"name": "Red"}]}, races

    def test_each_state_has_its_place_and_the_sign_of_its_winner(self):
        picture = tiles(*self.results())

        assert len({(tile.x, tile.y) for tile in picture.tiles}) == 51
        assert {tile.mark for tile in picture.tiles} == {"●"}
        assert [row[:2] for row in picture.legend] == [("Red", 153)]

    def test_state_without_winner_has_no_colour(self):
        results, races = self.results()
        races[0]["winner"] = None

        assert tiles(results, races).tiles[0].fill == ""

    def test_other_races_have_no_tiles(self):
        results, races = self.results()

        assert tiles(results, races[:50]) is None
        assert tiles(results, [race | {"area": {"scheme": "gss", "code": "X"}} for race in races]) is None


@pytest.mark.django_db
def test_results_of_party_adds_up_the_races_of_an_election():
    parties = three_parties()
    election = election_of_2017(parties)

    (found,) = results_of_party(parties[0].pk)

    assert found == (election.slug, election.name, "2017-06-08", "legislative", 1050, 1, 52.5)


@pytest.mark.parametrize(
    ("name", "party", "is_other"),
    [
        ("The Brexit Party", "Reform UK", True),
        ("Green Party", "The Greens", False),
        ("Sinn Fein", "Sinn Féin", False),
        ("A.L.P.", "Australian Labor Party", True),
        ("Red", "Red", False),
        ("", "Reform UK", False),
    ],
)
def test_names_without_a_common_word_are_other_names(name, party, is_other):
    assert is_other_name(name, party) == is_other
