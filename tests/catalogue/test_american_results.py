"""Test the sums of the results of the United States, and the import of unusual entries in the files of the source."""

import pytest

from tests.catalogue.results import (
    US,
    changed,
    coverage,
    race,
    races,
    tallies,
    version,
    votes,
    winner,
)


def us_votes(year):
    """Return (votes of the Democrat, votes of the Republican), summed over all counties. In 2016, Alaska has none,
    so its total is used."""
    totals = [0, 0]
    for row in races(US[year]):
        for index, _, unit, number, *_ in version(row)["tallies"]:
            if index < 2 and (unit is not None or "units" not in row):
                totals[index] += number
    return tuple(totals)


class TestUnitedStates:
    @pytest.mark.parametrize(("year", "totals"), [(2020, (81_264_994, 74_208_196)), (2024, (75_006_739, 77_294_799))])
    def test_counties_add_up_to_the_country_and_to_their_state(self, year, totals):
        assert us_votes(year) == totals
        for row in races(US[year]):
            units = [0] * len(row["candidacies"])
            for index, _, unit, number, *_ in version(row)["tallies"]:
                units[index] += number if unit is not None else 0
            assert units == votes(row)

    def test_six_states_changed_in_2024(self):
        assert changed(US[2024]) == {"arizona", "georgia", "michigan", "nevada", "pennsylvania", "wisconsin"}

    @pytest.mark.parametrize(
        ("year", "states", "electors"),
        [(2008, 50, 535), (2012, 50, 535), (2016, 51, 538), (2020, 51, 538), (2024, 51, 538)],
    )
    def test_electoral_votes_add_up(self, year, states, electors):
        """In the files of 2008 and 2012, the state Alaska with its three electors is missing."""
        assert len(races(US[year])) == states
        assert sum(row["seats"] for row in races(US[year])) == electors
        assert [sum(row[6] for row in tallies(one)) for one in races(US[year])] == [
            one["seats"] for one in races(US[year])
        ]
        assert ("Alaska" in coverage(US[year]).get("note", "")) == (states == 50)

    @pytest.mark.parametrize(
        ("year", "phase"),
        [(2008, "final"), (2012, "provisional"), (2016, "provisional"), (2020, "final"), (2024, "final")],
    )
    def test_incomplete_counts_are_provisional(self, year, phase):
        assert {version(row)["phase"] for row in races(US[year])} == {phase}
        assert ("incomplete" in coverage(US[year]).get("note", "")) == (phase == "provisional")

    def test_alaska_of_2016_is_counted_once(self):
        alaska = race(US[2016], "alaska")
        assert votes(alaska)[:2] == [93_003, 130_413]
        assert "units" not in alaska
        assert us_votes(2016)[0] == 62_521_735

    def test_district_of_columbia_is_one_unit_in_2020_and_eight_wards_in_2024(self):
        units = {year: race(US[year], "district-of-columbia")["units"] for year in (2020, 2024)}
        assert [unit["code"] for unit in units[2020]] == ["11001"]
        assert len(units[2024]) == 8
        assert {unit["level"] for unit in units[2024]} == {"ward"}

    @pytest.mark.parametrize(
        ("state", "earlier", "later"), [("connecticut", "09001", "09110"), ("alaska", "02901", "02001")]
    )
    def test_units_have_the_codes_of_their_year(self, state, earlier, later):
        """In 2024, Connecticut has planning regions instead of counties, and the districts of Alaska have other
        numbers."""
        before, now = ({unit["code"] for unit in race(US[year], state)["units"]} for year in (2020, 2024))
        assert earlier in before - now
        assert later in now - before
        assert race(US[2024], state)["previous"] == [US[2020], state]

    @pytest.mark.parametrize(
        ("year", "texas", "new_york"), [(2008, 34, 31), (2012, 38, 29), (2020, 38, 29), (2024, 40, 28)]
    )
    def test_electors_follow_the_latest_census(self, year, texas, new_york):
        assert (race(US[year], "texas")["seats"], race(US[year], "new-york")["seats"]) == (texas, new_york)

    def test_columns_of_both_parties_are_read_by_name_in_every_year(self):
        """In the file of 2016, the columns of the Democrats come first. In later files, those of the Republicans do."""
        for year in US:
            row = race(US[year], "wyoming")
            assert winner(row)["party"] == "republican-party-us"

    @pytest.mark.parametrize("state", ["alaska", "new-york"])
    def test_totals_of_two_parties_are_no_valid_votes(self, state):
        row = race(US[2024], state)
        assert len(row["candidacies"]) == 2
        assert "valid" not in version(row)
        assert "two largest parties only" in version(row)["note"]

    def test_counties_that_do_not_add_up_have_the_votes_of_candidates(self):
        sauk = next(i for i, unit in enumerate(race(US[2008], "wisconsin")["units"]) if unit["code"] == "55111")
        rows = [row for row in version(race(US[2008], "wisconsin"))["tallies"] if len(row) > 2 and row[2] == sauk]
        assert [row[3] for row in rows] == [18_167, 11_562, 447]

    @pytest.mark.parametrize("state", ["maine", "nebraska"])
    def test_states_that_divide_their_electors_have_a_note(self, state):
        assert "divides its electoral votes" in version(race(US[2020], state))["note"]
