"""Test that `fold` converts spellings of a name, such as "François" and "FRANCOIS", to the same text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.text.folding import fold, fold_unordered


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("Emmanuel Macron", "emmanuel macron"),
        ("François Mitterrand", "francois mitterrand"),
        ("Viktor Orbán", "viktor orban"),
        ("Recep Tayyip Erdoğan", "recep tayyip erdogan"),
        ("Lech Wałęsa", "lech walesa"),
        ("Lars Løkke Rasmussen", "lars lokke rasmussen"),
        ("N'Djaména", "ndjamena"),
        ("Côte d’Ivoire", "cote divoire"),
        ("Jean-Claude Juncker", "jean claude juncker"),
        ("  Angela   MERKEL ", "angela merkel"),
        ("ＡＢＣ", "abc"),
        ("パベル・プロッツ", "paberu purottsu"),
        ("ﾊﾟﾍﾞﾙ", "paberu"),
        ("Straße", "strasse"),
        ("Ｊ. Ｒ. Jayewardene", "j r jayewardene"),
        ("50PLUS", "50plus"),
        ("...", ""),
        ("", ""),
    ],
)
def test_fold_removes_case_accents_and_punctuation(name, folded):
    assert fold(name) == folded


@pytest.mark.parametrize("name", ["Владимир Путин", "習近平", "محمود عباس", "Αλέξης Τσίπρας", "नरेन्द्र मोदी", "윤석열"])
def test_fold_writes_every_script_in_latin_letters(name):
    assert re.fullmatch(r"[a-z0-9]+( [a-z0-9]+)*", fold(name))


@pytest.mark.parametrize("apostrophe", "'’‘ʼʻ`´ʾʿ′")
def test_fold_does_not_split_a_word_at_an_apostrophe(apostrophe):
    assert fold(f"O{apostrophe}Neill") == "oneill"


def test_fold_is_equal_for_composed_and_decomposed_letters():
    assert fold("Orba\u0301n") == fold("Orb\u00e1n")


@given(st.text())
def test_fold_returns_words_of_letters_and_digits(text):
    assert re.fullmatch(r"(?:[a-z0-9]+(?: [a-z0-9]+)*)?", fold(text))


@given(st.text())
def test_fold_of_a_folded_text_changes_nothing(text):
    assert fold(fold(text)) == fold(text)


def test_fold_unordered_ignores_the_order_of_words():
    assert fold_unordered("Orbán Viktor") == fold_unordered("Viktor Orbán")
