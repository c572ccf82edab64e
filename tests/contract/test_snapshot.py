"""Test GET /api/snapshot/{country} (API contract, section 4)."""

from datetime import date

import pytest

from graph.models import Entity
from tests.factories import (
    CitationFactory,
    CountryFactory,
    IdentifierFactory,
    OfficeFactory,
    OtherNameFactory,
    PoliticianFactory,
    RedirectFactory,
    RelationshipFactory,
    rewrite,
)

MOST_QUERIES = 15
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def ask(client, country="france", **query):
    return client.get(f"/api/snapshot/{country}", query)


def short(kind, name, slug, description=""):
    return {"name": name, "type": kind, "slug": slug, "country_code": "fr", "description": description}


MACRON = short("politician", "Emmanuel Macron", "emmanuel-macron", "President of France since 14 May 2017.")
PRESIDENT = short("office", "President of France", "president-of-france", "Head of state of France.")
RENAISSANCE = short("party", "Renaissance", "renaissance-fr")
CURRENT = {"status": "current", "verified_at": "2026-01-22"}
SINCE = {"start_date": "2017-05-14", "end_date": None, "role": None, **CURRENT}

FRANCE = {
    "as_of": "2026-06-15",
    "stats": {
        "politicians": 1,
        "parties": 1,
        "elections": 2,
        "offices": 2,
        "institutions": 1,
        "legislature_seats": 577,
        "population": 68_521_974,
        "last_election": "2022-04-24",
        "next_election": "2027-04",
        "updated_at": "2026-05-01T10:00:00Z",
    },
    "current_leaders": [{"politician": MACRON, "office": PRESIDENT, "party": RENAISSANCE, **SINCE}],
    "elections": {
        "upcoming": [
            {
                "election": short("election", "France 2027 presidential election", "france-2027-presidential"),
                "date": "2027-04",
                "kind": "presidential",
                **{"status": "scheduled", "verified_at": None},
                "overdue": False,
            }
        ],
        "recent": [
            {
                "election": short("election", "France 2022 presidential election", "france-2022-presidential"),
                "date": "2022-04-24",
                "kind": "presidential",
                **{"status": "held", "verified_at": None},
                "winner": None,
                "turnout": None,
                "result_margin": None,
            }
        ],
    },
    "parties": [
        {
            "party": RENAISSANCE,
            "ideology": None,
            "founded_year": None,
            "seats": 98,
            "vote_share": 21.28,
            **CURRENT,
        }
    ],
    "institutions": [
        {
            "institution": short("institution", "National Assembly", "national-assembly"),
            "institution_type": "lower chamber",
            "seats": 577,
            "composition": [
                {"party": RENAISSANCE, "name": "Renaissance", "seats": 98},
                {"party": None, "name": "Others", "seats": 479},
            ],
            "composition_date": "2024-07-07",
            **CURRENT,
        }
    ],
    "offices": [
        {
            "office": PRESIDENT,
            "office_type": "head of state",
            "term_length": 5,
            "holders": [{"politician": MACRON, **SINCE}],
            **CURRENT,
        },
        {
            "office": short("office", "Prime Minister of France", "prime-minister-of-france"),
            "office_type": "head of government",
            "term_length": None,
            "holders": [],
            **CURRENT,
        },
    ],
}


def test_snapshot_returns_a_country_in_one_call(client, republic):
    response = ask(client)

    document = response.json()
    country = document.pop("country")
    assert response.status_code == 200
    assert document == FRANCE
    # The snapshot shows no relationships of the country, so it lists only the sources of the country itself.
    assert country["sources"] == []
    assert country == client.get("/api/graph/entity/france").json()["entity"] | {"sources": []}


def test_snapshot_has_members_in_the_order_of_the_contract(client, republic):
    assert list(ask(client).json()) == [
        "as_of",
        "country",
        "stats",
        "current_leaders",
        "elections",
        "parties",
        "institutions",
        "offices",
    ]


def test_snapshot_of_an_unknown_country_has_empty_lists(client):
    CountryFactory(country_code="fr", details=None)

    document = ask(client).json()

    lists = ("current_leaders", "parties", "institutions", "offices")
    assert {name: document[name] for name in lists} == {name: [] for name in lists}
    assert document["elections"] == {"upcoming": [], "recent": []}
    assert (document["stats"]["population"], document["stats"]["legislature_seats"]) == (None, None)


@pytest.mark.parametrize("at", [None, "2026-06-01", "1200-01-01"])
def test_snapshot_takes_at_most_fifteen_queries(client, republic, django_assert_max_num_queries, at):
    with django_assert_max_num_queries(MOST_QUERIES):
        ask(client, **({"at": at} if at else {}))


def test_large_country_takes_as_many_queries(client, republic, hub, presidency, django_assert_num_queries):
    with django_assert_num_queries(12):
        ask(client)
    for number in range(60):
        holder = PoliticianFactory(name=f"Holder {number}")
        office = OfficeFactory(title=f"Minister {number}", details__office_type="other executive")
        RelationshipFactory(subject=holder, object=office, start_date="2024")

    with django_assert_num_queries(12):
        ask(client)


class TestAt:
    """Test the parameter ``at``. The response shows the country as it was on that day."""

    def test_at_before_a_term_shows_no_holder(self, client, republic, presidency):
        earlier = PoliticianFactory(name="François Hollande")
        RelationshipFactory(subject=earlier, object=presidency, start_date="2012-05-15", end_date="2017-05-14")

        before, after = (ask(client, at=day).json() for day in ("2017-05-13", "2017-05-15"))

        assert [row["politician"]["name"] for row in before["current_leaders"]] == ["François Hollande"]
        assert [row["politician"]["name"] for row in after["current_leaders"]] == ["Emmanuel Macron"]
        assert (before["as_of"], after["as_of"]) == ("2017-05-13", "2017-05-15")

    def test_at_before_the_first_fact_has_empty_lists(self, client, republic):
        response = ask(client, at="1789-07-14")

        document = response.json()
        assert response.status_code == 200
        assert document["country"]["name"] == "France"
        for name in ("current_leaders", "parties", "institutions", "offices"):
            assert document[name] == []
        assert document["elections"] == {"upcoming": [], "recent": []}
        assert document["stats"]["legislature_seats"] is None

    def test_at_today_equals_the_response_without_at(self, client, republic):
        assert ask(client, at="2026-06-15").json() == ask(client).json()

    @pytest.mark.parametrize("day", ["2026-06-16", "2026-02-30", "2026-06", "today", ""])
    def test_at_rejects_future_and_invalid_days(self, client, republic, day):
        response = ask(client, at=day)

        assert response.status_code == 400
        assert [error["parameter"] for error in response.json()["errors"]] == ["at"]

    def test_snapshot_returns_400_for_an_unknown_parameter(self, client, republic):
        response = ask(client, date="2026-06-01")

        assert response.status_code == 400
        assert response.json()["errors"][0]["detail"] == "Unknown parameter; this path takes at."


class TestCountries:
    """Test the paths of a country's snapshot: by slug, old slug, country code, and with a trailing slash."""

    @pytest.mark.parametrize("code", ["fr", "FR", "Fr"])
    def test_country_code_redirects_to_the_slug_with_the_query(self, client, republic, code):
        response = ask(client, code, at="2026-06-01")

        assert response.status_code == 308
        assert response["Location"] == "/api/snapshot/france?at=2026-06-01"

    def test_old_slug_redirects(self, client, republic):
        RedirectFactory(slug="french-republic", entity=republic)

        response = ask(client, "french-republic")

        assert response.status_code == 308
        assert response["Location"] == "/api/snapshot/france"

    def test_trailing_slash_redirects(self, client, republic):
        response = ask(client, "france/")

        assert response.status_code == 308
        assert response["Location"] == "/api/snapshot/france"

    def test_withdrawn_country_returns_410(self, client):
        CountryFactory(country_code="fr", status=Entity.Status.WITHDRAWN)

        assert ask(client).status_code == 410
        assert ask(client, "fr").status_code == 308

    @pytest.mark.parametrize(
        ("asked", "suggestions"),
        [
            *((asked, ["france"]) for asked in ("frence", "French-Republic", "fra", "république française")),
            *((asked, []) for asked in ("zz", "qqqqqq", "x" * 10_000)),
        ],
    )
    def test_unknown_country_suggests_countries_of_that_name(self, client, france, asked, suggestions):
        OtherNameFactory(entity=france, name="French Republic")
        OtherNameFactory(entity=france, name="République française", lang="fr")
        IdentifierFactory(entity=france, scheme="iso3166-1-alpha-3", value="FRA")

        response = ask(client, asked)

        assert response.status_code == 404
        assert response["Content-Type"] == "application/problem+json"
        assert response.json()["suggestions"] == suggestions

    def test_entity_of_another_kind_returns_404(self, client, macron):
        RedirectFactory(slug="e-macron", entity=macron)

        for slug in ("emmanuel-macron", "e-macron"):
            response = ask(client, slug)
            assert response.status_code == 404
            assert response.json()["detail"] == f"No country has the slug '{slug}'."


@pytest.mark.parametrize("status", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
def test_snapshot_leaves_out_entities_that_are_not_published(client, republic, status):
    hidden = Entity.objects.exclude(pk=republic.pk)
    hidden.update(status=status, name="Hidden", updated_at=hidden.first().updated_at)

    response = ask(client)

    assert "Hidden" not in response.content.decode()


def test_snapshot_sources_say_of_which_time_a_number_is(client, republic):
    CitationFactory(entity=republic, note="population: 2025 est.")

    (source,) = ask(client).json()["country"]["sources"]

    assert source["note"] == "population: 2025 est."


def test_office_is_vacant_from_the_day_after_its_term_ended(client, republic, presidency, macron):
    rewrite(macron.outgoing.get(object=presidency), end_date="2026-06-14")

    document = ask(client).json()
    assert document["current_leaders"] == []
    assert document["offices"][0]["holders"] == []


def test_snapshot_leaves_out_facts_not_confirmed_for_two_years(client, republic, macron):
    for relationship in macron.outgoing.all():
        rewrite(relationship, verified_at=date(2024, 6, 14))

    assert ask(client).json()["current_leaders"] == []
