"""The rules about two tables that triggers hold, the same on SQLite and PostgreSQL."""

from itertools import product

import pytest
from django.db import IntegrityError, transaction

from graph.kinds import KINDS
from graph.models import DETAILS, Composition, Entity, Relationship, SeatShare
from graph.models.rules import (
    COMPOSITION_RULE,
    DETAILS_RULE,
    ELECTION_RULE,
    KIND_RULE,
    RELATIONSHIP_RULE,
    SHARE_RULE,
)
from graph.relations import RELATIONSHIP_TYPES
from tests.factories import (
    FACTORIES,
    CompositionFactory,
    PoliticianFactory,
    RelationshipFactory,
    SeatShareFactory,
    SourceFactory,
)

pytestmark = pytest.mark.django_db

LEAST_DETAILS = {"election": {"date": "2022", "kind": "presidential"}}


def is_refused(rule, write):
    """Whether the database refuses what is written, naming the rule."""
    try:
        with transaction.atomic():
            write()
    except IntegrityError as refusal:
        return rule in str(refusal)
    return False


@pytest.fixture
def one_of_each():
    return {kind: FACTORIES[kind](details=None) for kind in KINDS}


@pytest.mark.parametrize("relation_type", RELATIONSHIP_TYPES)
class TestRelationshipsJoinTheKindsOfTheirType:
    """Ten types by 49 pairs of kinds: ten of the 490 are accepted."""

    def test_written_anew(self, relation_type, one_of_each):
        source = SourceFactory()

        accepted = [
            (subject, object)
            for subject, object in product(KINDS, KINDS)
            if not is_refused(
                RELATIONSHIP_RULE,
                lambda ends=(one_of_each[subject], one_of_each[object]): Relationship.objects.create(
                    type=relation_type, subject=ends[0], object=ends[1], source=source
                ),
            )
        ]

        assert accepted == [(RELATIONSHIP_TYPES[relation_type].subject, RELATIONSHIP_TYPES[relation_type].object)]

    def test_changed_afterwards(self, relation_type, one_of_each):
        statement = Relationship.objects.filter(pk=RelationshipFactory(type=relation_type).pk)

        accepted = [
            (subject, object)
            for subject, object in product(KINDS, KINDS)
            if not is_refused(
                RELATIONSHIP_RULE,
                lambda ends=(one_of_each[subject], one_of_each[object]): statement.update(
                    subject=ends[0], object=ends[1]
                ),
            )
        ]

        assert accepted == [(RELATIONSHIP_TYPES[relation_type].subject, RELATIONSHIP_TYPES[relation_type].object)]


@pytest.mark.parametrize("relation_type", RELATIONSHIP_TYPES)
def test_a_type_changes_to_no_other(relation_type):
    statement = Relationship.objects.filter(pk=RelationshipFactory(type=relation_type).pk)

    accepted = [
        other
        for other in RELATIONSHIP_TYPES
        if not is_refused(RELATIONSHIP_RULE, lambda other=other: statement.update(type=other))
    ]

    assert accepted == [relation_type]


@pytest.mark.parametrize("kind", KINDS)
class TestDetailsBelongToAnEntityOfTheirKind:
    def test_written_anew(self, kind, one_of_each):
        facts = LEAST_DETAILS.get(kind, {})

        accepted = [
            owner
            for owner in KINDS
            if not is_refused(
                DETAILS_RULE, lambda owner=owner: DETAILS[kind].objects.create(entity=one_of_each[owner], **facts)
            )
        ]

        assert accepted == [kind]

    def test_moved_afterwards(self, kind, one_of_each):
        FACTORIES[kind]()

        accepted = [
            owner
            for owner in KINDS
            if not is_refused(DETAILS_RULE, lambda owner=owner: DETAILS[kind].objects.update(entity=one_of_each[owner]))
        ]

        assert accepted == [kind]


@pytest.mark.parametrize(
    ("rule", "factory", "column", "kind"),
    [
        (COMPOSITION_RULE, CompositionFactory, "institution", "institution"),
        (ELECTION_RULE, CompositionFactory, "election", "election"),
        (SHARE_RULE, SeatShareFactory, "party", "party"),
    ],
)
class TestACompositionIsOfAChamberByAnElectionForParties:
    def test_written_anew(self, rule, factory, column, kind, one_of_each):
        accepted = [
            other
            for other in KINDS
            if not is_refused(rule, lambda other=other: factory(**{column: one_of_each[other]}))
        ]

        assert accepted == [kind]

    def test_changed_afterwards(self, rule, factory, column, kind, one_of_each):
        rows = factory._meta.model.objects.filter(pk=factory().pk)

        accepted = [
            other
            for other in KINDS
            if not is_refused(rule, lambda other=other: rows.update(**{column: one_of_each[other]}))
        ]

        assert accepted == [kind]


def test_a_composition_may_be_of_no_election_and_a_share_of_no_party():
    share = SeatShareFactory(composition=CompositionFactory(election=FACTORIES["election"]()))

    Composition.objects.update(election=None)
    SeatShare.objects.update(party=None)

    share.refresh_from_db()
    assert (share.party, share.composition.election) == (None, None)


@pytest.mark.parametrize("kind", KINDS)
def test_an_entity_keeps_its_kind(kind):
    entity = Entity.objects.filter(pk=FACTORIES[kind](details=None).pk)

    accepted = [other for other in KINDS if not is_refused(KIND_RULE, lambda other=other: entity.update(kind=other))]

    assert accepted == [kind]


def test_everything_else_about_an_entity_may_change():
    macron = PoliticianFactory()
    macron.name = "Emmanuel Jean-Michel Frédéric Macron"

    macron.save()
    macron.refresh_from_db()

    assert macron.name == "Emmanuel Jean-Michel Frédéric Macron"
