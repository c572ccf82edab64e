"""Test responses for a past day. They contain nothing that was false or unknown on that day."""

from datetime import date

import pytest

from graph.models import Entity
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.time_machine("2026-06-15", tick=False)]


@pytest.fixture
def president():
    france = factories.CountryFactory(name="France", slug="france", country_code="fr", details__population=68_000_000)
    factories.CitationFactory(entity=france, retrieved=date(2026, 1, 22))
    hollande = factories.PoliticianFactory(
        name="François Hollande", slug="hollande", description="Former president.", details__birth_year=1954
    )
    office = factories.OfficeFactory(
        name="President of France", country_code="fr", details__office_type="head of state", details__term_length=5
    )
    factories.RelationshipFactory(subject=office, object=france, type="office_in_country")
    factories.RelationshipFactory(subject=hollande, object=office, start_date="2012-05-15", end_date="2017-05-14")
    factories.ElectionFactory(
        country_code="fr", slug="france-2017-presidential", details__date="2017-05-07", details__winner="Macron"
    )
    party = factories.PartyFactory(name="Socialist Party", slug="socialist-party-fr")
    factories.RelationshipFactory(subject=hollande, object=party, verified_at=date(2016, 1, 1))
    return hollande


def test_entity_has_the_texts_and_undated_relationships_of_the_day(client, president, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        document = client.get("/api/graph/entity/hollande", {"at": "2015-06-30"}).json()

    assert document["entity"]["description"] == "President of France since 15 May 2012."
    assert document["entity"]["metadata"]["office"] == "President of France"
    assert document["entity"]["metadata"]["overview"].startswith("Born in 1954. Offices: President of France (2012–).")
    rows = {row["entity"]["slug"]: row["status"] for row in document["relationships"]}
    assert rows["socialist-party-fr"] == "unknown"


def test_a_later_office_does_not_hide_the_candidacy_of_an_earlier_day(client, president):
    election = factories.ElectionFactory(name="French election 2012", country_code="fr", details__date="2012-05-06")
    factories.RelationshipFactory(
        subject=president, object=election, type="politician_participated_in_election", start_date="2012-05-06"
    )
    days = ("2012-05-10", "2012-05-20")

    documents = [client.get("/api/graph/entity/hollande", {"at": day}).json() for day in days]

    descriptions = [document["entity"]["description"] for document in documents]
    assert descriptions == ["Candidate in the French election 2012.", "President of France since 15 May 2012."]


def test_short_forms_leave_out_facts_of_later_days(client, president):
    assembly = factories.InstitutionFactory(
        name="Assembly", description="With 577 seats.", details__institution_type="lower chamber", details__seats=577
    )
    factories.CitationFactory(entity=assembly, retrieved=date(2026, 1, 22))
    factories.RelationshipFactory(subject=assembly, object=Entity.objects.get(slug="france"))
    path = "/api/snapshot/france"

    past, present = (client.get(path, query).json()["institutions"] for query in ({"at": "2015-06-30"}, {}))

    assert past[0]["institution"]["description"] == "Lower chamber of the national legislature of France."
    assert past[0]["seats"] is None
    assert "577 seats" in present[0]["institution"]["description"]


@pytest.mark.parametrize(("facts", "seats"), [(["name"], None), (["seats"], 577)])
def test_only_an_early_source_of_a_fact_shows_it_on_a_past_day(client, president, facts, seats):
    assembly = factories.InstitutionFactory(slug="assembly", country_code="fr", details__seats=577)
    factories.CitationFactory(entity=assembly, retrieved=date(2015, 11, 30), facts=facts, url="https://example.org/a")
    factories.CitationFactory(entity=assembly, retrieved=date(2026, 1, 22), facts=["seats"])

    entity = client.get("/api/graph/entity/assembly", {"at": "2015-06-30"}).json()["entity"]

    assert entity["metadata"]["seats"] == seats
    assert ("577" in entity["description"]) is (seats is not None)


def test_an_election_before_its_day_has_no_result(client, president):
    entity = client.get("/api/graph/entity/france-2017-presidential", {"at": "2015-06-30"}).json()["entity"]

    assert (entity["metadata"]["winner"], entity["metadata"]["status"]) == (None, "scheduled")
    assert "due on 7 May 2017" in entity["description"]


def test_an_election_between_its_rounds_has_only_the_first(client):
    factories.CountryFactory(name="France", slug="france", country_code="fr")
    factories.ElectionFactory(
        country_code="fr",
        slug="france-2022-presidential",
        details__date="2022-04-24",
        details__rounds=factories.TWO_ROUNDS,
        details__winner="Emmanuel Macron",
    )

    path = "/api/graph/entity/france-2022-presidential"
    between, after = (client.get(path, {"at": day}).json()["entity"] for day in ("2022-04-15", "2022-04-24"))

    assert (between["metadata"]["winner"], between["metadata"]["rounds"]) == (None, factories.TWO_ROUNDS[:1])
    assert (after["metadata"]["winner"], after["metadata"]["rounds"]) == ("Emmanuel Macron", factories.TWO_ROUNDS)
    assert "due on 24 April 2022" in between["description"]


def test_snapshot_has_the_texts_and_numbers_of_the_day(client, president):
    document = client.get("/api/snapshot/france", {"at": "2015-06-30"}).json()

    (leader,) = document["current_leaders"]
    assert leader["politician"]["description"] == "President of France since 15 May 2012."
    assert (document["stats"]["politicians"], document["stats"]["population"]) == (None, None)
    assert document["country"]["metadata"]["population"] is None
    assert document["offices"][0]["term_length"] is None
    assert "Macron" not in document["elections"]["upcoming"][0]["election"]["description"]
