import factory
from factory.django import DjangoModelFactory

from graph.models import Composition, SeatShare
from tests.factories.entities import InstitutionFactory, PartyFactory
from tests.factories.sources import SourceFactory


class CompositionFactory(DjangoModelFactory):
    """Creates a composition of the National Assembly from June 2022, without seats. `SeatShareFactory` adds seats."""

    institution = factory.SubFactory(InstitutionFactory)
    start_date = "2022-06-19"
    total = 577
    source = factory.SubFactory(SourceFactory)
    verified_at = factory.SelfAttribute("source.retrieved")

    class Meta:
        model = Composition


class SeatShareFactory(DjangoModelFactory):
    """Creates the seats of a party in a composition, by default all seats. ``SeatShareFactory(party=None,
    name="Independents")`` creates seats of no party."""

    composition = factory.SubFactory(CompositionFactory)
    party = factory.SubFactory(PartyFactory)
    name = factory.LazyAttribute(lambda share: share.party.name if share.party else "Independents")
    seats = factory.SelfAttribute("composition.total")

    class Meta:
        model = SeatShare
