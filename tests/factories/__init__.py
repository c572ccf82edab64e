"""Factories that make minimal, valid rows. Entities are published and have realistic names."""

from tests.factories.cast import TWO_ROUNDS
from tests.factories.changes import ChangeFactory
from tests.factories.compositions import CompositionFactory, SeatShareFactory
from tests.factories.entities import (
    FACTORIES,
    CountryFactory,
    ElectionFactory,
    IdeologyFactory,
    InstitutionFactory,
    OfficeFactory,
    PartyFactory,
    PoliticianFactory,
    RedirectFactory,
)
from tests.factories.names import IdentifierFactory, OtherNameFactory
from tests.factories.relationships import RelationshipFactory, rewrite
from tests.factories.results import (
    CandidacyFactory,
    CoverageFactory,
    RaceFactory,
    ReportingUnitFactory,
    ResultVersionFactory,
    TallyFactory,
)
from tests.factories.sources import CitationFactory, SourceFactory
from tests.factories.users import ApiKeyFactory, KeyUseFactory, ProRequestFactory, UserFactory
from tests.factories.webhooks import DeliveryFactory, EndpointFactory, EventFactory
