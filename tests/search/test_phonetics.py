"""Names in another script than the graph has them: they are written by ear, and found so."""

import pytest

from search.countries import country_forms
from search.index import refresh, state
from search.likeness import likenesses, sounds_of
from search.phonetics import heard, pairs_of_name, pairs_typed
from search.pipeline import find_entities
from search.tokens import words_of_name, words_typed
from search.transliteration import parted, readings, respelled, script_of
from tests.factories import CountryFactory, PartyFactory, PoliticianFactory


@pytest.fixture
def known(db, today):
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
    refresh()


@pytest.fixture
def search(known):
    """The names that a text finds, best first."""
    return lambda text: [hit.candidate.names[0][2] for hit in find_entities(text, country_forms(state().version)).hits]


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
    ],
)
def test_who_is_written_by_ear_is_found_first(search, text, name):
    assert search(text)[:1] == [name]


def test_a_surname_that_sounds_like_a_country_is_still_a_surname(search):
    assert search("Энда Кени")[:1] == ["Enda Kenny"]


def test_a_country_is_not_found_by_its_sound(search):
    assert "Kenya" not in search("Кону")
    assert "Kenya" in search("Кении")


def test_what_sounded_alike_is_said(known):
    found = find_entities("Джон Керри", country_forms(state().version))

    assert found.corrected == "john kerry"


def test_what_sounds_like_no_word_of_the_name_is_not_said(known):
    found = find_entities("Джон Керри зфгщцж", country_forms(state().version))

    assert found.corrected == "john kerry"


def test_nothing_is_said_to_be_meant_where_nothing_is_found(known):
    found = find_entities("Абракадабра Фокус", country_forms(state().version))

    assert (found.hits, found.corrected) == ([], "")


@pytest.mark.parametrize(
    ("text", "script"),
    [("Τσίπρας", "GREEK"), ("Merkel", "LATIN"), ("习近平", "CJK"), ("Джон K", "CYRILLIC"), ("2019 !", ""), ("", "")],
)
def test_a_text_is_of_the_script_of_most_of_its_letters(text, script):
    assert script_of(text) == script


@pytest.mark.parametrize(
    ("text", "spelling"),
    [("Μπερσάνι", "bερσάνι"), ("Джон", "jон"), ("ג׳ון", "jwן"), ("Merkel", "merkel")],
)
def test_letters_that_stand_for_one_sound_are_written_as_it(text, spelling):
    assert respelled(text) == spelling


def test_a_word_of_many_ambiguous_letters_has_few_readings():
    assert len(readings("khvgwvkhvgw", "ARABIC")) == 6


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("习近平", ["习 近平", "习 近 平", "习近平"]),
        ("이재명", ["이 재명", "이 재 명", "이재명"]),
        ("罗伯特 班尼特", ["罗伯特 班尼特"]),
        ("アベ", ["アベ"]),
        ("王", ["王"]),
        ("السيسي", ["السيسي", "سيسي"]),
    ],
)
def test_a_name_is_parted_as_it_may_be(text, parts):
    assert parted(text) == parts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("kerry", "kyry"),
        ("jinping", "tszinpin"),
        ("tester", "tstr"),
        ("trump", "toranpu"),
        ("miliband", "milribaendeu"),
    ],
)
def test_what_is_heard_alike_is_written_otherwise(one, other):
    assert heard(one) == heard(other)


def test_two_words_that_are_heard_alike_share_a_key():
    typed = words_typed(respelled("Роберт Беннетт"))

    assert pairs_of_name(words_of_name("Robert F. Bennett")) & pairs_typed(typed, "CYRILLIC")


def test_scripts_that_leave_out_an_r_share_a_key_too():
    assert pairs_of_name(words_of_name("Robert Bennett")) & pairs_typed(words_typed("罗伯特 班尼特"), "CJK")


def test_what_french_leaves_unsaid_is_not_heard_where_it_is_spoken():
    typed = words_typed("Франсуа Бару")

    assert pairs_of_name(["francois", "barout"], "fr") & pairs_typed(typed, "CYRILLIC")
    assert not pairs_of_name(["francois", "barout"], "de") & pairs_typed(typed, "CYRILLIC")


def test_one_word_has_no_pair():
    assert pairs_of_name(["merkel"]) == set()


def test_the_nearest_word_is_the_most_alike():
    alike = likenesses(["kyry"], sounds_of(["kerry", "kerin", "obama"]))

    assert max(alike, key=alike.get) == "kerry"
    assert "obama" not in alike
