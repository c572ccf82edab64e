"""Test the pages of entities, countries, elections and races (API contract, section 14)."""

import json
import re
from html import unescape

import pytest

from graph.models import Entity
from tests.factories import (
    ElectionFactory,
    IdeologyFactory,
    OfficeFactory,
    PartyFactory,
    PoliticianFactory,
    RedirectFactory,
    RelationshipFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
PAGE = "/entity/emmanuel-macron"


def words(response):
    assert response.status_code == 200
    return " ".join(unescape(re.sub("<[^>]+>", " ", response.content.decode())).split())


class TestEntity:
    @pytest.fixture(autouse=True)
    def macron(self, macron):
        return macron

    def test_page_shows_what_the_api_shows(self, client):
        shown = words(client.get(PAGE))

        assert "President of France since 14 May 2017." in shown
        assert "President of France 14 May 2017 current 22 January 2026" in shown
        assert "candidate 24 April 2022 22 January 2026" in shown
        assert "Also called Эмманюэль Макрон" in shown
        assert "CIA World Factbook , as of 22 January 2026. Licence: CC0-1.0" in shown

    def test_page_links_to_entities_json_and_feed(self, client):
        links = set(re.findall(r'href="([^"]+)"', client.get(PAGE).content.decode()))

        assert {"/entity/president-of-france", "/api/graph/entity/emmanuel-macron"} <= links
        assert "/feed/entity/emmanuel-macron" in links

    def test_page_as_of_a_day_links_to_the_same_in_json_and_cites_the_day(self, client):
        page = client.get(f"{PAGE}?at=2020-01-01").content.decode()

        assert 'href="/api/graph/entity/emmanuel-macron?at=2020-01-01">JSON' in page
        assert "http://testserver/entity/emmanuel-macron?at=2020-01-01, 15 June 2026." in page

    def test_page_as_of_a_day_shows_the_day(self, client):
        shown = words(client.get(f"{PAGE}?at=2016-01-01"))

        assert "You see Emmanuel Macron as of 1 January 2016." in shown
        assert "14 May 2017 current" not in shown

    @pytest.mark.parametrize(
        ("query", "clean"),
        [
            ("?at=", ""),
            ("?at=%20", ""),
            ("?utm_source=mail", ""),
            ("?at=2020-01-01&x=1", "?at=2020-01-01"),
            ("?&&at=2020%2D01-01&", "?at=2020-01-01"),
            ("?at=2020-01-01&at=2020-01-01", "?at=2020-01-01"),
        ],
    )
    def test_page_redirects_without_empty_unknown_and_repeated_parameters(self, client, query, clean):
        assert client.get(PAGE + query)["Location"] == PAGE + clean

    @pytest.mark.parametrize("at", ["yesterday", "2022-02-30", "0001-01-01", "9999-01-01"])
    def test_page_rejects_an_invalid_day(self, client, at):
        response = client.get(PAGE, {"at": at})

        assert response.status_code == 400
        assert "<code>at</code>: Must" in response.content.decode()

    def test_page_redirects_an_old_slug_and_rejects_unknown_and_withdrawn_ones(self, client, macron):
        RedirectFactory(slug="e-macron", entity=macron)

        moved = client.get("/entity/e-macron?at=2020-01-01")
        assert (moved["Location"], moved["Cache-Control"]) == (f"{PAGE}?at=2020-01-01", "public, max-age=60")
        unknown = client.get("/entity/emanuel-macron")
        assert (unknown.status_code, f'<a href="{PAGE}">Emmanuel Macron</a>' in unknown.content.decode()) == (404, True)
        Entity.objects.filter(pk=macron.pk).update(status=Entity.Status.WITHDRAWN)
        assert client.get(PAGE).status_code == 410

    def test_linked_data_is_json_of_schema_org(self, client):
        (script,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', client.get(PAGE).content.decode())

        assert json.loads(script) == {
            "@context": "https://schema.org",
            "@type": "Person",
            "@id": "http://testserver/entity/emmanuel-macron",
            "name": "Emmanuel Macron",
            "description": "President of France since 14 May 2017.",
            "url": "http://testserver/entity/emmanuel-macron",
            "alternateName": ["Эмманюэль Макрон"],
            "sameAs": "https://www.wikidata.org/wiki/Q3052772",
            "birthDate": "1977",
        }

    def test_page_escapes_markup(self, client):
        party = PartyFactory(name="</script><script>alert(1)</script>", description="<b>&")

        page = client.get(f"/entity/{party.slug}").content.decode()

        assert "<script>alert" not in page
        assert "<b>" not in page

    def test_pages_take_a_limited_number_of_queries(self, client, django_assert_max_num_queries):
        with django_assert_max_num_queries(6):
            client.get(PAGE)

    def test_ideology_names_the_country_of_each_party(self, client, france):
        ideology = IdeologyFactory()
        party = PartyFactory(name="Greens", country_code="fr")
        RelationshipFactory(subject=party, object=ideology, type="party_has_ideology")

        assert "Name Country Source Greens France 1" in words(client.get(f"/entity/{ideology.slug}"))
        assert "Greens France 1" in words(client.get(f"/entity/{ideology.slug}/relationships"))

    @pytest.mark.parametrize(("at", "is_seated"), [("", True), ("?at=2024-01-01", False)])
    def test_ideology_names_the_parties_with_seats_first(self, client, republic, at, is_seated):
        ideology = IdeologyFactory()
        RelationshipFactory(subject=Entity.objects.get(name="Renaissance"), object=ideology)

        page = words(client.get(f"/entity/{ideology.slug}{at}"))
        assert ("Renaissance France 98 of 577 17.0" in page) == is_seated
        assert ("Parties with seats" in page) == is_seated

    def test_offices_of_a_politician_come_first(self, client, macron):
        RelationshipFactory(subject=macron, object=PartyFactory(), type="politician_member_of_party")
        RelationshipFactory(subject=macron, object=ElectionFactory(), role="winner")

        page = words(client.get(PAGE))
        assert page.index("Offices Name") < page.index("Parties Name") < page.index("Candidacies Name")

    def test_unknown_is_explained_once(self, client):
        politician = PoliticianFactory()
        for other in (PartyFactory(), OfficeFactory()):
            RelationshipFactory(subject=politician, object=other, start_date="1990", verified_at="1991-01-01")

        assert words(client.get(f"/entity/{politician.slug}")).count("“Unknown”: no end is known") == 1

    def test_headings_also_fit_terms_that_have_ended(self, client):
        page = words(client.get(PAGE))

        assert "Offices Name Since Status" in page
        assert "Holds office" not in page

    @pytest.mark.parametrize("members", [0, 2])
    def test_party_says_when_it_ended(self, client, france, monkeypatch, members):
        monkeypatch.setattr("snapshots.pages.entities.ROWS_ON_PAGE", 2)
        party = PartyFactory(country_code="fr")
        RelationshipFactory(
            subject=party, object=france, type="party_operates_in_country", start_date="1950", end_date="1962-05"
        )
        for _ in range(members):
            RelationshipFactory(object=party)

        assert "Ended May 1962" in words(client.get(f"/entity/{party.slug}"))
        assert "Ended May" not in words(client.get(f"/entity/{party.slug}?at=1955-01-01"))
        assert "Ended May 1962" in words(client.get(f"/entity/{party.slug}?at=1970-01-01"))

    def test_picture_of_one_bar_is_left_out(self, client):
        politician = PoliticianFactory()
        term = RelationshipFactory(subject=politician, start_date="2001", end_date="2002")
        path = f"/entity/{politician.slug}"

        assert "timeline.svg" not in client.get(path).content.decode()
        RelationshipFactory(subject=politician, object=term.object, start_date="2003", end_date="2004")
        assert "timeline.svg" in client.get(path).content.decode()

    def test_network_shows_the_leaders_of_the_country_first(self, client, macron, presidency):
        party = PartyFactory(country_code="fr")
        for number in range(9):
            RelationshipFactory(subject=PoliticianFactory(name=f"A{number}", country_code="fr"), object=party)
        RelationshipFactory(subject=macron, object=party, start_date="2010")

        (first, *_) = re.findall(
            r"<tspan[^>]*>([^<]+)", client.get(f"/entity/{party.slug}/network.svg").content.decode()
        )
        assert first == "Emmanuel Macron"


class TestLists:
    def test_countries_are_listed_by_continent(self, client, france):
        assert "Europe France" in words(client.get("/countries"))

    def test_home_page_shows_totals_and_next_elections(self, client, france):
        ElectionFactory(name="Next one", details__date="2027-04", details__status="scheduled")

        shown = words(client.get("/"))

        assert "countries 1" in shown
        assert "Next one April 2027" in shown

    def test_elections_are_upcoming_overdue_or_have_results(self, client, gb_2019):
        ElectionFactory(name="Next one", country_code="fr", details__date="2027-04", details__status="scheduled")
        ElectionFactory(name="Late one", details__date="2026-05", details__status="scheduled")

        shown = words(client.get("/elections"))

        assert "Upcoming Next one April 2027 Overdue" in shown
        assert "no source has given a result yet. Late one May 2026" in shown
        assert "Elections with results: 2" in shown
        assert "United Kingdom 2019 legislative election" not in words(client.get("/elections?country=fr"))

    def test_elections_with_results_have_winner_and_turnout(self, client, gb_2019):
        gb_2019.election_details.winner, gb_2019.election_details.turnout = "Conservatives", 50
        gb_2019.election_details.save()

        assert "2 races, final 12 December 2019 Conservatives 50.0" in words(client.get("/elections"))
        assert "12 December 2019, 2 races, final. Winner: Conservatives" in words(client.get("/"))

    def test_elections_are_filtered_by_year(self, client, gb_2019):
        for year in (2026, 2027):
            ElectionFactory(name=f"Next of {year}", details__date=f"{year}-12", details__status="scheduled")

        page = client.get("/elections?year=2019")

        assert "Elections with results: 1" in words(page)
        assert "Next of" not in words(page)
        assert 'href="/api/results?from=2019-01-01&amp;to=2019-12-31">JSON' in page.content.decode()
        shown = words(client.get("/elections?year=2026"))
        assert "Next of 2026" in shown
        assert "Next of 2027" not in shown
        assert "No results of such elections are covered yet." in shown

    def test_elections_are_filtered_by_kind(self, client, gb_2019):
        for kind in ("legislative", "upper-house", "by-election"):
            ElectionFactory(name=f"A {kind}", details__kind=kind, details__date="2026-12", details__status="scheduled")

        page = client.get("/elections?kind=upper-house")

        assert "Upcoming A upper-house December 2026" in words(page)
        assert "A legislative" not in words(page)
        assert "No results of such elections are covered yet." in words(page)
        assert 'href="/api/results?kind=upper-house">JSON' in page.content.decode()
        assert '<option value="upper-house" selected>Upper house</option>' in page.content.decode()
        assert "Elections with results: 2" in words(client.get("/elections?kind=legislative"))
        assert "A by-election" in words(client.get("/elections?kind=by-election"))

    def test_next_page_of_elections_keeps_the_filters(self, client, gb_2019, monkeypatch):
        monkeypatch.setattr("snapshots.pages.lists.RESULTS_ON_PAGE", 1)
        page = client.get("/elections?country=gb").content.decode()

        (query,) = re.findall(r'href="\?([^"]+)" rel="next"', page)
        following = client.get(f"/elections?{unescape(query)}")

        assert query.startswith("country=gb&amp;cursor=")
        assert "gb-2017" in following.content.decode()

    @pytest.mark.parametrize(
        "query", ["country=France", "country=zz", "year=20", "year=soon", "kind=local", "cursor=1"]
    )
    def test_elections_reject_invalid_parameters_and_show_the_error_in_the_form(self, client, query):
        response = client.get(f"/elections?{query}")

        assert (response.status_code, response["Cache-Control"]) == (400, "no-store")
        assert f'<p role="alert"><strong>{query.partition("=")[0]}</strong>:' in response.content.decode()

    @pytest.mark.parametrize("path", ["/", "/countries", "/elections"])
    def test_pages_take_a_limited_number_of_queries(self, client, gb_2019, django_assert_max_num_queries, path):
        with django_assert_max_num_queries(15):
            client.get(path)


class TestRace:
    def test_page_shows_candidacies_and_versions(self, client, gb_2019):
        shown = words(client.get("/elections/gb-2019/races/south"))

        assert "Won by" in shown
        assert "Result versions, newest first" in shown

    def test_page_links_to_the_feed_of_its_election(self, client, gb_2019):
        page = client.get("/elections/gb-2019/races/south").content.decode()

        assert page.count('href="/feed/entity/gb-2019"') == 2

    def test_unknown_race_is_404_and_suggests_similar_races(self, client, gb_2019):
        response = client.get("/elections/gb-2019/races/souht")

        assert response.status_code == 404
        assert '<a href="/elections/gb-2019/races/south">South</a>' in response.content.decode()

    def test_pages_take_a_limited_number_of_queries(self, client, gb_2019, django_assert_max_num_queries):
        with django_assert_max_num_queries(9):
            client.get("/elections/gb-2019/races/south")


def test_term_of_one_year_is_singular(client):
    office = OfficeFactory(details__term_length=1)

    assert "Term 1 year " in words(client.get(f"/entity/{office.slug}"))
