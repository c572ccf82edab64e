"""Test the sums of the results of Australia, and the import of unusual entries in the files of the source."""

import pytest

from tests.catalogue import results
from tests.catalogue.results import (
    AU,
    changed,
    race,
    races,
    version,
    votes,
)

LABOR = "australian-labor-party-au"


class TestAustralia:
    @pytest.mark.parametrize(
        ("year", "divisions"),
        [(2004, 150), (2007, 150), (2010, 150), (2013, 150), (2016, 150), (2019, 151), (2022, 151)],
    )
    def test_each_division_has_a_first_count_and_a_last_one_with_two_candidates(self, year, divisions):
        assert len(races(AU[year])) == divisions
        for row in races(AU[year]):
            counts = sorted({count[1] for count in version(row)["tallies"]})
            assert len(counts) == 2
            assert counts[0] == 0
            assert len(votes(row)) == len(row["candidacies"])
            assert len(votes(row, count=counts[1])) == 2
            assert sum(votes(row)) == version(row)["valid"]

    def test_20_of_149_divisions_with_the_same_number_changed_party_in_2022(self):
        now, before = ({row["area"]["code"]: row for row in races(AU[year])} for year in (2022, 2019))
        assert len(now.keys() & before.keys()) == 149
        assert len(changed(AU[2022])) == 20
        assert {row["slug"] for code, row in now.items() if code in before} >= changed(AU[2022])
        assert race(AU[2022], "corangamite")["previous"] == [AU[2019], "corangamite"]

    def test_two_party_votes_begin_with_labor_in_every_year(self):
        for year in AU:
            sums = [sum(version(row)["two_party"][side][1] for row in races(AU[year])) for side in (0, 1)]
            assert {version(row)["two_party"][0][0] for row in races(AU[year])} == {LABOR}
            assert (sums[0] > sums[1]) == (year in (2007, 2010, 2022))

    def test_the_winner_is_not_the_two_party_leader_in_16_divisions(self):
        two_party = [(row, max(version(row)["two_party"], key=lambda pair: pair[1])[0]) for row in races(AU[2022])]
        sides = {LABOR: {LABOR}}
        coalition = {
            "liberal-party-of-australia-au",
            "national-party-of-australia-au",
            "liberal-national-party-of-queensland-au",
            "country-liberal-party-au",
        }
        other = [
            row for row, leader in two_party if results.winner(row).get("party") not in sides.get(leader, coalition)
        ]
        assert len(other) == 16

    def test_state_branches_are_one_party(self):
        greens = {
            one.get("party")
            for year in AU.values()
            for row in races(year)
            for one in row["candidacies"]
            if "Greens" in one.get("label", "") and "Stop The Greens" not in one["label"]
        }
        assert greens == {"australian-greens-au"}

    @pytest.mark.parametrize(
        ("year", "division", "lost"), [(2004, "kooyong", 297), (2004, "mcpherson", 2), (2007, "wills", 50)]
    )
    def test_votes_that_the_last_count_lacks_are_noted(self, year, division, lost):
        row = race(AU[year], division)
        last = max(count[1] for count in version(row)["tallies"])
        assert sum(votes(row)) - sum(votes(row, count=last)) == lost
        assert version(row)["note"].startswith(f"{lost} votes")
