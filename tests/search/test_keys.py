import pytest

from search.similarity import name_keys, spelling_keys


@pytest.mark.parametrize("words", [["merkel", "angela"], ["angelamerkel"]])
def test_name_keys_match_in_any_order_and_without_blanks(words):
    assert name_keys(["angela", "merkel"]) & name_keys(words)


def test_name_keys_of_no_words_are_empty():
    assert name_keys([]) == set()


@pytest.mark.parametrize(
    ("word", "typo"),
    [
        ("merkel", "merkle"),
        ("merkel", "mekel"),
        ("merkel", "merrkel"),
        ("erdogan", "erdoan"),
        ("putin", "putn"),
        ("colombia", "columbia"),
        ("zelenskyy", "zelensky"),
    ],
)
def test_spelling_keys_match_for_a_typo(word, typo):
    assert spelling_keys(word) & spelling_keys(typo)


@pytest.mark.parametrize(("word", "other"), [("merkel", "obama"), ("2017", "2019"), ("eu", "ei")])
def test_spelling_keys_do_not_match_for_other_words_years_and_short_words(word, other):
    assert not spelling_keys(word) & spelling_keys(other)


def test_keys_fit_the_columns_of_both_databases():
    assert all(-(1 << 31) <= key < 1 << 31 for key in spelling_keys("constitution"))
    assert all(-(1 << 63) <= key < 1 << 63 for key in name_keys(["constitution"]))
