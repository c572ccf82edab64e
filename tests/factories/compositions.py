import factory
from factory.django import DjangoModelFactory

from graph.models import Composition, SeatShare
from tests.factories.entities import InstitutionFactory, PartyFactory
from tests.factories.sources import SourceFactory


class CompositionFactory(DjangoModelFactory):
    """The composition of the National Assembly since the election of June 2022. `SeatShareFactory` adds the seats."""

    institution = factory.SubFactory(InstitutionFactory)
    start_date = "2022-06-19"
    total = 577
    source = factory.SubFactory(SourceFactory)
    verified_at = factory.SelfAttribute("source.retrieved")

    class Meta:
        model = Composition


class SeatShareFactory(DjangoModelFactory):
    """A party that has all seats. ``SeatShareFactory(party=None, name="Independents")`` has a name instead of a
    party."""

    composition = factory.SubFactory(CompositionFactory)
    party = factory.SubFactory(PartyFactory)
    name = factory.LazyAttribute(lambda share: share.party.name if share.party else "Independents")
    seats = factory.SelfAttribute("composition.total")

    class Meta:
        model = SeatShare
