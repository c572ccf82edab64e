"""The least that is valid of everything, published, with names one could meet."""

from tests.factories.entities import (
    FACTORIES,
    CountryFactory,
    ElectionFactory,
    EntityFactory,
    IdeologyFactory,
    InstitutionFactory,
    OfficeFactory,
    PartyFactory,
    PoliticianFactory,
    RedirectFactory,
)
from tests.factories.names import IdentifierFactory, OtherNameFactory
from tests.factories.relationships import RelationshipFactory
from tests.factories.sources import CitationFactory, SourceFactory
from tests.factories.users import UserFactory

__all__ = [
    "FACTORIES",
    "CitationFactory",
    "CountryFactory",
    "ElectionFactory",
    "EntityFactory",
    "IdentifierFactory",
    "IdeologyFactory",
    "InstitutionFactory",
    "OfficeFactory",
    "OtherNameFactory",
    "PartyFactory",
    "PoliticianFactory",
    "RedirectFactory",
    "RelationshipFactory",
    "SourceFactory",
    "UserFactory",
    "reset_sequences",
]


def reset_sequences() -> None:
    """Begin every count anew, so that a test's names do not depend on the tests before it."""
    for factory in (EntityFactory, UserFactory):
        factory.reset_sequence(0, force=True)
