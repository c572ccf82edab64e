"""Documents are made of what was fetched: the same entity, the same document, and no query."""

from datetime import date
from decimal import Decimal

import pytest

from graph import documents
from graph.kinds import KINDS, Kind
from graph.models import Entity, Relationship, Source
from tests.factories import (
    FACTORIES,
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
    return documents.entity_document(Entity.objects.in_full(day).get(pk=entity.pk), day, BASE_URL)


def metadata_of(entity, day=DAY):
    return document_of(entity, day)["metadata"]


def elements_of(entity, day=DAY):
    return [documents.RelationshipDocument.render(row) for row in Relationship.objects.shown_for(entity, day)]


def test_the_short_form_is_exactly_five_fields():
    party = PartyFactory(name="Les Verts", description="A party.")

    assert documents.ShortEntity.render(party) == {
        "name": "Les Verts",
        "type": "party",
        "slug": "les-verts-fr",
        "country_code": "fr",
        "description": "A party.",
    }


def test_an_ideology_has_no_country():
    assert documents.ShortEntity.render(IdeologyFactory())["country_code"] is None


def test_everything_is_fetched_in_four_queries_and_the_document_takes_none(django_assert_num_queries):
    entity = PoliticianFactory()
    for number in range(3):
        CitationFactory(entity=entity, url=f"https://example.org/{number}")

    with django_assert_num_queries(4):
        fetched = Entity.objects.in_full(DAY).get(pk=entity.pk)
    with django_assert_num_queries(0):
        documents.entity_document(fetched, DAY, BASE_URL)


@pytest.mark.parametrize("kind", KINDS)
def test_metadata_are_those_of_the_kind_in_their_order(kind):
    for entity in (
        FACTORIES[kind](),
        FACTORIES[kind](name="Nothing known", country_code="", details=None)
        if kind == Kind.IDEOLOGY
        else FACTORIES[kind](country_code="de", details=None),
    ):
        assert list(metadata_of(entity)) == [field.name for field in KINDS[kind].metadata]


class TestMetadata:
    """What each kind tells, and from where."""

    def test_a_country(self):
        assert metadata_of(CountryFactory(country_code="fr")) == {
            "capital": "Paris",
            "government_type": "semi-presidential republic",
            "population": 68_521_974,
            "continent": "Europe",
            "legislature_name": "Parliament",
        }

    def test_positions_are_told_as_they_stand(self):
        position = {"topic": "Europe", "position": "for", "source": "https://example.org"}
        politician = PoliticianFactory(details__political_positions=[position])

        assert metadata_of(politician)["political_positions"] == [position]

    def test_a_party_has_its_first_ideology_and_the_name_of_its_country(self):
        CountryFactory(country_code="fr")
        party = PartyFactory()
        for position, name in enumerate(["Liberalism", "Conservatism"]):
            RelationshipFactory(subject=party, object=IdeologyFactory(name=name), position=position)

        assert metadata_of(party)["ideology"] == "Liberalism"
        assert metadata_of(party)["country"] == "France"

    def test_the_name_of_a_country_that_is_not_published_is_not_told(self):
        CountryFactory(country_code="fr", status="draft")

        assert metadata_of(OfficeFactory())["country"] is None

    def test_an_election_has_numbers_and_its_year(self):
        election = ElectionFactory(
            details__date="2022-04", details__turnout=Decimal("71.99"), details__result_margin=Decimal("17.10")
        )

        told = metadata_of(election)

        assert (told["election_year"], told["date"], told["kind"]) == (2022, "2022-04", "presidential")
        assert (told["turnout"], told["result_margin"], told["winner"]) == (Decimal("71.99"), Decimal("17.10"), None)

    @pytest.mark.parametrize(
        ("day", "status"), [("2026-06-14", "overdue"), ("2026-06-15", "scheduled"), ("2026", "scheduled")]
    )
    def test_a_scheduled_election_is_overdue_once_its_date_has_passed(self, day, status):
        election = ElectionFactory(details__date=day, details__status="scheduled")

        assert metadata_of(election)["status"] == status

    @pytest.mark.parametrize("status", ["held", "cancelled"])
    def test_no_other_election_is_overdue(self, status):
        election = ElectionFactory(details__date="2022", details__status=status)

        assert metadata_of(election)["status"] == status

    def test_whether_it_is_overdue_depends_on_the_day_asked_about(self):
        election = ElectionFactory(details__date="2022", details__status="scheduled")

        assert metadata_of(election, date(2022, 12, 31))["status"] == "scheduled"

    def test_who_is_elected_and_not_yet_in_office_holds_none(self):
        politician = PoliticianFactory()
        RelationshipFactory(subject=politician, object=OfficeFactory(), start_date="2027-01-01")

        assert metadata_of(politician)["office"] is None


class TestIdentifiersNamesAndSources:
    """What an entity carries so that a client can trust and cite it."""

    def test_of_several_identifiers_of_one_scheme_the_first_stands(self):
        entity = PoliticianFactory()
        for scheme, value in (("wikidata", "Q9"), ("wikidata", "Q10"), ("parlgov", "7")):
            IdentifierFactory(entity=entity, scheme=scheme, value=value)

        assert list(document_of(entity)["identifiers"].items()) == [("parlgov", "7"), ("wikidata", "Q10")]

    def test_what_an_import_remembers_for_itself_is_not_told(self):
        entity = PoliticianFactory()
        IdentifierFactory(entity=entity, scheme="record:factbook", value="x")

        assert document_of(entity)["identifiers"] == {}

    def test_other_names_stand_by_code_point(self):
        entity = PoliticianFactory()
        for name in ("Ö", "Z", "a"):
            OtherNameFactory(entity=entity, name=name, lang="")

        assert [row["name"] for row in document_of(entity)["other_names"]] == ["Z", "a", "Ö"]
        assert document_of(entity)["other_names"][0] == {"name": "Z", "lang": None, "kind": "alias"}

    def test_a_source_is_cited_at_its_very_page_and_with_its_note(self):
        entity = PoliticianFactory()
        CitationFactory(entity=entity, url="https://example.org/page", note="birth year: 1977")

        assert document_of(entity)["sources"] == [
            {
                "name": "CIA World Factbook",
                "url": "https://example.org/page",
                "retrieved": date(2026, 1, 22),
                "licence": "CC0-1.0",
                "note": "birth year: 1977",
            }
        ]

    def test_a_source_of_which_little_is_known_says_null(self):
        entity = PoliticianFactory()
        CitationFactory(entity=entity)
        Source.objects.update(url="", licence="")

        source = document_of(entity)["sources"][0]

        assert (source["url"], source["licence"]) == (None, None)
        assert "note" not in source


class TestRelationshipElement:
    """One statement about one related entity."""

    def test_what_is_unknown_is_null(self):
        party = PartyFactory()
        RelationshipFactory(subject=party, object=CountryFactory(), verified_at=None)

        element = elements_of(party)[0]

        assert element["label"] == "Operates in"
        assert [element[name] for name in ("start_date", "end_date", "verified_at", "role")] == [None] * 4

    def test_a_date_is_as_precise_as_it_is_known(self):
        statement = RelationshipFactory(start_date="2017", end_date="2022-05", role="interim")

        element = elements_of(statement.subject)[0]

        assert (element["start_date"], element["end_date"], element["role"]) == ("2017", "2022-05", "interim")

    def test_either_end_sees_the_other(self):
        statement = RelationshipFactory()

        there, back = elements_of(statement.subject)[0], elements_of(statement.object)[0]

        assert (there["direction"], there["entity"]["type"]) == ("outgoing", "office")
        assert (back["direction"], back["entity"]["type"]) == ("incoming", "politician")
