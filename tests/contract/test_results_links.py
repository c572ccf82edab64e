"""Test the links to election results, and the page of an election (API contract, sections 4, 10 and 14)."""

import re

import pytest

from config.http.cache import EVERYTHING, responses
from graph.kinds import ElectionKind
from graph.models import Candidacy, Change, Coverage, ElectionDetails, Entity
from graph.results import Method, Mode, Phase
from snapshots.results.summary import election_results
from tests.factories import (
    ChangeFactory,
    CoverageFactory,
    ElectionFactory,
    PartyFactory,
    RedirectFactory,
    ResultVersionFactory,
    TallyFactory,
)
from tests.reading import text
from tests.results import ELECTION, EVENING, get, race, record

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today", "shared_results")]
PAGE = "/elections/gb-2019"


def presidential_election(slug, races, **values):
    """Create a presidential election with these races, by slug. In each race, Red has 60 of 100 votes and wins all
    seats."""
    facts = {"election__slug": slug, "election__details__kind": ElectionKind.PRESIDENTIAL}
    coverage = CoverageFactory(phase=Phase.FINAL, sequence=len(races), **facts)
    parties = [PartyFactory(name=name) for name in ("Red", "Blue")]
    for sequence, name in enumerate(races, 1):
        contest = race(coverage.election, name, parties, **values)
        red, blue = contest.candidacies.order_by("pk")
        facts = {"phase": Phase.FINAL, "is_called": True, "valid": 100, "received_at": EVENING}
        contest.current = ResultVersionFactory(race=contest, sequence=sequence, leader=red, **facts)
        TallyFactory(version=contest.current, candidacy=red, votes=60, is_elected=True, seats=contest.seats)
        TallyFactory(version=contest.current, candidacy=blue, votes=40, is_elected=False, seats=0)
        contest.save()


def test_entity_of_a_covered_election_links_to_its_results(client):
    ElectionFactory(slug="without-results")

    def link(slug):
        return client.get(f"/api/graph/entity/{slug}").json()["entity"].get("results")

    assert link("gb-2019") == "/api/results/gb-2019"
    assert client.get(link("gb-2019")).status_code == 200
    assert link("without-results") is None


def test_snapshot_links_recent_elections_to_their_results(client):
    ElectionFactory(slug="without-results", country_code="gb", details__kind="legislative")
    (country,) = Entity.objects.of_kind("country").in_country("gb")

    rows = client.get(f"/api/snapshot/{country.slug}").json()["elections"]["recent"]

    assert {row["election"]["slug"]: row.get("results") for row in rows} == {
        "gb-2019": "/api/results/gb-2019",
        "gb-2017": "/api/results/gb-2017",
        "without-results": None,
    }


def test_rehearsal_is_not_linked(client):
    CoverageFactory(mode=Mode.TEST, election__slug="published-by-mistake")

    assert "results" not in client.get("/api/graph/entity/published-by-mistake").json()["entity"]


def test_feed_links_new_phases_to_the_page(client, gb_2019):
    ChangeFactory(entity=gb_2019, action=Change.Action.UPDATED, fields={"results": ["counting", "final"]})

    feed = client.get("/feed/entity/gb-2019").content.decode()

    assert "results final" in feed.lower()
    assert f"http://testserver{PAGE}" in feed


class TestPage:
    def test_shows_parties_and_races(self, client):
        page = client.get(PAGE)

        words = text(page)
        assert page.status_code == 200
        assert "Final. 2 of 2 races reporting, 2 called. Turnout 50.0 %." in words
        assert "National swing of 11.5 points from Labour to Conservative." in words
        assert "Conservative 2 +1 1,130 56.50 +9.00" in words
        assert "North Candidate of Conservative Conservative gain from Labour" in words
        assert "Refresh" not in page
        assert page["Cache-Control"] == "public, max-age=60"

    @pytest.mark.parametrize("path", [PAGE, f"{PAGE}/races/north"])
    def test_names_the_source_and_its_day(self, client, path):
        words = text(client.get(path))

        assert "Source: CIA World Factbook ." in words
        assert "Sources CIA World Factbook , as of 22 January 2026. Licence: CC0-1.0" in words

    def test_phases_are_shown_if_they_differ(self, client, gb_2019):
        assert "Phase" not in text(client.get(PAGE))
        contest = gb_2019.races.get(slug="north")
        record(contest, [2, 1, 0], number=2, sequence=4, phase=Phase.COUNTING)
        Coverage.objects.filter(election=gb_2019).update(sequence=4)
        responses.drop(EVERYTHING)

        words = text(client.get(PAGE))
        assert "North counting" in words
        assert "South final" in words

    def test_electors_are_not_called_seats(self, client):
        presidential_election("us-2024", ["alabama", "alaska"], seats=9, method=Method.ELECTORAL_COLLEGE)

        paths = ["/elections/us-2024", "/elections/us-2024/results.svg", "/elections/us-2024/races/alaska"]
        election, picture, state = (text(client.get(path)) for path in paths)

        assert "18 of 18 electors decided, 10 needed for a majority" in election
        assert "18 electors" in picture
        assert "electors 9" in state
        assert "Candidate of Red won Red" in state
        assert not re.search(r"\bseats?\b|\belected\b", election + picture + state, re.IGNORECASE)

    def test_president_elected_directly_fills_no_seats(self, client):
        presidential_election("fr-2022", ["france"], method=Method.TWO_ROUND)

        words = text(client.get("/elections/fr-2022"))

        assert "Parties Party Votes Votes % Red 60 60.00" in words
        assert "elector" not in words + text(client.get("/elections/fr-2022/results.svg"))

    def test_single_race_is_linked_without_counting_races(self, client):
        presidential_election("fr-2022", ["france"])

        page = client.get("/elections/fr-2022")

        assert 'In detail: <a href="/elections/fr-2022/races/france">France</a>' in page.content.decode()
        assert "reporting" not in text(page)
        assert "reporting" not in text(client.get("/elections/fr-2022/results.svg"))

    def test_shows_a_dot_for_each_seat(self, client):
        page = client.get(PAGE).content.decode()

        assert ": Conservative 2</title>" in page
        assert len(re.findall(r"M[\d.]+ [\d.]+[hv]", page)) == 2

    def test_keys_of_parties_have_the_patterns_of_the_seats(self, client):
        presidential_election("gb-2024", ["north", "south"], seats=5)
        ElectionDetails.objects.filter(entity__slug="gb-2024").update(kind=ElectionKind.LEGISLATIVE)

        keys = re.findall(r'<svg class="key"[^>]*>(.*?)</svg>', client.get("/elections/gb-2024").content.decode())

        # The key explains the colours of the picture. Blue has no seat, so its key shows no pattern.
        assert [key.count('<g class="ground">') for key in keys[:2]] == [1, 0]

    def test_shows_no_chamber_of_one_seat(self, client, monkeypatch):
        assert "Seats by party" in text(client.get(PAGE))
        responses.drop(EVERYTHING)
        monkeypatch.setattr(
            "snapshots.pages.results.election_results",
            lambda *given: election_results(*given) | {"seats": {"total": 1, "decided": 1}},
        )

        assert "Seats by party" not in text(client.get(PAGE))

    def test_parties_beyond_the_table_are_listed_below_it(self, client, monkeypatch):
        monkeypatch.setattr("snapshots.pages.results.MOST_PARTIES", 1)

        words = text(client.get(PAGE))
        assert "Conservative 2 +1 1,130" in words
        assert re.search(r"\d more part(y|ies) Labour : [\d,]+ \([\d.]+ %\)", words)

    def test_reloads_while_votes_are_counted(self, client, gb_2019):
        contest = gb_2019.races.get(slug="north")
        record(contest, [2, 1, 0], number=2, sequence=4, phase=Phase.COUNTING, is_called=False)
        Coverage.objects.filter(election=gb_2019).update(sequence=4)

        page = client.get(PAGE)

        assert page["Refresh"] == "30"
        assert page["Cache-Control"] == "public, no-cache"
        assert "Candidate of Labour (leads)" in text(page)

    def test_race_names_the_parties_of_the_swing_and_the_change_of_turnout(self, client):
        words = text(client.get(f"{PAGE}/races/north"))

        assert "Swing in this race of 12.5 points from Labour to Conservative. Turnout did not change." in words

    @pytest.mark.parametrize("path", ["/elections/test", "/elections/test/races/north"])
    def test_says_that_a_rehearsal_is_not_real(self, client, path):
        facts = {"election__slug": "test", "election__status": Entity.Status.DRAFT}
        coverage = CoverageFactory(mode=Mode.TEST, sequence=1, **facts)
        record(race(coverage.election, "north", [PartyFactory()]), [1])

        page = client.get(path)

        assert "This is a rehearsal." in text(page)
        assert '<meta name="robots" content="noindex">' in page.content.decode()
        assert "noindex" not in client.get(PAGE).content.decode()

    def test_party_with_another_name_in_the_election_has_both(self, client, gb_2019):
        Candidacy.objects.filter(race__election=gb_2019, label="Green").update(label="Ecology", name="A candidate")

        election, contest = (text(client.get(path)) for path in (PAGE, f"{PAGE}/races/north"))

        assert "Green as Ecology" in election
        assert "Conservative as" not in election
        assert "Candidate of Conservative Conservative 500" in contest
        assert "A candidate Ecology (Green) 50" in contest

    def test_compares_a_by_election_with_the_earlier_result_of_its_area(self, client, gb_2019):
        ElectionDetails.objects.filter(entity=gb_2019).update(kind=ElectionKind.BY_ELECTION)
        gb_2019.races.filter(slug="north").update(election=ElectionFactory())

        document = get(client, ELECTION)

        assert document["comparison"]["is_complete"] is True
        assert [tuple(row.values())[4:] for row in document["parties"]] == [
            (63.0, 8.0, 1, 0),
            (32.0, -13.0, 0, 0),
            (5.0, None, 0, 0),
        ]
        assert '<caption id="parties">Parties</caption>' in client.get(PAGE).content.decode()

    def test_by_elections_are_listed_only_if_chosen(self, client):
        CoverageFactory(election__slug="by-1", election__name="A by-election", election__details__kind="by-election")

        general, chosen = (client.get(path) for path in ("/elections?year=2019", "/elections?kind=by-election"))

        assert "A by-election" not in text(general)
        assert 'href="/elections?kind=by-election&amp;year=2019#results">By-elections with results: 1</a>' in (
            general.content.decode()
        )
        assert "Elections with results: 1 Election Date Winner A by-election" in text(chosen)

    def test_tables_have_captions_and_headers(self, client):
        page = client.get(PAGE).content.decode()

        assert page.count("<table>") == page.count("<caption") == 2
        assert page.count('scope="row"') == 5

    def test_page_redirects_an_old_slug_and_rejects_unknown_and_withdrawn_ones(self, client, gb_2019):
        RedirectFactory(slug="uk-2019", entity=gb_2019)

        assert client.get("/elections/nothing").status_code == 404
        assert client.get("/elections/uk-2019")["Location"] == PAGE
        Entity.objects.filter(pk=gb_2019.pk).update(status=Entity.Status.WITHDRAWN)
        assert client.get(PAGE).status_code == 410

    def test_page_can_be_cited_with_the_version_of_the_results(self, client):
        assert "http://testserver/elections/gb-2019, version 3." in text(client.get(PAGE))

    def test_races_are_filtered(self, client):
        shown = text(client.get(f"{PAGE}?area=North"))

        assert "North" in shown
        assert "South" not in shown
        assert "No race matches these filters." in text(client.get(f"{PAGE}?outcome=undecided"))

    def test_races_have_pages(self, client, monkeypatch):
        monkeypatch.setattr("snapshots.pages.results.RACES_ON_PAGE", 1)
        first = client.get(PAGE)

        (cursor,) = re.findall(r'cursor=([^"#]+)#races" rel="next"', first.content.decode())
        assert "North" in text(first)
        assert "2 races, 1 of them on this page" in text(first)
        second = text(client.get(f"{PAGE}?cursor={cursor}"))
        assert "First races" in second
        assert "South" in second
        assert "Next races" not in second

    def test_pages_take_a_limited_number_of_queries(self, client, django_assert_max_num_queries):
        with django_assert_max_num_queries(15):
            client.get(PAGE)
