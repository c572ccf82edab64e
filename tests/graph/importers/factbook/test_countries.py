"""Countries: capital, government, population and names."""

import pytest

from graph.importers.factbook import countries


@pytest.fixture
def country(make_page):
    def _country(code="fr", name="France", populations=(), **sections):
        return countries.record(make_page(code, name, sections), list(populations))

    return _country


@pytest.mark.parametrize(
    ("text", "capital"),
    [
        ("Paris", "Paris"),
        ("Washington, D.C.", "Washington, D.C."),
        ("Tirana (Tirane)", "Tirana"),
        ("Pretoria (administrative capital); Cape Town (legislative capital)", "Pretoria"),
        ("Gitega (political capital), Bujumbura (commercial capital)", "Gitega"),
        ("Santiago; note - Valparaiso is the seat of the national legislature", "Santiago"),
    ],
)
def test_the_first_city_is_the_capital(country, text, capital):
    assert country("xx", Capital={"name": text}).details["capital"] == capital


@pytest.mark.parametrize(
    ("code", "text", "capital"),
    [
        ("nr", "no official capital; government offices in the Yaren District", "Yaren"),
        ("mm", "Rangoon (aka Yangon, …); Nay Pyi Taw is the administrative capital", "Nay Pyi Taw"),
    ],
)
def test_a_capital_told_in_a_sentence_is_put_right(country, code, text, capital):
    assert country(code, Capital={"name": text}).details["capital"] == capital


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("semi-presidential republic", "semi-presidential republic"),
        ("parliamentary democracy\xa0under a constitutional monarchy; a Commonwealth realm",
         "parliamentary democracy under a constitutional monarchy"),
        ("parliamentary democracy; note - constitutional changes adopted in December 2015", "parliamentary democracy"),
        ("federal republic (formally a confederation)", "federal republic"),
        ("formerly, semi-presidential republic", "semi-presidential republic"),
    ],
)  # fmt: skip
def test_the_form_of_government_loses_its_remarks(country, text, short):
    assert country("xx", **{"Government type": text}).details["government_type"] == short


def test_the_population_is_a_number_with_a_note_of_its_year(country):
    france = country(populations=["68,512,806 (2025 est.)"])

    assert (france.details["population"], france.note) == (68512806, "population: 2025 est.")


def test_the_parts_of_palestine_are_added_and_nothing_else_is_known(country):
    palestine = country("ps", "Palestine", populations=["3,310,554 (2025 est.)", "2,184,652 (2025 est.)"])

    assert palestine.details == {"population": 5495206}


def test_names_in_full_and_in_the_countrys_languages_are_other_names(country):
    belgium = country(
        "be",
        "Belgium",
        **{
            "Country name": {
                "conventional long form": "Kingdom of Belgium",
                "conventional short form": "Belgium",
                "local long form": "Royaume de Belgique (French)/Koninkrijk Belgie (Dutch)",
                "local short form": "none",
                "former": "Spanish Netherlands (until 1714)",
            }
        },
    )

    assert belgium.name == "Belgium"
    assert [(name.name, name.lang, name.kind) for name in belgium.other_names] == [
        ("Kingdom of Belgium", "en", "alias"),
        ("Royaume de Belgique", "fr", "native"),
        ("Koninkrijk Belgie", "nl", "native"),
        ("Spanish Netherlands", "en", "former"),
    ]


def test_the_legislature_is_named_in_english(country):
    legislative = {"legislature name": "Parliament (Parlement)"}

    assert country(**{"Legislative branch": legislative}).details["legislature_name"] == "Parliament"
