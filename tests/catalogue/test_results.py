"""Test the files of results in the catalogue of the repository, and the results of ParlGov and V-Party in them."""

import re

from graph.actions.results.records import CoverageRecord, RaceRecord
from tests.catalogue import results
from tests.catalogue.results import AU, GB, race, races, tallies, version, votes

CODES = re.compile(r"\[|//|^(technical|unknown): |^(indep|tech|unknown)$")
"""Matches names with codes that readers of a page do not understand, such as "Islamists [no-party]"."""


def from_source(slug):
    return [row for row in results.lines("results") if version(row)["source"] == slug]


class TestFiles:
    def test_each_line_is_the_json_of_a_record(self):
        for row in results.lines("results"):
            sequences = [count.pop("sequence") for count in row["versions"]]
            assert RaceRecord.from_json(row).to_json() == row
            for count, sequence in zip(row["versions"], sequences, strict=True):
                count["sequence"] = sequence
        for row in results.lines("coverage"):
            assert CoverageRecord.from_json(row).to_json() == row

    def test_records_refer_to_entities_of_the_catalogue(self):
        slugs = {kind: {row["slug"] for row in results.lines(kind)} for kind in ("election", "politician", "party")}
        slugs["office"] = {row["slug"] for row in results.lines("office")} | {None}
        for row in results.lines("results"):
            assert row["election"] in slugs["election"]
            assert row.get("office") in slugs["office"]
            assert {one["person"] for one in row["candidacies"] if "person" in one} <= slugs["politician"]
            assert {one["party"] for one in row["candidacies"] if "party" in one} <= slugs["party"]
            assert not row.get("previous") or race(*row["previous"])
        assert {row["election"] for row in results.lines("coverage")} == {
            row["election"] for row in results.lines("results")
        }

    def test_names_and_winners_contain_no_codes(self):
        rows = [one for row in results.lines("results") for one in row["candidacies"]]
        names = {row.get(field, "") for row in rows for field in ("name", "label")}
        names |= {row["details"].get("winner", "") for row in results.lines("election")}
        assert not {name for name in names if CODES.search(name)}

    def test_there_are_as_many_results_as_the_sources_have(self):
        own = [row for row in results.lines("results") if not row.get("notional")]
        assert len([row for row in own if row["area"]["level"] != "national"]) >= 4_400
        assert sum(len(row["candidacies"]) for row in own) >= 26_000

    def test_each_election_after_another_is_compared_or_says_why_not(self):
        covered = {row["election"]: row for row in results.lines("coverage")}
        held = [row for row in results.lines("election") if row["slug"] in covered]
        first, missing = set(), []
        for row in sorted(held, key=lambda row: row["details"]["date"]):
            series = row["country_code"], row["details"]["kind"]
            known = covered[row["slug"]]
            if series in first and known["comparability"] == "not-comparable" and not known.get("comparability_reason"):
                missing.append(row["slug"])
            first.add(series)
        assert not missing

    def test_known_candidates_are_related_to_the_election(self):
        type_ = "politician_participated_in_election"
        related = {
            (row["subject"], row["object"]): row.get("role", "")
            for row in results.lines("relationships")
            if row["type"] == type_
        }
        stood = {
            (one["person"], row["election"])
            for row in results.lines("results")
            for one in row["candidacies"]
            if "person" in one and not row.get("notional") and version(row)["phase"] != "provisional"
        }
        assert stood <= related.keys()
        assert related["esther-mcvey", GB[2015]] == ""
        assert related["esther-mcvey", GB[2017]] == "winner"

    def test_no_name_has_characters_of_a_wrong_encoding(self):
        texts = {row["name"] for row in results.lines("results")}
        texts |= {
            one[name]
            for row in results.lines("results")
            for one in row["candidacies"]
            for name in ("name", "label")
            if name in one
        }
        assert not {text for text in texts if any(sign in text for sign in ("Ã", "√", "..."))}


class TestParlGov:
    def test_seats_add_up_to_the_total(self):
        own = from_source("parlgov")
        # ParlGov has 1028 elections. Of these, eight are appointments. Four British and seven Australian elections have
        # results by constituency instead.
        assert len(own) == 1028 - 8 - 4 - 7
        assert [row["election"] for row in own if sum(count[6] or 0 for count in tallies(row)) != row["seats"]] == []

    def test_elections_with_constituencies_have_no_results_of_parlgov(self):
        covered = [*GB.values(), *AU.values()]
        assert {version(row)["source"] for election in covered for row in races(election)} == {
            "uk-psephology",
            "aec-house",
        }

    def test_more_votes_than_valid_votes_are_noted(self):
        rows = from_source("parlgov")
        over = [row for row in rows if sum(count or 0 for count in votes(row)) > version(row).get("valid", 10**9)]
        large = [row for row in over if sum(count or 0 for count in votes(row)) > 1.02 * version(row)["valid"]]
        assert (len(over), len(large)) == (43, 32)
        assert all("voters had several" in version(row)["note"] for row in large)
        assert all("more votes than the source gives" in version(row)["note"] for row in over if row not in large)
        assert len([row for row in large if row["election"].startswith("luxembourg-")]) == 30

    def test_parties_have_the_acronym_of_the_day_of_the_election(self):
        labels = {
            year: {one.get("label") for one in race(f"france-{year}-legislative", "national")["candidacies"]}
            for year in (2007, 2017)
        }
        assert labels[2007] - labels[2017] >= {"UMP"}
        assert labels[2017] - labels[2007] >= {"LR"}
        assert not {
            one["label"] for row in from_source("parlgov") for one in row["candidacies"] if "|" in one.get("label", "")
        }

    def test_more_votes_cast_than_voters_are_left_out(self):
        croatia = version(race("croatia-2020-legislative", "national"))
        assert "ballots" not in croatia
        assert "17,360,065 votes cast" in croatia["note"]

    def test_national_and_european_elections_on_one_day_are_two_elections(self):
        days = {
            row["slug"]: (row["country_code"], row["details"]["date"], row["details"]["kind"])
            for row in results.lines("election")
        }
        own = {days[row["election"]] for row in results.lines("results") if row["area"]["level"] == "national"}
        assert len([1 for code, day, kind in own if kind == "european" and (code, day, "legislative") in own]) == 13

    def test_a_tie_for_most_seats_goes_to_the_party_with_more_votes(self):
        tied = []
        for row in (row for row in results.lines("results") if version(row)["source"] == "parlgov"):
            first, second = sorted(tallies(row), key=lambda count: (count[6] or 0, count[3] or 0), reverse=True)[:2]
            if first[6] == second[6]:
                tied.append(results.winner(row) == row["candidacies"][first[0]])
        assert len(tied) > 0
        assert all(tied)


class TestVParty:
    def test_each_election_of_the_source_is_in_the_graph_or_of_another_country(self):
        """The source has 3,151 pairs (country, day). East Germany, Kosovo and five other countries, which are not in
        the graph, have 52 of them."""
        known = [
            value
            for row in results.lines("election")
            for scheme, value in row["identifiers"]
            if scheme == "vparty-election"
        ]
        assert len(known) == 3151 - 52
        new = [
            row for row in results.lines("election") if [citation[0] for citation in row["citations"]] == ["v-party"]
        ]
        assert len(new) == 1706, "65 others are also among the corrections"

    def test_more_than_3000_elections_have_results(self):
        own = from_source("v-party")
        assert len(results.lines("coverage")) >= 3_000
        assert len({row["election"] for row in own}) == len(own)

    def test_seats_add_up_to_the_total(self):
        own = from_source("v-party")
        unknown = [row for row in own if "number of seats is unknown" in version(row).get("note", "")]
        assert len(unknown) == 29
        assert not any("seats" in row for row in unknown)
        wrong = [
            row for row in own if row not in unknown and sum(count[6] or 0 for count in tallies(row)) != row["seats"]
        ]
        assert wrong == []

    def test_tallies_have_shares_instead_of_votes(self):
        own = from_source("v-party")
        assert {number for row in own for number in votes(row)} == {None}

    def test_shares_of_parts_of_a_country_are_noted(self):
        own = from_source("v-party")
        over = {row["election"] for row in own if sum(count[4] or 0 for count in tallies(row)) > 105}
        assert over == {row["election"] for row in own if "part of the country" in version(row).get("note", "")}
        assert over == {
            "cameroon-1964-legislative",
            "zambia-1964-legislative",
            "zimbabwe-1979-legislative",
            "zimbabwe-1980-legislative",
            "zimbabwe-1985-legislative",
        }

    def test_alliances_with_one_number_are_several_lists(self):
        names = {one["name"] for one in race("benin-1991-legislative", "national")["candidacies"]}
        assert names >= {"PNDD-PRD", "PSD-UNSP", "MNDD-MSUP-UDRN"}
        assert "National Movement for Democracy and Development" not in names

    def test_an_election_of_several_sources_has_the_results_of_parlgov(self):
        assert version(race("france-1997-legislative", "national"))["source"] == "parlgov"
