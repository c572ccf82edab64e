"""Test queries for names that are typed in another script than that of the names in the graph."""

import pytest

from search.similarity import (
    name_pair_keys,
    phonetic_code,
    phonetic_keys,
    pronunciations,
    similar_words,
    sound_classes,
)
from search.tokens import tokenise_name
from search.transliteration import PhoneticQuery, readings, respell, script_of, split_variants
from tests.factories import CountryFactory, PartyFactory, PoliticianFactory
from tests.search.searching import names, results


@pytest.fixture(scope="module")
def names_index(build_index):
    build_index(make_names)


def make_names():
    for code, name in (
        ("us", "John Kerry"),
        ("us", "Jon Tester"),
        ("us", "Claire McCaskill"),
        ("gb", "Ed Miliband"),
        ("fr", "Manuel Valls"),
        ("it", "Pier Luigi Bersani"),
        ("no", "Jens Stoltenberg"),
        ("eg", "Abdel Fattah el-Sisi"),
        ("kr", "Lee Jae-myung"),
        ("cn", "Xi Jinping"),
        ("ie", "Enda Kenny"),
        ("au", "Jenny Macklin"),
    ):
        PoliticianFactory(name=name, country_code=code)
    CountryFactory(country_code="ke", name="Kenya")
    PartyFactory(name="Fidesz Civic Alliance", country_code="hu")


@pytest.mark.usefixtures("names_index", "db", "today")
class TestFindEntities:
    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("Джон Керри", "John Kerry"),
            ("جون كيري", "John Kerry"),
            ("ジョン・ケリー", "John Kerry"),
            ("জন কেরি", "John Kerry"),
            ("جان تستر", "Jon Tester"),
            ("Клер Маккаскілл", "Claire McCaskill"),
            ("에드 밀리밴드", "Ed Miliband"),
            ("マニュエル・ヴァルス", "Manuel Valls"),
            ("مانوئل والس", "Manuel Valls"),
            ("Πιερ Λουίτζι Μπερσάνι", "Pier Luigi Bersani"),
            ("Йенс Столтенберг", "Jens Stoltenberg"),
            ("ينس ستولتنبرغ", "Jens Stoltenberg"),
            ("عبد الفتاح السيسي", "Abdel Fattah el-Sisi"),
            ("이재명", "Lee Jae-myung"),
            ("习近平", "Xi Jinping"),
            ("Си Цзиньпин", "Xi Jinping"),
            # "Кени" sounds like Kenya, but means the surname Kenny.
            ("Энда Кени", "Enda Kenny"),
        ],
    )
    def test_find_entities_ranks_a_name_that_sounds_alike_first(self, text, name):
        assert names(text)[:1] == [name]

    def test_find_entities_does_not_find_a_country_by_sound(self):
        assert "Kenya" not in names("Кону")
        assert "Kenya" in names("Кении")

    @pytest.mark.parametrize("text", ["Джон Керри", "Джон Керри зфгщцж"])
    def test_find_entities_returns_the_words_that_sound_alike_as_spelling(self, text):
        assert results(text).spelling == "john kerry"

    def test_find_entities_returns_no_spelling_without_hits(self):
        found = results("Абракадабра Фокус")

        assert (found.hits, found.spelling) == ([], "")


@pytest.mark.parametrize(
    ("text", "script"),
    [("Τσίπρας", "GREEK"), ("Merkel", "LATIN"), ("习近平", "CJK"), ("Джон K", "CYRILLIC"), ("2019 !", "")],
)
def test_script_of_returns_the_script_of_most_letters(text, script):
    assert script_of(text) == script


@pytest.mark.parametrize(
    ("text", "spelling"),
    [("Μπερσάνι", "bερσάνι"), ("Джон", "jон"), ("ג׳ון", "jwן"), ("Merkel", "merkel")],
)
def test_respell_replaces_groups_of_letters_by_their_sound(text, spelling):
    assert respell(text) == spelling


def test_readings_returns_a_limited_number():
    assert len(readings("khvgwvkhvgw", "ARABIC")) == 6


@pytest.mark.parametrize(
    ("text", "variants"),
    [
        ("习近平", ["习 近平", "习 近 平", "习近平"]),
        ("이재명", ["이 재명", "이 재 명", "이재명"]),
        ("罗伯特 班尼特", ["罗伯特 班尼特"]),
        ("アベ", ["アベ"]),
        ("王", ["王"]),
        ("السيسي", ["السيسي", "سيسي"]),
    ],
)
def test_split_variants_returns_the_possible_words_of_a_name(text, variants):
    assert split_variants(text) == variants


@pytest.mark.parametrize(
    ("word", "transliterated"),
    [("kerry", "kyry"), ("jinping", "tszinpin"), ("trump", "toranpu"), ("miliband", "milribaendeu")],
)
def test_sound_classes_are_equal_for_transliterations(word, transliterated):
    assert sound_classes(word) == sound_classes(transliterated)


@pytest.mark.parametrize(
    ("word", "transliterated"), [("daniel", "danieru"), ("patrick", "patorikku"), ("theresa", "tereza")]
)
def test_phonetic_keys_match_for_transliterations(word, transliterated):
    assert phonetic_code(word) == phonetic_code(transliterated)
    assert phonetic_keys(word) & phonetic_keys(transliterated)


def test_phonetic_keys_of_a_word_with_one_consonant_are_empty():
    assert phonetic_keys("io") == phonetic_keys("mei") == set()


def test_phonetic_keys_fit_the_column_of_both_databases():
    assert all(-(1 << 31) <= key < 1 << 31 for key in phonetic_keys("constitution"))


@pytest.mark.parametrize("text", ["Роберт Беннетт", "罗伯特 班尼特"])
def test_keys_of_a_query_match_the_name_in_scripts_with_and_without_r(text):
    assert name_pair_keys(tokenise_name("Robert F. Bennett")) & PhoneticQuery(text, {}).keys


def test_name_pair_keys_leave_out_silent_letters_in_french_speaking_countries():
    typed = PhoneticQuery("Франсуа Бару", {}).keys

    assert name_pair_keys(["francois", "barout"], "fr") & typed
    assert not name_pair_keys(["francois", "barout"], "de") & typed


def test_name_pair_keys_of_a_single_word_are_empty():
    assert name_pair_keys(["merkel"]) == set()


def test_similar_words_rates_the_word_that_sounds_alike_highest():
    similar = similar_words(["kyry"], pronunciations(["kerry", "kerin", "obama"]))

    assert max(similar, key=similar.get) == "kerry"
    assert "obama" not in similar
