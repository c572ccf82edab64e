"""Test that the factories create valid rows, and that tests cannot use the network."""

import re
import socket

import pytest
from django.core.cache import cache
from pytest_socket import SocketConnectBlockedError

from graph.kinds import KINDS
from graph.models import Entity
from graph.relations import RELATIONSHIP_TYPES
from tests.factories import (
    FACTORIES,
    CandidacyFactory,
    CitationFactory,
    CompositionFactory,
    CountryFactory,
    CoverageFactory,
    ElectionFactory,
    IdentifierFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RaceFactory,
    RedirectFactory,
    RelationshipFactory,
    ReportingUnitFactory,
    ResultVersionFactory,
    SeatShareFactory,
    TallyFactory,
    UserFactory,
)

SOME = 12
"""The number of rows to create: more than `tests.factories.cast` has names."""


@pytest.mark.django_db
class TestFactories:
    @pytest.mark.parametrize("kind", KINDS)
    def test_entities_and_their_details_are_valid(self, kind):
        made = FACTORIES[kind].create_batch(SOME)

        for entity in made:
            entity.full_clean()
            entity.details.full_clean()

    @pytest.mark.parametrize("kind", KINDS)
    def test_slugs_match_the_pattern_of_the_kind(self, kind):
        slug = FACTORIES[kind]().slug

        assert re.fullmatch(KINDS[kind].slug_pattern, slug)

    @pytest.mark.parametrize("relationship_type", RELATIONSHIP_TYPES)
    def test_relationship_factory_makes_entities_for_a_type(self, relationship_type):
        relationship = RelationshipFactory(type=relationship_type)

        relationship.full_clean()
        assert relationship.subject.kind == RELATIONSHIP_TYPES[relationship_type].subject

    @pytest.mark.parametrize("relationship_type", RELATIONSHIP_TYPES)
    def test_relationship_factory_finds_the_type_for_two_entities(self, relationship_type):
        definition = RELATIONSHIP_TYPES[relationship_type]

        relationship = RelationshipFactory(
            subject=FACTORIES[definition.subject](),
            object=FACTORIES[definition.object](),
        )

        assert relationship.type == relationship_type

    @pytest.mark.parametrize(
        "factory",
        [
            CandidacyFactory,
            CitationFactory,
            CompositionFactory,
            CoverageFactory,
            IdentifierFactory,
            OtherNameFactory,
            RaceFactory,
            RedirectFactory,
            ReportingUnitFactory,
            ResultVersionFactory,
            SeatShareFactory,
            TallyFactory,
            UserFactory,
        ],
    )
    def test_other_rows_are_valid(self, factory):
        factory().full_clean()

    def test_facts_follow_from_the_name_unless_given(self):
        france = CountryFactory(details__population=67_000_000)

        assert (france.name, france.slug, france.details.capital) == ("France", "france", "Paris")
        assert france.details.population == 67_000_000

    def test_an_election_is_named_after_its_date_and_kind(self):
        election = ElectionFactory(country_code="de", details__date="2025-02-23", details__kind="legislative")

        assert election.slug == "germany-2025-legislative"

    def test_details_none_makes_no_details(self):
        assert PoliticianFactory(details=None).details is None

    def test_slugs_of_offices_and_parties_contain_the_country(self):
        assert OfficeFactory().slug == "president-of-france"
        assert PartyFactory(name="Labour Party", country_code="gb").slug == "labour-party-gb"

    def test_entities_are_published_by_default(self):
        PoliticianFactory()
        PoliticianFactory(status=Entity.Status.DRAFT)

        assert Entity.objects.published().count() == 1


def test_today_is_frozen(today):
    assert today.isoformat() == "2026-06-15"


@pytest.mark.time_machine("2022-04-24T08:00Z", tick=False)
def test_today_follows_the_mark_of_the_test(today):
    assert today.isoformat() == "2022-04-24"


@pytest.mark.filterwarnings("ignore:A test tried to use socket")  # The test expects this error.
def test_network_is_blocked():
    with pytest.raises(SocketConnectBlockedError), socket.socket() as unplugged:
        unplugged.connect(("192.0.2.1", 80))


@pytest.mark.parametrize("number", [1, 2])
def test_cache_is_empty_at_the_start_of_each_test(number):
    assert cache.add("both-tests-use-it", number)
