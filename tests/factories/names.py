import factory
from factory.django import DjangoModelFactory

from graph.models import Identifier, OtherName
from tests.factories.entities import PoliticianFactory


class OtherNameFactory(DjangoModelFactory):
    """Creates another name of an entity, by default a Russian name of Emmanuel Macron."""

    entity = factory.SubFactory(PoliticianFactory)
    name = "Эмманюэль Макрон"
    lang = "ru"

    class Meta:
        model = OtherName


class IdentifierFactory(DjangoModelFactory):
    entity = factory.SubFactory(PoliticianFactory)
    scheme = "wikidata"
    value = factory.Sequence(lambda number: f"Q{3052772 + number}")

    class Meta:
        model = Identifier
