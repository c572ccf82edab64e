import pytest

from graph.api.suggestions import similar_countries, similar_covered_elections, similar_slugs, words_with_one_typo
from tests.factories import (
    CountryFactory,
    CoverageFactory,
    ElectionFactory,
    OfficeFactory,
    OtherNameFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def _cast():
    PoliticianFactory(name="Emmanuel Macron")
    PoliticianFactory(name="Angela Merkel")
    PoliticianFactory(name="Emma Draft", status="draft")
    PartyFactory(name="Labour Party", country_code="gb")
    PartyFactory(name="Labour Party", country_code="ie", slug="labour-party-ie")
    PoliticianFactory(name="Marine Le Pen")
    for code in ("fr", "us", "gb", "za"):
        CountryFactory(country_code=code)


@pytest.mark.usefixtures("_cast")
@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("emanuel-macron", ["emmanuel-macron"]),
        ("Emmanuel_Macron", ["emmanuel-macron"]),
        ("emmanuel-macorn", ["emmanuel-macron"]),
        ("rmmanuel-macron", ["emmanuel-macron"]),
        ("emannuel-macron", ["emmanuel-macron"]),
        ("ängela merkel", ["angela-merkel"]),
        ("merkel", ["angela-merkel"]),
        ("frnace", ["france"]),
        ("rance", ["france"]),
        ("labour-party", ["labour-party-gb", "labour-party-ie"]),
        ("labour", ["labour-party-gb", "labour-party-ie"]),
        ("le-pen", ["marine-le-pen"]),
        ("macron-fan", []),
        ("united-states-of-america", ["united-states"]),
        ("emma-draft", []),
        ("qqqqqq", []),
        ("fr", []),
        ("!!!", []),
        ("e" * 61, []),
    ],
)
def test_similar_slugs_corrects_typos(asked, near):
    assert similar_slugs(asked) == near


def test_similar_slugs_prefers_more_common_words():
    for number in range(150):
        PoliticianFactory(name=f"Maria Kim {number:03d}")
    PoliticianFactory(name="Maria Fernanda Silva de Souza")

    assert similar_slugs("maria-fernanda-silva-sousa") == ["maria-fernanda-silva-de-souza"]


def test_similar_slugs_returns_at_most_three():
    for number in range(9):
        PoliticianFactory(name=f"Jane Doe {number}")

    assert len(similar_slugs("jane-doe")) == 3


def test_similar_slugs_lists_the_best_known_first():
    for number in range(4):
        PoliticianFactory(name=f"Jane Doe {number}")
    RelationshipFactory(subject=PoliticianFactory(name="Jane Doe 4"))
    PoliticianFactory(name="Jane Doe 5")

    assert similar_slugs("jane-doe-9")[0] == "jane-doe-4"


def test_similar_slugs_lists_heads_of_government_before_people_with_more_relationships():
    minister, member = PoliticianFactory(name="Narendra Modi"), PoliticianFactory(name="Adama Modi")
    office = OfficeFactory(name="Prime Minister of India", details__office_type="head of government")
    RelationshipFactory(subject=minister, type="politician_holds_office", object=office)
    for _ in range(2):
        RelationshipFactory(subject=member, type="politician_member_of_party")

    assert similar_slugs("modi") == ["narendra-modi", "adama-modi"]


def test_similar_slugs_finds_a_country_by_another_name():
    country = CountryFactory(country_code="us")
    OtherNameFactory(entity=country, name="USA")

    assert similar_slugs("usa") == ["united-states"]


def test_similar_covered_elections_leaves_out_elections_without_results():
    ElectionFactory(slug="france-2022-presidential")
    covered = ElectionFactory(slug="france-2022-legislative")
    CoverageFactory(election=covered)
    CoverageFactory(election=ElectionFactory(slug="france-2021-legislative"), mode="test")

    assert similar_covered_elections("france-2022-presidential") == ["france-2022-legislative"]


def test_similar_slugs_takes_one_query(django_assert_num_queries):
    with django_assert_num_queries(1):
        similar_slugs("emanuel-macron")


@pytest.mark.parametrize("near", [similar_slugs, similar_countries])
def test_similar_slugs_takes_no_query_for_a_long_text(near, django_assert_num_queries):
    with django_assert_num_queries(0):
        near("x" * 10_000)


def test_words_with_one_typo_insert_delete_replace_and_swap_letters():
    assert {"ab", "b", "ba", "abc", "-ab", "a0"} <= words_with_one_typo("ab")
    assert "abcd" not in words_with_one_typo("ab")
