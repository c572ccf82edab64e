"""Test the database triggers for rules about two tables, such as the kinds of entities that a relationship may have.
They work in the same way with SQLite and PostgreSQL."""

from functools import partial

import pytest
from django.db import IntegrityError, transaction

from graph.kinds import KINDS, Kind
from graph.models import DETAILS, Composition, Entity, Relationship, SeatShare
from graph.models.constraints import TRIGGER_RULES
from graph.relations import RELATIONSHIP_TYPES, RelationshipType
from tests.factories import (
    FACTORIES,
    CompositionFactory,
    PoliticianFactory,
    RelationshipFactory,
    SeatShareFactory,
    SourceFactory,
)

pytestmark = pytest.mark.django_db

RELATIONSHIP_RULE, DETAILS_RULE, KIND_RULE, COMPOSITION_RULE, ELECTION_RULE, SHARE_RULE, *_ = TRIGGER_RULES

LEAST_DETAILS = {"election": {"date": "2022", "kind": "presidential"}}


def is_rejected(rule, write):
    """Call ``write``. Return True if the database rejects it with an error that contains the text ``rule``."""
    try:
        with transaction.atomic():
            write()
    except IntegrityError as error:
        return rule in str(error)
    return False


def accepted(rule, write):
    """Call ``write`` with each kind. Return the kinds for which the database raises no error that contains the text
    ``rule``."""
    return [kind for kind in KINDS if not is_rejected(rule, partial(write, kind))]


@pytest.fixture
def one_of_each():
    return {kind: FACTORIES[kind](details=None) for kind in KINDS}


@pytest.mark.parametrize("relationship_type", RELATIONSHIP_TYPES)
def test_relationship_can_be_created_between_the_kinds_of_its_type_only(relationship_type, one_of_each):
    definition, source = RELATIONSHIP_TYPES[relationship_type], SourceFactory()

    def create(subject, object):
        ends = {"subject": one_of_each[subject], "object": one_of_each[object]}
        Relationship.objects.create(type=relationship_type, source=source, **ends)

    subjects = accepted(RELATIONSHIP_RULE, lambda kind: create(kind, definition.object))
    Relationship.objects.all().delete()
    objects = accepted(RELATIONSHIP_RULE, lambda kind: create(definition.subject, kind))

    assert (subjects, objects) == ([definition.subject], [definition.object])


@pytest.mark.parametrize(("end", "kind"), [("subject", Kind.POLITICIAN), ("object", Kind.OFFICE)])
def test_relationship_cannot_be_moved_to_an_entity_of_another_kind(end, kind, one_of_each):
    RelationshipFactory(type=RelationshipType.HOLDS_OFFICE)

    assert accepted(RELATIONSHIP_RULE, lambda new: Relationship.objects.update(**{end: one_of_each[new]})) == [kind]


def test_relationship_cannot_get_a_type_for_other_kinds():
    RelationshipFactory(type=RelationshipType.HOLDS_OFFICE)

    types = [
        name
        for name in RelationshipType
        if not is_rejected(RELATIONSHIP_RULE, lambda name=name: Relationship.objects.update(type=name))
    ]

    assert types == [RelationshipType.HOLDS_OFFICE]


@pytest.mark.parametrize("kind", KINDS)
class TestDetails:
    def test_can_be_created_for_an_entity_of_their_kind_only(self, kind, one_of_each):
        facts = LEAST_DETAILS.get(kind, {})

        def create(owner):
            DETAILS[kind].objects.create(entity=one_of_each[owner], **facts)

        assert accepted(DETAILS_RULE, create) == [kind]

    def test_can_be_moved_to_an_entity_of_their_kind_only(self, kind, one_of_each):
        FACTORIES[kind]()

        assert accepted(DETAILS_RULE, lambda owner: DETAILS[kind].objects.update(entity=one_of_each[owner])) == [kind]


@pytest.mark.parametrize(
    ("rule", "factory", "column", "kind"),
    [
        (COMPOSITION_RULE, CompositionFactory, "institution", Kind.INSTITUTION),
        (ELECTION_RULE, CompositionFactory, "election", Kind.ELECTION),
        (SHARE_RULE, SeatShareFactory, "party", Kind.PARTY),
    ],
)
class TestComposition:
    def test_can_be_created_with_entities_of_the_right_kind_only(self, rule, factory, column, kind, one_of_each):
        assert accepted(rule, lambda other: factory(**{column: one_of_each[other]})) == [kind]

    def test_can_be_changed_to_entities_of_the_right_kind_only(self, rule, factory, column, kind, one_of_each):
        rows = factory._meta.model.objects.filter(pk=factory().pk)

        assert accepted(rule, lambda other: rows.update(**{column: one_of_each[other]})) == [kind]


def test_composition_needs_no_election_and_share_needs_no_party():
    share = SeatShareFactory(composition=CompositionFactory(election=FACTORIES["election"]()))

    Composition.objects.update(election=None)
    SeatShare.objects.update(party=None)

    share.refresh_from_db()
    assert (share.party, share.composition.election) == (None, None)


def test_entity_keeps_its_kind():
    PoliticianFactory(details=None)

    assert accepted(KIND_RULE, lambda other: Entity.objects.update(kind=other)) == [Kind.POLITICIAN]


def test_entity_can_change_its_name():
    macron = PoliticianFactory()
    macron.name = "Emmanuel Jean-Michel Frédéric Macron"

    macron.save()
    macron.refresh_from_db()

    assert macron.name == "Emmanuel Jean-Michel Frédéric Macron"
