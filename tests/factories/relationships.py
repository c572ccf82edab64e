import factory
from factory.django import DjangoModelFactory

from graph.models import Relationship
from graph.relations import RELATIONSHIP_TYPES
from tests.factories.entities import FACTORIES
from tests.factories.sources import SourceFactory

USUAL_TYPE = "politician_holds_office"


class RelationshipFactory(DjangoModelFactory):
    """A politician who holds an office, confirmed by the source on the day it was retrieved.

    ``RelationshipFactory(subject=party, object=ideology)`` knows its type;
    ``RelationshipFactory(type="party_has_ideology")`` makes the two it joins.
    """

    type = USUAL_TYPE
    subject = factory.LazyAttribute(lambda statement: FACTORIES[RELATIONSHIP_TYPES[statement.type].subject]())
    object = factory.LazyAttribute(lambda statement: FACTORIES[RELATIONSHIP_TYPES[statement.type].object]())
    source = factory.SubFactory(SourceFactory)
    verified_at = factory.SelfAttribute("source.retrieved")

    class Meta:
        model = Relationship

    @classmethod
    def _generate(cls, strategy, params):
        return super()._generate(strategy, _type_told_by(**params) | params)


def _type_told_by(subject=None, object=None, **others):
    fits = [
        name
        for name, relation in RELATIONSHIP_TYPES.items()
        if (subject and subject.kind) in (None, relation.subject)
        and (object and object.kind) in (None, relation.object)
    ]
    return {"type": USUAL_TYPE if USUAL_TYPE in fits or not fits else fits[0]}
