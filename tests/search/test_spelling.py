import pytest

from search.similarity import (
    MAX_CORRECTIONS,
    corrections,
    phonetic_code,
    phonetic_keys,
    phonetic_matches,
    spelling_keys,
)

IMPORTANCE = {"merkel": 900, "merke": 1, "obama": 500, "putin": 800, "putnam": 2, "colombia": 600, "kerry": 50}


def lookup(keys):
    """Return (word, phonetic code, importance) for each word of `IMPORTANCE` that has one of these keys. It replaces
    the look-up in a search index."""
    keys = set(keys)
    found = [word for word in IMPORTANCE if keys & (spelling_keys(word) | phonetic_keys(word))]
    return [(word, phonetic_code(word), IMPORTANCE[word]) for word in found]


@pytest.mark.parametrize(
    ("typed", "first"),
    [("merkle", ("merkel", 1)), ("merkl", ("merkel", 1)), ("putn", ("putin", 1)), ("columbia", ("colombia", 1))],
)
def test_corrections_returns_the_most_likely_word_first_with_its_distance(typed, first):
    assert corrections(typed, lookup)[0] == first


@pytest.mark.parametrize("typed", ["xqzvkw", "2017", "eu", "mxxxxl"])
def test_corrections_returns_nothing_if_no_word_is_near(typed):
    assert corrections(typed, lookup) == []


def test_corrections_does_not_return_the_word_itself():
    assert "merkel" not in dict(corrections("merkel", lookup))


def test_corrections_allows_one_error_with_another_first_letter_but_not_two():
    assert dict(corrections("nerkel", lookup)) == {"merkel": 1}
    assert corrections("narkel", lookup) == []


def test_corrections_allows_another_first_letter_in_words_that_sound_alike():
    assert dict(corrections("kadhafi", lambda keys: [("gaddafi", phonetic_code("gaddafi"), 100)])) == {"gaddafi": 2}


def test_corrections_keeps_the_first_letter_of_a_known_word():
    known = [(word, phonetic_code(word), 5) for word in ("salah", "falah", "saleh")]

    assert dict(corrections("salah", lambda keys: known)) == {"saleh": 1}


def test_corrections_returns_a_limited_number():
    many = [(f"mer{other}{letter}l", "mgl", 1) for letter in "abcdefghijklmnop" for other in "kmn"]

    assert len(corrections("merkyl", lambda keys: many)) == MAX_CORRECTIONS


@pytest.mark.parametrize(("typed", "meant"), [("keri", "kerry"), ("merkeru", "merkel")])
def test_phonetic_matches_returns_words_that_sound_alike(typed, meant):
    assert meant in dict(phonetic_matches(typed, lookup))
