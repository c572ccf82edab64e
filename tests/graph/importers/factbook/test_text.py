"""Texts brought from HTML to clean lines, and taken apart at their brackets."""

import pytest

from graph.importers.factbook import text


def test_lines_break_where_the_markup_breaks_and_lose_tags_entities_and_doubled_blanks():
    markup = (
        "Citizen and Republican Movement or MRC\xa0<br><strong>S&eacute;nat</strong><br />&nbsp;<br>R&rsquo;s  list"
    )

    assert text.lines(markup) == ["Citizen and Republican Movement or MRC", "Sénat", "R's list"]


def test_a_letter_inside_a_tag_stays_with_its_word():
    assert text.plain("<br><em>2018: V</em>ladimir PUTIN") == "2018: Vladimir PUTIN"


def test_a_letter_and_its_accent_are_one_sign():
    assert text.plain("Se\u0301nat") == "Sénat"


def test_signs_that_turn_the_direction_of_writing_go():
    assert text.plain("Al\u200f Shura\u202e") == "Al Shura"


def test_a_note_is_cut_off_with_the_sign_before_it_and_brackets_stay_whole():
    line = "Democrats or DEM (formerly Liberal Front Party or PFL); note - dissolved in February 2022"

    assert text.without_note(line) == "Democrats or DEM (formerly Liberal Front Party or PFL)"


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Supreme Court (9 judges; 3 chambers); Constitutional Court", ["Supreme Court (9 judges; 3 chambers)",
                                                                       "Constitutional Court"]),
        ("one) ; two", ["one)", "two"]),
        ("", []),
    ],
)  # fmt: skip
def test_brackets_are_not_split(line, parts):
    assert text.split_outside(line, ";") == parts


@pytest.mark.parametrize(
    ("line", "bare", "inside"),
    [
        ("Senate (Sénat)", "Senate", ["Sénat"]),
        ("Meclis (T.B.M.M (old)) of Türkiye", "Meclis of Türkiye", ["T.B.M.M (old)"]),
        ("MOKHTAR independent) 12.8%", "MOKHTAR independent 12.8%", []),
        ("Party (Egyptian Social", "Party", []),
    ],
)
def test_brackets_are_taken_out_however_deep_or_broken(line, bare, inside):
    assert (text.without_brackets(line), text.brackets(line)) == (bare, inside)


def test_a_native_name_that_repeats_the_english_one_is_none():
    assert text.english_and_native("National Assembly (National Assembly)") == ("National Assembly", "")
