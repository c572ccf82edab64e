"""Test the page of a country and the pages of its chambers (API contract, section 14)."""

import re

import pytest

from graph.models import DETAILS, Composition, Entity, SeatShare
from snapshots.pages.positions import positions_of
from tests.factories import (
    CountryFactory,
    ElectionFactory,
    IdeologyFactory,
    InstitutionFactory,
    OfficeFactory,
    PartyFactory,
    RelationshipFactory,
)
from tests.reading import text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def test_page_is_the_snapshot(client, macron):
    shown = text(client.get("/entity/france"))

    assert "President of France Emmanuel Macron" in shown
    assert "Since 14 May 2017" in shown


def test_chamber_has_a_hemicycle_and_a_table(client, republic):
    page = client.get("/entity/france").content.decode()

    assert len(re.findall(r"M[\d.]+ [\d.]+[hv]", page)) == 577
    assert 'role="img"' in page


def test_parties_without_dates_are_apart_on_a_past_day(client, france):
    # A country is known from its first dated fact on. Without this election, the page of 2010 would show no parties.
    ElectionFactory(country_code="fr", details__date="2007-05-06")
    for name, year in (("Dated", 1980), ("Undated", None)):
        party = PartyFactory(name=name, country_code="fr", details__founded_year=year)
        start = str(year) if year else ""
        RelationshipFactory(subject=party, object=france, type="party_operates_in_country", start_date=start)

    past, today = (text(client.get(f"/entity/france{query}")) for query in ("?at=2010-01-01", ""))

    assert "Parties Party Founded Dated 1980 1 more party: no source says if it existed on this day Undated" in past
    assert "Parties Party Founded Dated 1980 Undated" in today


def test_page_of_a_chamber_shows_its_seats(client, republic):
    page = client.get(f"/entity/{Composition.objects.first().institution.slug}").content.decode()

    assert len(re.findall(r"M[\d.]+ [\d.]+[hv]", page)) == 577
    assert '<h2 id="chamber-1">Seats</h2>' in page
    assert '<a href="/entity/france">' in page


def test_page_of_a_chamber_shows_its_seats_on_a_past_day(client, republic):
    page = text(client.get(f"/entity/{Composition.objects.first().institution.slug}?at=2024-08-01"))

    assert "577 seats. Composition of 7 July 2024." in page


def test_seats_have_the_name_of_the_party_today_and_of_its_source_on_a_past_day(client, republic):
    SeatShare.objects.filter(party__isnull=False).update(name="REN")

    assert "Renaissance 98" in text(client.get("/entity/france"))
    assert "REN 98" in text(client.get("/entity/france?at=2024-08-01"))


def test_seats_of_others_alone_are_not_drawn(client, republic):
    SeatShare.objects.filter(party__isnull=False).delete()

    page = client.get("/entity/france")
    assert "577 seats. No source says how they are divided among the parties today." in text(page)
    assert b'role="img"' not in page.content


def test_page_of_a_past_day_has_no_numbers_of_today_and_only_the_next_elections(client, republic):
    for year in range(2028, 2032):
        ElectionFactory(details__date=str(year), details__status="scheduled")

    page = text(client.get("/entity/france?at=2018-01-01"))
    assert "None" not in page
    assert "politicians" not in page
    # Of the next three elections, the first is the one of 2022. So the page shows those of 2027 and 2028, too.
    section = page.split("Next elections after this day")[1].split("Institutions")[0]
    assert [year for year in ("2027", "2028", "2029", "2030") if year in section] == ["2027", "2028"]


def test_page_names_heads_without_a_known_holder(client, republic):
    OfficeFactory(title="Consul", details__office_type="head of state")

    page = text(client.get("/entity/france"))
    # The President is a head of state, and so is the Consul. One of them is known, so the page does not mention the
    # other.
    assert "No source says who is Prime Minister" in page
    assert "No source says who is Consul" not in page


def test_parties_link_to_their_ideology(client, republic):
    ideology = IdeologyFactory(name="Liberalism")
    RelationshipFactory(subject=Entity.objects.get(name="Renaissance"), object=ideology)

    assert f'<a href="/entity/{ideology.slug}">Liberalism</a>' in client.get("/entity/france").content.decode()


def test_chamber_without_a_start_shows_the_day_of_its_source(client, republic):
    Composition.objects.update(start_date="", start_first=None, start_last=None)

    assert b"Composition of 22 January 2026" in client.get("/entity/france").content


def test_chamber_without_a_composition_says_so(client, republic):
    Composition.objects.all().delete()

    shown = text(client.get("/entity/france"))
    assert "577 seats. No source says how they are divided among the parties today." in shown


def test_page_without_facts_has_no_empty_sections(client):
    page = client.get(f"/entity/{CountryFactory(country_code='zz').slug}").content.decode()

    assert not re.search(r"<h2[^>]*>[^<]*</h2>\s*<h2", page)
    assert "<tbody>\n  </tbody>" not in page


def test_pages_take_a_limited_number_of_queries(client, macron, django_assert_max_num_queries):
    with django_assert_max_num_queries(15):
        client.get("/entity/france")


@pytest.mark.parametrize(("at", "words"), [("", "Today President"), ("?at=2018-01-01", "On this day President")])
def test_page_of_a_cabinet_shows_its_leaders(client, republic, presidency, at, words):
    cabinet = InstitutionFactory(name="Cabinet", details__institution_type="cabinet")
    RelationshipFactory(subject=cabinet, object=presidency)

    page = text(client.get(f"/entity/{cabinet.slug}{at}"))
    assert words in page
    assert "Emmanuel Macron Renaissance Since 14 May 2017" in page


@pytest.fixture
def france_ideologies():
    """Create four parties: three have a left-right position and ideologies, and the last has neither."""
    parties = {
        "national-rally": (0.1, ["right-wing-populism", "french-nationalism"]),
        "renaissance": (0.2, ["liberalism"]),
        "horizons": (0.2, ["big-tent"]),
        "unknown": (None, []),
    }
    for slug, (position, ideologies) in parties.items():
        party = PartyFactory(slug=slug, details__left_right=position)
        for ideology in ideologies:
            found = Entity.objects.filter(slug=ideology).first() or IdeologyFactory(slug=ideology)
            RelationshipFactory(subject=party, object=found)


def test_seats_of_an_election_are_from_left_to_right(client, gb_2019):
    parties = Entity.objects.filter(kind="party")
    for position, party in zip((-0.5, -0.9, 0.5), parties.order_by("name"), strict=True):
        DETAILS["party"].objects.update_or_create(entity=party, defaults={"left_right": position})

    page = client.get("/elections/gb-2017")
    assert [wedge.name for wedge in page.context["seats"].wedges] == ["Conservative", "Labour"]
    assert "from left to right by ideologies" in text(page)


def test_ideologies_place_a_party_before_its_economic_position(france_ideologies):
    shares = [{"party": {"slug": slug}} for slug in ("national-rally", "renaissance", "horizons", "unknown")]

    positions = positions_of([*shares, {"party": None}])

    assert positions == {"national-rally": 1.0, "renaissance": 0.06, "horizons": 0.2}
