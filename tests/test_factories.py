"""The factories themselves: what they make is valid, and a test's network is shut."""

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
    CitationFactory,
    CompositionFactory,
    CountryFactory,
    ElectionFactory,
    IdentifierFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RedirectFactory,
    RelationshipFactory,
    SeatShareFactory,
    UserFactory,
)

SOME = 12
"""More than the cast has of most kinds."""


@pytest.mark.django_db
class TestFactories:
    @pytest.mark.parametrize("kind", KINDS)
    def test_entities_and_their_details_are_valid_however_many(self, kind):
        made = FACTORIES[kind].create_batch(SOME)

        for entity in made:
            entity.full_clean()
            entity.details.full_clean()

    @pytest.mark.parametrize("kind", KINDS)
    def test_slugs_have_the_shape_of_their_kind(self, kind):
        slug = FACTORIES[kind]().slug

        assert re.fullmatch(KINDS[kind].slug_pattern, slug)

    @pytest.mark.parametrize("relation_type", RELATIONSHIP_TYPES)
    def test_a_type_tells_whom_it_joins(self, relation_type):
        statement = RelationshipFactory(type=relation_type)

        statement.full_clean()
        assert statement.subject.kind == RELATIONSHIP_TYPES[relation_type].subject

    @pytest.mark.parametrize("relation_type", RELATIONSHIP_TYPES)
    def test_two_entities_tell_their_type(self, relation_type):
        relation = RELATIONSHIP_TYPES[relation_type]

        statement = RelationshipFactory(
            subject=FACTORIES[relation.subject](),
            object=FACTORIES[relation.object](),
        )

        assert statement.type == relation_type

    @pytest.mark.parametrize(
        "factory",
        [
            CitationFactory,
            CompositionFactory,
            IdentifierFactory,
            OtherNameFactory,
            RedirectFactory,
            SeatShareFactory,
            UserFactory,
        ],
    )
    def test_what_stands_beside_entities_is_valid(self, factory):
        factory().full_clean()

    def test_facts_follow_the_name_and_a_test_may_give_its_own(self):
        france = CountryFactory(details__population=67_000_000)

        assert (france.name, france.slug, france.details.capital) == ("France", "france", "Paris")
        assert france.details.population == 67_000_000

    def test_an_election_is_named_after_its_date_and_kind(self):
        election = ElectionFactory(country_code="de", details__date="2025-02-23", details__kind="legislative")

        assert election.slug == "germany-2025-legislative"

    def test_details_can_be_left_out(self):
        assert PoliticianFactory(details=None).details is None

    def test_offices_and_parties_carry_their_country(self):
        assert OfficeFactory().slug == "president-of-france"
        assert PartyFactory(name="Labour Party", country_code="gb").slug == "labour-party-gb"

    def test_entities_are_published_unless_the_test_says_otherwise(self):
        PoliticianFactory()
        PoliticianFactory(status=Entity.Status.DRAFT)

        assert Entity.objects.published().count() == 1


def test_the_day_is_frozen(today):
    assert today.isoformat() == "2026-06-15"


@pytest.mark.time_machine("2022-04-24T08:00Z", tick=False)
def test_a_test_may_freeze_a_day_of_its_own(today):
    assert today.isoformat() == "2022-04-24"


@pytest.mark.filterwarnings("ignore:A test tried to use socket")  # that it is refused is what is tried here
def test_no_test_reaches_the_network():
    with pytest.raises(SocketConnectBlockedError), socket.socket() as unplugged:
        unplugged.connect(("192.0.2.1", 80))


@pytest.mark.parametrize("number", [1, 2])
def test_the_cache_is_empty_when_a_test_begins(number):
    assert cache.add("both-tests-use-it", number)
