"""Test GET /api/results and the paths below it (API contract, section 10)."""

from datetime import UTC, datetime, timedelta

import pytest

from graph.actions import merge, rename
from graph.models import Candidacy, Coverage, Entity, Race
from graph.results import Comparability, Mode
from tests.factories import (
    CountryFactory,
    CoverageFactory,
    ElectionFactory,
    PartyFactory,
    RaceFactory,
    RedirectFactory,
    SourceFactory,
)
from tests.results import ELECTION, RACES, RESULTS, SOUTH, get, record

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today", "shared_results")]


def more_versions(election, most):
    """Add versions to the race in the north until it has ``most`` versions."""
    contest = election.races.get(slug="north")
    for number in range(2, most + 1):
        record(contest, [450, 500, 50], number=number, sequence=number + 2, minute=number + 2, leader=1)
    Coverage.objects.filter(election=election).update(sequence=most + 2)


class TestList:
    def test_lists_elections_newest_first(self, client):
        document = get(client, RESULTS)

        assert document["count"] == 2
        assert [row["election"]["slug"] for row in document["results"]] == ["gb-2019", "gb-2017"]
        first = document["results"][0]
        assert (first["date"], first["mode"], first["phase"]) == ("2019-12-12", "archive", "final")
        assert (first["races"], first["version"], first["results"]) == (2, 3, ELECTION)

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ({"country": "gb"}, 2),
            ({"country": "fr"}, 0),
            ({"phase": "counting"}, 0),
            ({"mode": "archive"}, 2),
            ({"mode": "live"}, 0),
            ({"kind": "legislative"}, 2),
            ({"kind": "presidential"}, 0),
            ({"level": "constituency"}, 2),
            ({"level": "national"}, 0),
            ({"from": "2018-01-01"}, 1),
            ({"to": "2018-01-01"}, 1),
            ({"from": "2017-06-08", "to": "2030-01-01"}, 2),
        ],
    )
    def test_filters_select_elections(self, client, query, found):
        CountryFactory()

        document = get(client, RESULTS, **query)

        assert document["count"] == len(document["results"]) == found

    def test_pages_hold_every_election_once(self, client):
        first = get(client, RESULTS, limit=1)
        second = client.get(first["next"]).json()

        assert first["count"] == second["count"] == 2
        assert [row["election"]["slug"] for page in (first, second) for row in page["results"]] == [
            "gb-2019",
            "gb-2017",
        ]
        assert second["next"] is None

    def test_notional_races_are_not_counted(self, client, gb_2019):
        RaceFactory(election=gb_2019, slug="north-notional", is_notional=True)

        assert get(client, RESULTS)["results"][0]["races"] == 2

    def test_rehearsal_is_listed_only_when_asked_for(self, client):
        CoverageFactory(mode=Mode.TEST, election__slug="test", election__status=Entity.Status.DRAFT)

        (row,) = get(client, RESULTS, mode="test")["results"]

        assert (row["election"]["slug"], row["mode"]) == ("test", "test")
        assert get(client, RESULTS)["count"] == 2

    def test_draft_is_not_listed(self, client):
        CoverageFactory(election__status=Entity.Status.DRAFT)

        assert get(client, RESULTS)["count"] == 2


class TestElection:
    def test_shows_races_turnout_and_seats(self, client):
        document = get(client, ELECTION)

        assert document["election"]["slug"] == "gb-2019"
        assert (document["phase"], document["version"], document["updated_at"]) == ("final", 3, "2019-12-12T22:03:00Z")
        assert document["races"] == {"total": 2, "reporting": 2, "called": 2, "final": 2, "certified": 0}
        assert document["turnout"]["percent"] == 50.0
        assert document["seats"] == {"total": 2, "decided": 2, "majority": 2}

    def test_names_each_source_of_the_newest_versions_once(self, client, gb_2019):
        source = SourceFactory(slug="new", name="A new one")
        contest = gb_2019.races.get(slug="south")
        record(contest, [320, 630, 50], number=3, sequence=4, minute=4, leader=1, source=source)
        Coverage.objects.filter(election=gb_2019).update(sequence=4)

        sources = get(client, ELECTION)["sources"]

        assert [found["name"] for found in sources] == ["A new one", "CIA World Factbook"]
        assert (sources[1]["retrieved"], sources[1]["licence"]) == ("2026-01-22", "CC0-1.0")
        assert [found["name"] for found in get(client, ELECTION, version=3)["sources"]] == ["CIA World Factbook"]

    def test_shows_votes_and_seats_of_parties_with_their_changes(self, client):
        rows = [tuple(row.values())[1:] for row in get(client, ELECTION)["parties"]]

        assert rows == [
            ("Conservative", 2, 1130, 56.5, 9.0, 2, 1),
            ("Labour", 2, 770, 38.5, -14.0, 0, -1),
            ("Green", 2, 100, 5.0, None, 0, 0),
        ]

    def test_compares_with_the_election_before(self, client):
        comparison = get(client, ELECTION)["comparison"]
        swing = comparison["swing"]

        assert comparison["previous"]["slug"] == "gb-2017"
        assert (comparison["is_complete"], comparison["races_changed"], comparison["turnout_change"]) == (True, 1, 0.0)
        assert (swing["method"], swing["points"]) == ("butler", 11.5)
        assert (swing["loser"]["slug"], swing["winner"]["slug"]) == ("labour-gb", "conservative-gb")

    def test_compares_only_races_that_have_reported(self, client):
        document = get(client, ELECTION, version=1)

        assert document["races"] == {"total": 2, "reporting": 1, "called": 1, "final": 0, "certified": 0}
        assert document["phase"] == "counting"
        assert document["comparison"]["is_complete"] is False
        assert [(row["share"], row["share_change"], row["seats_change"]) for row in document["parties"]] == [
            (65.0, 10.0, 0),
            (30.0, -15.0, 0),
            (5.0, None, 0),
        ]

    def test_without_comparison_has_no_changes(self, client):
        Coverage.objects.update(comparability=Comparability.NONE, comparability_reason="New areas")

        document = get(client, ELECTION)

        assert document["comparison"]["reason"] == "New areas"
        page = client.get("/elections/gb-2019").content.decode()
        assert "Not comparable" in page
        assert "New areas" in page
        assert {row["seats_change"] for row in document["parties"]} == {None}

    def test_before_any_count_is_scheduled(self, client):
        election = CoverageFactory(election__slug="gb-2028", mode=Mode.LIVE).election
        RaceFactory(election=election, seats=3)

        document = get(client, f"{RESULTS}/gb-2028")

        assert (document["phase"], document["version"], document["updated_at"]) == ("scheduled", 0, None)
        assert document["seats"] == {"total": 3, "decided": 0, "majority": 2}
        assert document["parties"] == []
        assert document["comparison"]["reason"] == "No results of an earlier election are covered."

    def test_party_without_entity_is_named_as_printed(self, client):
        Candidacy.objects.update(party=None)

        assert {(row["party"], row["name"]) for row in get(client, ELECTION)["parties"]} == {
            (None, "Labour"),
            (None, "Conservative"),
            (None, "Green"),
        }

    def test_electoral_votes_of_a_state_go_to_its_winner(self, client, gb_2019):
        gb_2019.races.filter(slug="north").update(seats=10, method="electoral-college")

        document = get(client, ELECTION)

        assert document["seats"] == {"total": 11, "decided": 11, "majority": 6}

    def test_followed_source_is_stale_after_two_intervals(self, client, today):
        now = datetime.now(UTC)
        for seconds, stale_since in ((119, None), (120, (now - timedelta(seconds=120)).isoformat())):
            Coverage.objects.update(follow_interval=60, followed_at=now - timedelta(seconds=seconds))

            assert get(client, ELECTION)["stale_since"] == (stale_since and stale_since.replace("+00:00", "Z"))


class TestEarlierStates:
    @pytest.mark.parametrize("path", [ELECTION, RACES])
    def test_as_of_and_version_show_the_same_state(self, client, path):
        for version, minute in ((0, "21:59"), (1, "22:01"), (2, "22:02"), (3, "22:03")):
            by_version = client.get(path, {"version": version})
            by_time = client.get(path, {"as_of": f"2019-12-12T{minute}:30Z"})

            assert by_version.json()["version"] == version
            assert by_time["ETag"] == by_version["ETag"]
        assert by_time["ETag"] == client.get(path)["ETag"]

    def test_race_shows_a_version_by_its_number(self, client):
        first = client.get(SOUTH, {"version": 1})

        assert first.json()["race"]["candidacies"][0]["votes"] == 650
        assert first["ETag"] == client.get(SOUTH, {"as_of": "2019-12-12T22:02:30Z"})["ETag"]
        assert client.get(SOUTH, {"version": 2})["ETag"] == client.get(SOUTH)["ETag"]

    @pytest.mark.parametrize(
        ("path", "query"),
        [
            (ELECTION, {"version": 4}),
            (ELECTION, {"version": -1}),
            (SOUTH, {"version": 3}),
            (RACES, {"version": 1, "as_of": "2019-12-12"}),
            (RACES, {"as_of": "2030-01-01"}),
            (RACES, {"changed_since": "x"}),
        ],
    )
    def test_impossible_state_is_400(self, client, path, query):
        response = client.get(path, query)

        assert response.status_code == 400
        assert response.json()["errors"]


def test_totals_name_the_party_that_another_was_merged_into(
    client, django_assert_max_num_queries, django_capture_on_commit_callbacks
):
    green = Entity.objects.get(name="Green")
    # A change gets its position in the journal after the commit, so run the callbacks of the commit.
    with django_capture_on_commit_callbacks(execute=True):
        rename(entity=green, slug="green-party-gb")
    assert get(client, ELECTION)["parties"][2]["party"]["slug"] == "green-party-gb"
    with django_assert_max_num_queries(3):
        get(client, ELECTION)

    with django_capture_on_commit_callbacks(execute=True):
        merge(entity=green, into=PartyFactory(name="Greens", slug="greens-gb", country_code="gb"))

    assert get(client, ELECTION)["parties"][2]["party"]["slug"] == "greens-gb"


class TestSlugs:
    @pytest.mark.parametrize("path", ["", "/races", "/races/south"])
    def test_unknown_election_is_404(self, client, path):
        ElectionFactory(slug="without-results")

        for slug in ("gb-2018", "without-results"):
            assert client.get(f"{RESULTS}/{slug}{path}").status_code == 404

    @pytest.mark.parametrize("path", ["", "/races", "/races/south"])
    def test_old_slug_redirects(self, client, gb_2019, path):
        RedirectFactory(slug="uk-2019", entity=gb_2019)

        response = client.get(f"{RESULTS}/uk-2019{path}?version=1")

        assert (response.status_code, response["Location"]) == (308, f"{RESULTS}/gb-2019{path}?version=1")

    def test_withdrawn_election_is_410(self, client, gb_2019):
        Entity.objects.filter(pk=gb_2019.pk).update(status=Entity.Status.WITHDRAWN)

        assert client.get(ELECTION).status_code == 410

    def test_rehearsal_has_its_own_address(self, client):
        CoverageFactory(mode=Mode.TEST, election__slug="test", election__status=Entity.Status.DRAFT)

        assert get(client, f"{RESULTS}/test")["mode"] == "test"


@pytest.mark.parametrize(("path", "most"), [(RESULTS, 6), (ELECTION, 8), (RACES, 6), (SOUTH, 8)])
def test_number_of_queries_is_independent_of_versions(client, gb_2019, django_assert_max_num_queries, path, most):
    with django_assert_max_num_queries(most) as few:
        get(client, path)
    more_versions(gb_2019, 12)
    with django_assert_max_num_queries(len(few)):
        get(client, path)
    if path != RESULTS:
        with django_assert_max_num_queries(most):
            get(client, path, as_of="2019-12-12T22:05:30Z")


def test_past_summary_with_two_party_counts_needs_eight_queries(client, gb_2019, django_assert_max_num_queries):
    # A party with two-party-preferred votes may have no candidacy. In this case, one more query loads it.
    PartyFactory(name="Coalition", slug="coalition", country_code="gb")
    for election in Coverage.objects.values_list("election", flat=True):
        for contest in Race.objects.filter(election=election):
            pairs, number = [["labour-gb", 500], ["coalition", 500]], contest.current.number + 1
            minute = 3 + Race.objects.filter(pk__lt=contest.pk).count()
            votes = [0] * contest.candidacies.count()
            record(contest, votes, number=number, sequence=minute, minute=minute, two_party=pairs)
        Coverage.objects.filter(election=election).update(sequence=9)

    with django_assert_max_num_queries(8):
        document = get(client, ELECTION, as_of="2019-12-12T22:30:30Z")

    assert document["comparison"]["swing"]["method"] == "two-party-preferred"
