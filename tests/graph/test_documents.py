"""Test that documents, the response data of the API, are made from loaded objects without further queries."""

from datetime import date
from decimal import Decimal

import pytest

from graph import documents
from graph.kinds import KINDS, Kind
from graph.models import Source
from graph.queries.entities import find_entity
from graph.queries.relationships import Selection, find_entity_with_relationships
from graph.queries.selecting import select_relationships
from tests.factories import (
    FACTORIES,
    TWO_ROUNDS,
    CitationFactory,
    CountryFactory,
    ElectionFactory,
    IdentifierFactory,
    IdeologyFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)

DAY = date(2026, 6, 15)
BASE_URL = "https://graph.example.org"
pytestmark = pytest.mark.django_db


def document_of(entity, day=DAY):
    return documents.entity_document(find_entity(entity.slug, day), day, BASE_URL)


def metadata_of(entity, day=DAY):
    return document_of(entity, day)["metadata"]


def elements_of(entity, day=DAY):
    page = select_relationships(Selection.of(find_entity_with_relationships(entity.slug, day), day, 200))
    return documents.relationship_documents(page, day)


def test_short_entity_has_exactly_five_members():
    party = PartyFactory(name="Les Verts", description="A party.")

    assert documents.ShortEntity.render(party) == {
        "name": "Les Verts",
        "type": "party",
        "slug": "les-verts-fr",
        "country_code": "fr",
        "description": "A party.",
    }


def test_short_entity_of_an_ideology_has_no_country():
    assert documents.ShortEntity.render(IdeologyFactory())["country_code"] is None


def test_entity_is_read_in_one_query_and_its_document_in_none(django_assert_num_queries):
    entity = PoliticianFactory()
    for number in range(3):
        CitationFactory(entity=entity, url=f"https://example.org/{number}")

    with django_assert_num_queries(1):
        document_of(entity)


@pytest.mark.parametrize("kind", KINDS)
def test_metadata_has_the_fields_of_the_kind_in_order(kind):
    for entity in (
        FACTORIES[kind](),
        FACTORIES[kind](name="Nothing known", country_code="", details=None)
        if kind == Kind.IDEOLOGY
        else FACTORIES[kind](country_code="de", details=None),
    ):
        assert list(metadata_of(entity)) == [field.name for field in KINDS[kind].metadata]


class TestMetadata:
    """Test the member ``metadata`` in the document of an entity, for each kind."""

    def test_metadata_of_a_country(self):
        assert metadata_of(CountryFactory(country_code="fr")) == {
            "capital": "Paris",
            "government_type": "semi-presidential republic",
            "population": 68_521_974,
            "continent": "Europe",
            "legislature_name": "Parliament",
        }

    def test_metadata_has_political_positions_unchanged(self):
        position = {"topic": "Europe", "position": "for", "source": "https://example.org"}
        politician = PoliticianFactory(details__political_positions=[position])

        assert metadata_of(politician)["political_positions"] == [position]

    def test_metadata_of_a_party_has_first_ideology_and_country_name(self):
        CountryFactory(country_code="fr")
        party = PartyFactory()
        for position, name in enumerate(["Liberalism", "Conservatism"]):
            RelationshipFactory(subject=party, object=IdeologyFactory(name=name), position=position)

        assert metadata_of(party)["ideology"] == "Liberalism"
        assert metadata_of(party)["country"] == "France"

    def test_metadata_leaves_out_a_country_that_is_not_published(self):
        CountryFactory(country_code="fr", status="draft")

        assert metadata_of(OfficeFactory())["country"] is None

    def test_metadata_of_an_election_of_two_rounds_has_the_year_of_the_first(self):
        rounds = [dict(reversed((TWO_ROUNDS[0] | {"date": "2021-12-19"}).items())), TWO_ROUNDS[1]]

        values = metadata_of(ElectionFactory(details__date="2022-04-24", details__rounds=rounds))

        assert (values["election_year"], values["date"]) == (2021, "2022-04-24")
        assert values["rounds"] == rounds
        assert list(values["rounds"][0]) == ["round", "date", "turnout", "candidates"]
        assert metadata_of(ElectionFactory())["rounds"] == []

    def test_metadata_of_an_election_has_numbers_and_year(self):
        election = ElectionFactory(
            details__date="2022-04", details__turnout=Decimal("71.99"), details__result_margin=Decimal("17.10")
        )

        values = metadata_of(election)

        assert (values["election_year"], values["date"], values["kind"]) == (2022, "2022-04", "presidential")
        assert (values["turnout"], values["result_margin"], values["winner"]) == (
            Decimal("71.99"),
            Decimal("17.10"),
            None,
        )

    @pytest.mark.parametrize(
        ("day", "status"), [("2026-06-14", "overdue"), ("2026-06-15", "scheduled"), ("2026", "scheduled")]
    )
    def test_metadata_status_is_overdue_once_the_date_has_passed(self, day, status):
        election = ElectionFactory(details__date=day, details__status="scheduled")

        assert metadata_of(election)["status"] == status

    @pytest.mark.parametrize("status", ["held", "cancelled"])
    def test_metadata_status_is_overdue_for_scheduled_elections_only(self, status):
        election = ElectionFactory(details__date="2022", details__status=status)

        assert metadata_of(election)["status"] == status

    def test_metadata_status_depends_on_the_day(self):
        election = ElectionFactory(details__date="2022", details__status="scheduled")

        assert metadata_of(election, date(2022, 12, 31))["status"] == "scheduled"

    def test_metadata_office_leaves_out_future_terms(self):
        politician = PoliticianFactory()
        RelationshipFactory(subject=politician, object=OfficeFactory(), start_date="2027-01-01")

        assert metadata_of(politician)["office"] is None


class TestIdentifiersNamesAndSources:
    """Test the data with which clients can identify and cite an entity."""

    def test_identifiers_have_the_first_value_of_a_scheme(self):
        entity = PoliticianFactory()
        for scheme, value in (("wikidata", "Q9"), ("wikidata", "Q10"), ("parlgov", "7")):
            IdentifierFactory(entity=entity, scheme=scheme, value=value)

        assert list(document_of(entity)["identifiers"].items()) == [("parlgov", "7"), ("wikidata", "Q10")]

    def test_identifiers_leave_out_record_keys_of_imports(self):
        entity = PoliticianFactory()
        IdentifierFactory(entity=entity, scheme="record:factbook", value="x")

        assert document_of(entity)["identifiers"] == {}

    def test_other_names_are_sorted_by_code_point(self):
        entity = PoliticianFactory()
        for name in ("Ö", "Z", "a"):
            OtherNameFactory(entity=entity, name=name, lang="")

        assert [row["name"] for row in document_of(entity)["other_names"]] == ["Z", "a", "Ö"]
        assert document_of(entity)["other_names"][0] == {"name": "Z", "lang": None, "kind": "alias"}

    def test_sources_have_the_cited_page_and_the_note(self):
        entity = PoliticianFactory()
        CitationFactory(entity=entity, url="https://example.org/page", note="birth year: 1977")

        assert document_of(entity)["sources"] == [
            {
                "name": "CIA World Factbook",
                "url": "https://example.org/page",
                "retrieved": "2026-01-22",
                "licence": "CC0-1.0",
                "slug": "factbook",
                "note": "birth year: 1977",
            }
        ]

    def test_sources_have_null_for_unknown_members(self):
        entity = PoliticianFactory()
        CitationFactory(entity=entity)
        Source.objects.update(url="", licence="")

        source = document_of(entity)["sources"][0]

        assert (source["url"], source["licence"]) == (None, None)
        assert "note" not in source


class TestRelationshipElement:
    """Test how the document of an entity shows a relationship: with the other entity and the direction."""

    def test_relationship_document_has_null_for_unknown_members(self):
        party = PartyFactory()
        RelationshipFactory(subject=party, object=CountryFactory(), verified_at=None)

        element = elements_of(party)[0]

        assert element["label"] == "Operates in"
        assert [element[name] for name in ("start_date", "end_date", "verified_at", "role")] == [None] * 4

    def test_relationship_document_has_partial_dates(self):
        relationship = RelationshipFactory(start_date="2017", end_date="2022-05", role="interim")

        element = elements_of(relationship.subject)[0]

        assert (element["start_date"], element["end_date"], element["role"]) == ("2017", "2022-05", "interim")

    def test_relationship_document_shows_the_other_entity(self):
        relationship = RelationshipFactory()

        there, back = elements_of(relationship.subject)[0], elements_of(relationship.object)[0]

        assert (there["direction"], there["entity"]["type"]) == ("outgoing", "office")
        assert (back["direction"], back["entity"]["type"]) == ("incoming", "politician")
