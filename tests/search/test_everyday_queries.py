"""Test queries as people type them: with question words, letters after a name, adjectives of countries, and names of
parties."""

import pytest

from tests.factories import (
    CountryFactory,
    ElectionFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)
from tests.search.searching import names

pytestmark = pytest.mark.usefixtures("everyday")


@pytest.fixture(scope="module")
def everyday_index(build_index):
    build_index(make_everyday_world)


@pytest.fixture
def everyday(everyday_index, db, today):
    """Let the test search an index with the entities of `make_everyday_world`."""


def make_everyday_world():
    CountryFactory(country_code="cl", name="Chile")
    for code in ("fr", "de"):
        CountryFactory(country_code=code)
    merkel = PoliticianFactory(name="Angela Merkel", country_code="de")
    PoliticianFactory(name="Angela Merkelova", country_code="cz")
    rally = PartyFactory(name="National Rally", slug="national-rally-fr")
    RelationshipFactory(subject=PoliticianFactory(name="Marine Le Pen"), object=rally)
    OtherNameFactory(entity=PartyFactory(name="Partido Encuentro"), name="PEN", lang="", kind="acronym")
    for name in ("Luis Dorado", "Gagan Mohindra", "Jean Silva", "Jean da Silva"):
        PoliticianFactory(name=name)
    RelationshipFactory(subject=merkel, object=PartyFactory(name="Democratic Union", country_code="de"))
    PartyFactory(name="France Democrats")
    known = PartyFactory(name="French Social Democratic Party")
    for number in range(8):
        OtherNameFactory(entity=known, name=f"Social Democratic Party {number}")
    for name in ("Volodymyr Zelensky", "Vladimir Putin", "Günter Marten"):
        PoliticianFactory(name=name, country_code="us")
    head = OfficeFactory(title="Prime Minister", country_code="de", details__office_type="head of government")
    RelationshipFactory(subject=PoliticianFactory(name="Bill English"), object=head, start_date="2016")
    for code in ("cl", "fr"):
        ElectionFactory(country_code=code, details__date="2017-05-07", details__kind="presidential")
    for kind, margin in (("presidential", 4), ("legislative", None)):
        ElectionFactory(
            country_code="de", details__date="2020-11-03", details__kind=kind, details__result_margin=margin
        )


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("wer ist Angela Merkel", "Angela Merkel"),
        ("¿Quién es Angela Merkel?", "Angela Merkel"),
        ("Dr. Angela Merkel, MdB", "Angela Merkel"),
        ("merkel democratic union", "Angela Merkel"),
        ("le pen front national", "Marine Le Pen"),
        ("french democrats", "France Democrats"),
        ("vladmir zelenski", "Volodymyr Zelensky"),
        ("gunter martin", "Günter Marten"),
        ("élection présidentielle 2017", "France 2017 presidential election"),
        ("eleições presidenciais frança 2017", "France 2017 presidential election"),
    ],
)
def test_find_entities_understands_everyday_queries(text, first):
    assert names(text)[:1] == [first]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("le pen", ["Marine Le Pen"]),
        ("president le pen", ["Marine Le Pen"]),
        ("da silva", ["Jean da Silva"]),
        ("the pen", ["Partido Encuentro"]),
    ],
)
def test_find_entities_searches_for_the_stop_words_of_surnames(text, found):
    assert names(text) == found


def test_find_entities_finds_elections_by_the_people_first():
    kinds = ("presidential", "legislative")
    assert names("who won the german election 2020") == [f"Germany 2020 {kind} election" for kind in kinds]


@pytest.mark.parametrize("text", ["guten morgen", "안철수", "el dorado", "lady gaga"])
def test_find_entities_finds_nothing_that_is_only_a_little_similar(text):
    assert names(text) == []
