"""Test the sums of the results of the United Kingdom, and the import of unusual entries in the files of the source."""

import pytest

from tests.catalogue import results
from tests.catalogue.results import (
    GB,
    candidacy,
    changed,
    coverage,
    race,
    races,
    seats_by_party,
    tallies,
    version,
    votes,
)

CONSERVATIVES = "conservative-party-gb"


class TestGreatBritain:
    @pytest.mark.parametrize(
        ("year", "turnout", "conservatives"),
        [(2010, 65.1, 306), (2015, 66.2, 330), (2017, 68.8, 317), (2019, 67.3, 365), (2024, 59.7, 121)],
    )
    def test_votes_turnout_and_seats_of_a_general_election_add_up(self, year, turnout, conservatives):
        counts = [version(row) for row in races(GB[year])]
        valid, electorate = (sum(count[name] for count in counts) for name in ("valid", "electorate"))

        assert len(counts) == 650
        assert [sum(votes(row)) for row in races(GB[year])] == [count["valid"] for count in counts]
        assert round(100 * valid / electorate, 1) == turnout
        assert seats_by_party(GB[year])[CONSERVATIVES] == conservatives
        assert {count["phase"] for count in counts} == {"certified"}

    def test_81_seats_changed_party_in_2019(self):
        moved = changed(GB[2019])

        assert len(moved) == 81
        assert {"buckingham", "chorley"} <= moved
        printed = {
            row["slug"]
            for row in races(GB[2019])
            if results.winner(row)["label"] != results.winner(race(*row["previous"]))["label"]
        }
        assert len(printed) == 89

    @pytest.mark.parametrize(("year", "before"), [(2010, "united-kingdom-2005-legislative"), (2024, GB[2019])])
    def test_new_boundaries_are_compared_with_estimates(self, year, before):
        estimates = races(before, notional=True)

        assert len(estimates) == 650
        assert [sum(votes(row)) for row in estimates] == [version(row)["valid"] for row in estimates]
        assert {tuple(row["previous"]) for row in races(GB[year])} == {(before, row["slug"]) for row in estimates}
        assert {row["comparability"] for row in races(GB[year])} == {"notional"}
        assert coverage(GB[year])["comparability"] == "notional"

    def test_estimates_have_no_candidacies_for_sums_of_parties(self):
        chorley = race(GB[2019], "chorley-notional")

        assert sorted(row["name"] for row in chorley["candidacies"]) == ["Green Party", "Independent", "Speaker"]

    def test_65_by_elections_are_elections_with_one_race(self):
        names = [row["election"] for row in results.lines("coverage") if "-by-election-" in row["election"]]

        assert len(names) == 65
        assert all(len(races(name)) == 1 for name in names)
        assert all(races(name)[0]["previous"][1] == races(name)[0]["slug"] for name in names)

    def test_general_elections_are_not_compared_with_by_elections(self):
        assert race(GB[2019], "brecon-and-radnorshire")["previous"] == [GB[2017], "brecon-and-radnorshire"]

    def test_joint_candidates_of_conservatives_and_ulster_unionists_are_ulster_unionists(self):
        joint = [
            one
            for row in races(GB[2010])
            for one in row["candidacies"]
            if one["label"].startswith("Ulster Conservatives")
        ]
        assert len(joint) == 17
        assert {one["party"] for one in joint} == {"ulster-unionist-party-gb"}
        connor = candidacy(race(GB[2010], "fermanagh-and-south-tyrone"), "Rodney Connor")
        assert connor["label"] == "Independent"
        assert "party" not in connor

    def test_parties_with_two_numbers_are_one_party(self):
        brexit = candidacy(race(GB[2019], "aberafan-maesteg-notional"), "The Brexit Party")
        reform = next(one for one in race(GB[2024], "aberafan-maesteg")["candidacies"] if one["label"] == "Reform UK")
        assert brexit["party"] == reform["party"]
        estimate = candidacy(race(GB[2019], "aberdeen-north-notional"), "Green Party")
        assert estimate["party"] == "scottish-green-party-gb"

    def test_two_candidates_of_one_name_have_different_keys(self):
        keys = [one["key"] for one in race(GB[2024], "mid-buckinghamshire")["candidacies"]]
        names = [one["name"] for one in race(GB[2024], "mid-buckinghamshire")["candidacies"]]
        assert len(set(names)) == len(names) - 1
        assert len(set(keys)) == len(keys)

    @pytest.mark.parametrize(
        ("election", "valid", "note"),
        [
            ("united-kingdom-2016-by-election-sheffield-brightside-and-hillsborough", 23_481, "22,581 valid votes"),
            ("united-kingdom-2026-by-election-arbroath-and-broughty-ferry", 23_770, "a majority of 5,178; it is 5,278"),
        ],
    )
    def test_a_by_election_that_contradicts_itself_has_the_votes_of_its_candidates(self, election, valid, note):
        (row,) = races(election)
        assert version(row)["valid"] == sum(votes(row)) == valid
        assert note in version(row)["note"]

    def test_unknown_rejected_votes_are_left_out(self):
        """For these two by-elections, the source has "[x]" instead of the number of rejected votes."""
        unknown = {row["election"] for year in GB.values() for row in races(year) if "rejected" not in version(row)}
        names = ("2011-by-election-barnsley-central", "2011-by-election-leicester-south")
        by_elections = [row for row in results.lines("results") if row["election"].endswith(names)]
        assert unknown == set()
        assert [version(row).get("rejected") for row in by_elections] == [None, None]

    def test_winners_are_those_with_most_votes_however_the_result_is_printed(self):
        """The source calls the winner "Lab Coop", "RUK Hold" and other names, which the importer does not read."""
        for year in GB.values():
            assert all(votes(row)[0] == max(votes(row)) and tallies(row)[0][5] for row in races(year))

    def test_a_late_poll_is_noted(self):
        assert "2010-05-27" in version(race(GB[2010], "thirsk-and-malton"))["note"]

    def test_labels_have_no_trailing_or_special_spaces(self):
        texts = {
            one[name]
            for row in results.lines("results")
            for one in row["candidacies"]
            for name in ("name", "label")
            if name in one
        }
        assert [text for text in texts if text != " ".join(text.replace("\u00a0", " ").split())] == []

    def test_labour_and_co_operative_is_labour(self):
        parties = {
            one["party"]
            for year in GB.values()
            for row in races(year)
            for one in row["candidacies"]
            if one["label"].startswith("Labour")
        }
        assert parties == {"labour-party-gb"}

    def test_times_of_declarations_are_utc(self):
        assert version(race(GB[2010], "aberavon"))["valid_from"] == "2010-05-07T02:05:00Z"
