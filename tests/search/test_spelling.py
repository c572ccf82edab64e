"""Which words may be meant."""

import pytest

from search.keys import sound, sound_keys, variant_keys
from search.spelling import MOST_CORRECTIONS, corrections, heard

WORDS = {"merkel": 900, "merke": 1, "obama": 500, "putin": 800, "putnam": 2, "colombia": 600, "kerry": 50, "claire": 3}


def variants(keys):
    """What an index of these words answers."""
    keys = set(keys)
    return [
        (word, sound(word), known) for word, known in WORDS.items() if keys & (variant_keys(word) | sound_keys(word))
    ]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("merkle", ("merkel", 1)),
        ("mrekel", ("merkel", 1)),
        ("obma", ("obama", 1)),
        ("putn", ("putin", 1)),
        ("columbia", ("colombia", 1)),
        ("merkl", ("merkel", 1)),
    ],
)
def test_the_likeliest_word_comes_first_with_its_distance(typed, first):
    assert corrections(typed, variants)[0] == first


@pytest.mark.parametrize("typed", ["xqzvkw", "2017", "eu", "mxxxxl"])
def test_what_is_near_to_no_word_has_none(typed):
    assert corrections(typed, variants) == []


def test_the_word_itself_is_no_correction():
    assert "merkel" not in dict(corrections("merkel", variants))


def test_a_slip_in_the_first_letter_is_forgiven_and_two_are_not():
    assert dict(corrections("nerkel", variants)) == {"merkel": 1}
    assert corrections("narkel", variants) == []


def test_there_are_not_many():
    many = [(f"mer{other}{letter}l", "mgl", 1) for letter in "abcdefghijklmnop" for other in "kmn"]

    assert len(corrections("merkyl", lambda keys: many)) == MOST_CORRECTIONS


@pytest.mark.parametrize(("typed", "meant"), [("keri", "kerry"), ("kler", "claire"), ("merkeru", "merkel")])
def test_what_is_typed_in_another_script_is_heard(typed, meant):
    assert meant in dict(heard(typed, variants))
