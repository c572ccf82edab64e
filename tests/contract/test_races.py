"""Test GET /api/results/{slug}/races and the path of a single race (API contract, section 10)."""

import pytest

from graph.models import Coverage
from graph.results import Phase
from tests.factories import CandidacyFactory, PartyFactory, RaceFactory, ReportingUnitFactory, TallyFactory
from tests.results import RACES, SOUTH, get, race, record, slugs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today", "shared_results")]


class TestRaces:
    def test_has_a_row_for_each_race(self, client):
        document = get(client, RACES)

        assert (document["count"], document["version"], slugs(document["races"])) == (2, 3, ["north", "south"])
        north = document["races"][0]
        assert (north["phase"], north["outcome"], north["turnout"]) == ("final", "gain", 50.0)
        assert north["winner"]["party"]["slug"] == "conservative-gb"
        assert north["winner_before"]["party"]["slug"] == "labour-gb"
        assert north["leader"] is None

    def test_undecided_race_has_a_leader_and_no_winner(self, client, gb_2019):
        contest = gb_2019.races.get(slug="north")
        record(contest, [1, 2, 0], number=2, sequence=4, leader=1, phase=Phase.COUNTING, is_called=False)
        Coverage.objects.filter(election=gb_2019).update(sequence=4)

        north = get(client, RACES)["races"][0]

        assert (north["leader"]["label"], north["winner"]) == ("Conservative", None)

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ({"phase": "final"}, ["north", "south"]),
            ({"phase": "counting"}, []),
            ({"outcome": "gain"}, ["north"]),
            ({"party": "conservative-gb"}, ["north", "south"]),
            ({"party": "labour-gb"}, []),
            ({"area": "SOUTH"}, ["south"]),
            ({"area": "South"}, ["south"]),
            ({"area": "Wales"}, ["north"]),
            ({"changed_since": 2}, ["south"]),
            ({"changed_since": 3}, []),
            ({"changed_since": 1, "version": 2}, ["north"]),
        ],
    )
    def test_filters_select_races(self, client, query, found):
        document = get(client, RACES, **query)

        assert slugs(document["races"]) == found
        assert document["count"] == len(found)

    def test_pages_hold_every_race_once(self, client):
        first = get(client, RACES, limit=1)
        second = client.get(first["next"]).json()

        assert slugs(first["races"] + second["races"]) == ["north", "south"]
        assert second["next"] is None

    def test_notional_races_are_left_out(self, client, gb_2019):
        RaceFactory(election=gb_2019, slug="north-notional", is_notional=True)

        assert slugs(get(client, RACES)["races"]) == ["north", "south"]
        assert client.get(f"{RACES}/north-notional").status_code == 404


class TestRace:
    def test_shows_candidacies_with_changes(self, client):
        document = get(client, SOUTH)["race"]

        assert (document["version"], document["kind"], document["note"]) == (2, "correction", "Recount")
        rows = [(row["key"], row["votes"], row["share"], row["share_change"]) for row in document["candidacies"]]
        assert rows == [
            ("conservative-gb", 630, 63.0, 8.0),
            ("labour-gb", 320, 32.0, -13.0),
            ("green-gb", 50, 5.0, None),
        ]

    @pytest.mark.parametrize(("then", "now", "change"), [(1, 1, 0.0), (1, 2, None), (2, 1, None)])
    def test_several_independents_are_not_compared_as_one_party(self, client, gb_2019, then, now, change):
        """Independents have 50 % of the votes in both races. Their share is compared only if one independent stood in
        each race."""
        party = PartyFactory()
        earlier = race(gb_2019, "then", [party])
        races = [earlier, race(gb_2019, "now", [party], previous=earlier, comparability="comparable")]
        for contest, number in zip(races, (then, now), strict=True):
            for key in range(number):
                CandidacyFactory(race=contest, key=f"independent-{key}", label="Independent")
            record(contest, [500, *[500 // number] * number], sequence=3 + races.index(contest))
        Coverage.objects.filter(election=gb_2019).update(sequence=4)

        document = get(client, f"{RACES}/now")["race"]

        changes = {row["share_change"] for row in document["candidacies"] if row["label"] == "Independent"}
        assert changes == {change}

    def test_compares_with_the_race_before(self, client):
        comparison = get(client, SOUTH)["race"]["comparison"]

        assert (comparison["election"]["slug"], comparison["race"]) == ("gb-2017", "south")
        assert comparison["swing"]["points"] == 10.5
        assert [(row["name"], row["votes"], row["seats"]) for row in comparison["parties"]] == [
            ("Conservative", 550, 1),
            ("Labour", 450, 0),
        ]

    def test_estimates_are_no_race_with_an_address(self, client, gb_2019):
        gb_2019.races.get(slug="south").previous.__class__.objects.filter(election__slug="gb-2017").update(
            is_notional=True
        )

        assert get(client, SOUTH)["race"]["comparison"]["race"] is None

    def test_rounds_show_transfers(self, client, gb_2019):
        contest = race(gb_2019, "west", [], method="instant-runoff")
        for key in ("a", "b"):
            contest.candidacies.create(key=key, name=key)
        version = record(contest, [60, 40], sequence=4)
        for candidacy, votes in zip(contest.candidacies.order_by("pk"), (45, 55), strict=True):
            version.tallies.create(candidacy=candidacy, votes=votes, round=2)
        Coverage.objects.filter(election=gb_2019).update(sequence=4)

        rounds = get(client, f"{RACES}/west")["race"]["rounds"]

        assert [row["round"] for row in rounds] == [0, 2]
        assert [(row["candidacy"], row["transfer"]) for row in rounds[1]["tallies"]] == [("a", -15), ("b", 15)]

    def test_second_round_has_no_transfers_and_shares_are_of_the_first(self, client, gb_2019):
        contest = race(gb_2019, "west", [], method="two-round")
        for key in ("a", "b", "c"):
            CandidacyFactory(race=contest, key=key)
        version = record(contest, [40, 35, 25], sequence=4, minute=4, valid=120, leader=1)
        for candidacy, votes in zip(contest.candidacies.order_by("pk")[:2], (50, 70), strict=True):
            version.tallies.create(candidacy=candidacy, votes=votes, round=1)
        Coverage.objects.filter(election=gb_2019).update(sequence=4)

        document = get(client, f"{RACES}/west")["race"]

        assert [row["share"] for row in document["candidacies"]] == [40.0, 35.0, 25.0]
        second = document["rounds"][1]["tallies"]
        assert [(row["candidacy"], row["share"], row["transfer"]) for row in second] == [
            ("a", 41.67, None),
            ("b", 58.33, None),
        ]
        page = client.get("/elections/gb-2019/races/west").content.decode()
        assert "Round 2" in page
        assert "First preferences" not in page

    def test_two_party_preferred_count_gives_the_swing(self, client, gb_2019):
        contest = gb_2019.races.get(slug="south")
        for row, sequence, votes in ((contest.previous, 3, (400, 600)), (contest, 4, (450, 550))):
            pairs = [["labour-gb", votes[0]], ["conservative-gb", votes[1]]]
            record(row, [1] * row.candidacies.count(), number=3, sequence=sequence, minute=9, two_party=pairs)
        Coverage.objects.filter(election=gb_2019).update(sequence=4)

        document = get(client, SOUTH)["race"]

        assert [(row["party"]["slug"], row["share"]) for row in document["two_party"]] == [
            ("labour-gb", 45.0),
            ("conservative-gb", 55.0),
        ]
        swing = document["comparison"]["swing"]
        assert (swing["method"], swing["winner"]["slug"], swing["points"]) == ("two-party-preferred", "labour-gb", 5.0)

    def test_unknown_race_is_404_with_similar_races(self, client):
        response = client.get(f"{RACES}/sout")

        assert response.status_code == 404
        assert response.json()["suggestions"] == ["south"]


class TestVersions:
    def test_lists_versions_newest_first(self, client):
        document = get(client, f"{SOUTH}/versions")

        assert (document["race"], document["count"], document["next"]) == ("south", 2, None)
        rows = [(row["version"], row["sequence"], row["kind"], row["phase"]) for row in document["versions"]]
        assert rows == [(2, 3, "correction", "final"), (1, 1, "count", "provisional")]
        assert (document["versions"][0]["note"], document["versions"][0]["leader"]) == ("Recount", "conservative-gb")

    def test_pages_hold_every_version_once(self, client):
        first = get(client, f"{SOUTH}/versions", limit=1)
        second = client.get(first["next"]).json()

        assert [row["version"] for row in first["versions"] + second["versions"]] == [2, 1]
        assert second["next"] is None

    @pytest.mark.parametrize("query", [{"version": 1}, {"as_of": "2019-12-12T22:02:30Z"}])
    def test_earlier_state_has_earlier_versions_only(self, client, query):
        document = get(client, f"{SOUTH}/versions", **query)

        assert (document["count"], [row["version"] for row in document["versions"]]) == (1, [1])


class TestUnits:
    @pytest.fixture(autouse=True)
    def units(self, gb_2019):
        """Create three reporting units in the race of the south. In its newest version, the third unit has not
        reported."""
        contest = gb_2019.races.get(slug="south")
        units = [ReportingUnitFactory(race=contest, code=code) for code in ("01", "02", "03")]
        labour, conservative, _ = contest.candidacies.order_by("pk")
        for version in contest.versions.all():
            for unit in units[: version.number]:
                for candidacy, votes in ((labour, 100 * version.number), (conservative, 300)):
                    TallyFactory(version=version, candidacy=candidacy, unit=unit, votes=votes)

    def test_lists_units_with_their_tallies(self, client):
        document = get(client, f"{SOUTH}/units")

        assert (document["count"], document["version"]) == (3, 2)
        assert [(unit["code"], len(unit["tallies"])) for unit in document["units"]] == [("01", 2), ("02", 2), ("03", 0)]
        assert document["units"][0]["tallies"] == [
            {"candidacy": "conservative-gb", "votes": 300, "share": 60.0},
            {"candidacy": "labour-gb", "votes": 200, "share": 40.0},
        ]

    def test_pages_hold_every_unit_once(self, client):
        first = get(client, f"{SOUTH}/units", limit=2)
        second = client.get(first["next"]).json()

        assert [unit["code"] for unit in first["units"] + second["units"]] == ["01", "02", "03"]
        assert [len(unit["tallies"]) for unit in first["units"] + second["units"]] == [2, 2, 0]

    def test_earlier_version_has_its_counts(self, client):
        document = get(client, f"{SOUTH}/units", version=1)

        assert [len(unit["tallies"]) for unit in document["units"]] == [2, 0, 0]

    def test_race_itself_does_not_count_units(self, client):
        assert get(client, SOUTH)["race"]["candidacies"][0]["votes"] == 630
