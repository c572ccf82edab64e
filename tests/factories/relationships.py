import factory
from factory.django import DjangoModelFactory

from graph.models import Relationship
from graph.relations import RELATIONSHIP_TYPES
from tests.factories.entities import FACTORIES
from tests.factories.sources import SourceFactory

USUAL_TYPE = "politician_holds_office"


class RelationshipFactory(DjangoModelFactory):
    """Creates a relationship, by default that of a politician who holds an office. Its source verified it on the day on
    which the source was retrieved.

    ``RelationshipFactory(subject=party, object=ideology)`` uses the type that connects these kinds.
    ``RelationshipFactory(type="party_has_ideology")`` also creates both entities.
    """

    type = USUAL_TYPE
    subject = factory.LazyAttribute(lambda row: FACTORIES[RELATIONSHIP_TYPES[row.type].subject]())
    object = factory.LazyAttribute(lambda row: FACTORIES[RELATIONSHIP_TYPES[row.type].object]())
    source = factory.SubFactory(SourceFactory)
    verified_at = factory.SelfAttribute("source.retrieved")

    class Meta:
        model = Relationship

    @classmethod
    def _generate(cls, strategy, params):
        return super()._generate(strategy, _type_for(**params) | params)


def rewrite(relationship, **values):
    """Save the relationship with these other values. Columns that depend on them, such as ``start_first``, change,
    too."""
    for name, value in values.items():
        setattr(relationship, name, value)
    relationship.save()


def _type_for(subject=None, object=None, **others):
    fits = [
        name
        for name, definition in RELATIONSHIP_TYPES.items()
        if (subject and subject.kind) in (None, definition.subject)
        and (object and object.kind) in (None, definition.object)
    ]
    return {"type": USUAL_TYPE if USUAL_TYPE in fits or not fits else fits[0]}
