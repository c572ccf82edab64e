"""Fixtures for search tests: a search index with a few entities, which is built once for each module."""

import pytest

from search.index import refresh
from tests.factories import (
    CountryFactory,
    ElectionFactory,
    IdeologyFactory,
    InstitutionFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)


@pytest.fixture(scope="module")
def build_index(share):
    """Return the function ``build_index(make)``. It calls ``make``, a function that creates entities, and then indexes
    these. All tests of the module can search them."""
    return lambda make: share(lambda: (make(), refresh()))


@pytest.fixture(scope="module")
def world_index(build_index):
    build_index(make_world)


@pytest.fixture
def world(world_index, db, today):
    """Let the test search an index with the entities of `make_world`."""


def make_world():
    for code in ("fr", "de", "gb", "us"):
        CountryFactory(country_code=code)
    CountryFactory(country_code="tr", name="Türkiye")
    merkel = PoliticianFactory(name="Angela Merkel", country_code="de")
    OtherNameFactory(entity=merkel, name="Ангела Меркель", lang="ru")
    chancellor = OfficeFactory(title="Chancellor", country_code="de", details__office_type="head of government")
    RelationshipFactory(subject=merkel, object=chancellor, start_date="2005", end_date="2021")
    macron = PoliticianFactory(name="Emmanuel Macron")
    president = OfficeFactory(title="President", details__office_type="head of state")
    RelationshipFactory(subject=macron, object=president, start_date="2017-05-14")
    PoliticianFactory(name="Recep Tayyip Erdoğan", country_code="tr")
    PoliticianFactory(name="Jean-Marc Ayrault")
    cdu = PartyFactory(name="Christian Democratic Union", country_code="de")
    OtherNameFactory(entity=cdu, name="CDU", lang="", kind="acronym")
    RelationshipFactory(subject=merkel, object=cdu)
    PartyFactory(name="Conservative Party", country_code="gb")
    IdeologyFactory(name="Conservatism")
    InstitutionFactory(name="Bundestag", country_code="de", details__institution_type="lower chamber")
    for year in ("2017", "2019"):
        ElectionFactory(country_code="gb", details__date=f"{year}-06-08", details__kind="legislative")
